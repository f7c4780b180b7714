/** A player's line of a report file, as it was read. */
import type { Side } from '../../../events/index.ts'
import type { PairedPlayer } from './pairing.ts'

export interface TrfCell {
  /** The opponent's starting rank; 0 where there is no opponent. */
  readonly opponent: number
  readonly side: Side | null
  /** The code of the result, such as `1` or `=`; '' while the game is not played. */
  readonly code: string
  /** The cell could not be read; the line has a fault that says so. */
  readonly isUnread?: true
}

export interface TrfRow {
  readonly line: number
  readonly rank: number
  readonly player: PairedPlayer
  readonly sex: 'm' | 'w' | null
  /** `1994-02-11`, or `1994` alone; '' where there is none. */
  readonly birth: string
  /** The points as written, such as `3.5`. */
  readonly points: string
  readonly cells: readonly TrfCell[]
}

/** The cell of a round of which the file says nothing. */
export const EMPTY_CELL: TrfCell = { opponent: 0, side: null, code: '' }
