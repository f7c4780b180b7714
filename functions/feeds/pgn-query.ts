/** The query parameters of PGN feeds: the view of illegal moves, the dialect of results, with or without clocks. */
import * as z from 'zod'
import { PGN_DIALECTS, PGN_VIEWS, type PgnDialect, type PgnView } from '../../domain/formats/pgn-view.ts'

export const pgnQuery = {
  view: z
    .enum(PGN_VIEWS, { error: `one of ${PGN_VIEWS.join(', ')}` })
    .optional()
    .meta({ description: 'How an illegal move that stood is shown' }),
  dialect: z
    .enum(PGN_DIALECTS, { error: `one of ${PGN_DIALECTS.join(', ')}` })
    .optional()
    .meta({ description: 'Which markers may end a game whose result is none of the standard four' }),
  clocks: z
    .enum(['true', 'false'], { error: 'true or false' })
    .optional()
    .meta({ description: 'false: without %clk, %emt and the tags of running clocks' }),
}

export interface PgnStyle {
  readonly view: PgnView
  readonly dialect: PgnDialect | undefined
  readonly clocks: boolean
}

export const styleOf = (query: {
  readonly view?: PgnView | undefined
  readonly dialect?: PgnDialect | undefined
  readonly clocks?: 'true' | 'false' | undefined
}): PgnStyle => ({
  view: query.view ?? 'strict',
  dialect: query.dialect,
  clocks: query.clocks !== 'false',
})

export const PGN_NAMES = 'view, dialect, clocks'
