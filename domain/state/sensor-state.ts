/** What the sensor stage remembers of a board between two events: plain JSON, a part of the state of the game. */
import type { Side } from '../../events/index.ts'

/** A sensor's edge: a piece left a square, or stands on it now. */
export interface Edge {
  /** The event that reported it, or the one in whose place it is read. */
  readonly seq: number
  /** The event that reported it, where it is read in another place. */
  readonly reportedBy?: number
  /** Its effective time, ms since the epoch. */
  readonly at: number
  readonly square: string
  /** FEN letter; '' where the square became empty. */
  readonly piece: string
}

/**
 * What stands on a sensor board and nobody can read: who has the move, the moves that may have been made, the edges
 * seen. A `move-made` for that side answers it.
 */
export interface BoardQuestion {
  side: Side
  /** The event at which it arose. */
  seq: number
  /** The player has pressed all the same. `at`: ms since the epoch; until `LATE` has passed an edge may yet come. */
  press: { seq: number; at: number } | null
  /** The opponent has pressed since: a move of theirs was made, whatever the board shows. */
  replied?: true
  /** Seq of the event before which the answer is read: the press, else the first edge after the question arose. */
  before: number | null
  /** The moves (UCI) that what is seen leaves possible; empty where it tells nothing. */
  candidates: string[]
  edges: number[]
  /** The move that stood on the board right after the press; `pressed` (UCI) stood there at it, null for no legal one. */
  doubt?: { from: string; to: string; pressed: string | null }
}

/**
 * What later events showed about the order of earlier ones. `wait`: after this edge the board was quiet, but the hand
 * had not let go. `seqs`: these are read before the event `before`: late edges, or the answer to a question. `doubt`:
 * right after this press another move stood on the board than at it; `sure`: what stood there at the press was right.
 */
export type Reread =
  | { wait: number }
  | { seqs: number[]; before: number }
  | { doubt: number; from: string; to: string }
  | { sure: number }

export interface SensorState {
  /** Instant of the last sensor edge, null when the board agrees. */
  edgeAt: number | null
  /** Edges since the board was last read, and how it differed from the position before the first of them. */
  edges?: Edge[]
  edgesFrom?: Record<string, string>
  /** Seq of the last edge when moves were last read. */
  readTo?: number
  /** The last edge at which the board was looked at in vain; `long`: also after it had been quiet for long. */
  looked?: { edge: number; long: boolean }
  /** A board of sensors reports this game. */
  sensors?: true
  question?: BoardQuestion
  reorderings?: Reread[]
}

/** What was read is not read again. */
export function forgetEdges(state: SensorState): void {
  state.edgeAt = null
  delete state.edges
  delete state.edgesFrom
  delete state.looked
}
