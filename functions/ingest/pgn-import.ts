/** PGN text into a record: game by game, each once, however often it comes. */
import { createPgnReader, type PgnGame } from '../../domain/pgn/index.ts'
import type { Desk } from './desk.ts'
import { enterGame } from './enter-game.ts'
import { identityByMoves, identityOf } from './pgn-identity.ts'
import { type Plan, planOf, type Reading } from './pgn-reports.ts'
import { openSeating, type Seating } from './seating.ts'
import type { Warning } from './warning.ts'

/**
 * `opened`: new; `there`: all of it was in the record; `continued`: some of it was; `refused`: see
 * `reason`, which also says of a game that was there if it lies in another tournament than the one asked for.
 */
export interface ImportedGame {
  readonly id: string
  readonly line: number
  readonly outcome: 'opened' | 'there' | 'continued' | 'refused'
  readonly plies: number
  readonly events: number
  readonly warnings: readonly Warning[]
  readonly reason?: string
}

export interface ImportOptions {
  /** When the text is read, ms since 1970. */
  readonly now: number
  /** Into whose rounds the games go; without it each stands alone. */
  readonly tournament?: string
  readonly language?: string
}

/** Reads the text to its end. What is odd about one game, or refused of it, never stops the next. */
export async function* importPgn(
  desk: Desk,
  text: AsyncIterable<string>,
  { now, tournament, language }: ImportOptions,
): AsyncGenerator<ImportedGame> {
  const waiting: PgnGame[] = []
  const reader = createPgnReader((game) => waiting.push(game))
  const seating = tournament === undefined ? null : openSeating(desk, tournament)
  const reading: Reading = { now, ...(language !== undefined && { language }) }
  const next = async function* () {
    for (let game = waiting.shift(); game !== undefined; game = waiting.shift()) {
      yield await importGame(desk, game, seating, reading)
    }
  }
  for await (const piece of text) {
    reader.write(piece)
    yield* next()
  }
  reader.end()
  yield* next()
}

async function importGame(
  desk: Desk,
  game: PgnGame,
  seating: Seating | null,
  reading: Reading,
): Promise<ImportedGame> {
  const { id, named } = identityOf(game)
  const first = await enter(desk, game, id, seating, reading)
  // Two games whose tags are the same are told apart by their moves; a text that names its game means that one.
  if (first.outcome !== 'refused' || first.clash !== true || named) return shown(game, first)
  return shown(game, await enter(desk, game, identityByMoves(game), seating, reading))
}

interface Entered {
  readonly plan: Plan
  readonly outcome: ImportedGame['outcome']
  readonly reason?: string
  /** Another game is in the record under this id. */
  readonly clash?: true
}

const shown = (game: PgnGame, { plan, outcome, reason }: Entered): ImportedGame => ({
  id: plan.id,
  line: game.startLine,
  outcome,
  plies: game.moves.length,
  events: plan.reports.length,
  warnings: plan.warnings,
  ...(reason !== undefined && { reason }),
})

/** Prose and binary files have words where moves would be; a game has a tag, or at least one move on the board. */
const isNoPgn = (game: PgnGame, plan: Plan): boolean =>
  game.tags.length === 0 && !plan.reports.some(({ type }) => type === 'move-made')

async function enter(
  desk: Desk,
  game: PgnGame,
  id: string,
  seating: Seating | null,
  reading: Reading,
): Promise<Entered> {
  const seat = seating === null ? null : await seating.seatOf(game, id)
  const opening = seat === null ? {} : { opening: seat.opening }
  const plan = planOf(game, id, { ...reading, ...opening })
  if (isNoPgn(game, plan)) {
    return { plan, outcome: 'refused', reason: 'no PGN: neither a tag nor a move that can be read' }
  }
  const entry = await enterGame(desk, seat?.path ?? '/games', id, plan.reports)
  switch (entry.kind) {
    case 'refused':
      return { plan, outcome: 'refused', reason: entry.reason }
    case 'clash':
      return {
        plan,
        outcome: 'refused',
        clash: true,
        reason: `the record has another course of the game ${id}`,
      }
    case 'entered':
      return {
        plan,
        outcome: entry.opened ? 'opened' : entry.fresh > 0 ? 'continued' : 'there',
        ...(entry.elsewhere !== undefined && { reason: entry.elsewhere }),
      }
  }
}
