/** The port of a source: a folder, an address or a cloud that shows whole games each time it is read. */

import type { PgnGame } from '../../../domain/pgn/index.ts'
import type { Remark } from '../../../domain/reasons.ts'
import type { Side } from '../../../events/index.ts'
import { BOARD_KINDS } from '../positions/kinds.ts'
import { SourceFailure } from './source-remark.ts'

/** What a host can follow by itself: LiveChess on the spot, broadcasts, and boards that send positions. */
export const SOURCE_KINDS = ['livechess', 'livechesscloud', 'pgn', ...BOARD_KINDS] as const

export interface SourceGame {
  /** What the source itself calls the game; the same as long as it is the same game. Several may have one name. */
  readonly name: string
  readonly game: PgnGame
  /** What its clocks show meanwhile (ms), and when they were read. */
  readonly live?: {
    readonly white: number
    readonly black: number
    readonly running: Side | null
    readonly at: number
  }
}

export interface SourceSnapshot {
  readonly games: readonly SourceGame[]
  /** What could not be read, and what contradicts itself. */
  readonly notes: readonly Remark[]
}

export interface FollowedSource {
  /** What it shows now. Throws `SourceUnavailable` where it shows nothing at all. */
  snapshot(): Promise<SourceSnapshot>
}

/** The source cannot be read at the moment: `message` says why. */
export class SourceUnavailable extends SourceFailure {
  override readonly name = 'SourceUnavailable'
}
