/** The outcome of one game of an imported text. */

import { type PgnGame, tagOf } from '../../domain/pgn/index.ts'
import type { Remark } from '../../domain/reasons.ts'
import { type ImportWarning, importRemarks } from './import-remarks.ts'
import type { PgnPlan } from './pgn-reports.ts'

/**
 * `opened`: new; `there`: all of it was in the record; `continued`: some of it was; `refused`: see
 * `reason`, which also says of a game that was there if it lies in another tournament than the one asked for.
 */
export interface ImportedGame {
  readonly id: string
  readonly line: number
  /** Their names as the text has them; `?` where it has none. */
  readonly white: string
  readonly black: string
  readonly outcome: 'opened' | 'there' | 'continued' | 'refused'
  readonly plies: number
  readonly events: number
  readonly warnings: readonly ImportWarning[]
  /** In English. */
  readonly reason?: string
  /** The same by its code, to be said in other languages. */
  readonly remark?: Remark
}

export const importedGame = (
  game: PgnGame,
  { id, reports, warnings }: PgnPlan,
  outcome: ImportedGame['outcome'],
  why?: Remark,
): ImportedGame => ({
  id,
  line: game.startLine,
  white: tagOf(game, 'White') ?? '?',
  black: tagOf(game, 'Black') ?? '?',
  outcome,
  plies: game.moves.length,
  events: reports.length,
  warnings,
  ...(why !== undefined && { reason: importRemarks.inEnglish(why), remark: why }),
})
