/** What is read, and what comes of it. */
import type { Move, Position } from '../chess/index.ts'
import type { Edge } from '../state/sensor-state.ts'
import type { Differences } from './differences.ts'

/** A board as its sensors tell it, and the position from which it is to be read. */
export interface Watched {
  readonly position: Position
  /** The legal moves of the position. */
  readonly legal: readonly Move[]
  /** How the board differs from it now. */
  readonly board: Differences
  /** How it differed before the first edge. */
  readonly before: Differences
  /** The edges since, oldest first. */
  readonly edges: readonly Edge[]
  /** Seq of the last move made: what stood there before it proves no later move. */
  readonly since: number
  /** What a move read earlier has put there already, where the board is read again from before it. */
  readonly put: Differences
}

/** A move that was read, how sure the reading is (0 to 1), and the seqs of the edges that prove it. */
export interface ReadMove {
  readonly move: Move
  readonly confidence: number
  readonly edges: readonly number[]
}

/**
 * `moves`: one reading fits; `crossed`: only in an order in which the edges did not come. `unfinished`: a piece is in somebody's hand, or a pawn waits on the last rank. `unclear`:
 * no reading fits, or more than one: `candidates` are the moves nearest to what stands there; `replied`: the opponent
 * has put a piece down since, so that waiting makes nothing plainer.
 */
export type Reading =
  | { readonly kind: 'agrees' }
  | { readonly kind: 'moves'; readonly moves: readonly ReadMove[]; readonly crossed?: true }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'unclear'; readonly candidates: readonly Move[]; readonly replied: boolean }

/** The press says that the player has done; quiet alone may be a hand that hovers. */
export const SURE = {
  pressed: 0.99,
  quiet: 0.9,
  several: 0.85,
  crossed: 0.7,
  oneEdgeMissed: 0.7,
  unseen: 0.6,
} as const
