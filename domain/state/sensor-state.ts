/** The state of the sensor stage between two events: plain JSON, a part of the state of the game. */
import type { Castling, Promotion, Side } from '../../events/index.ts'

/** A sensor's edge: a piece left a square, or stands on it now. */
export interface Edge {
  /** The event that reported it. */
  readonly seq: number
  /** Its effective time, ms since the epoch. */
  readonly at: number
  readonly square: string
  /** FEN letter; '' where the square became empty. */
  readonly piece: string
}

/** A move that was reported: by a person who saw it, or by another reader of the board. */
export interface ReportedMove {
  /** The event that reported it. */
  readonly seq: number
  readonly from: string
  readonly to: string
  readonly promotion?: Promotion
  readonly castling?: Castling
  readonly hands?: 1 | 2
  /** The ply that was asked about, where it answers a question. */
  readonly ply?: number
  /** The move (UCI) that the record showed before that ply. */
  readonly after?: string
  /** Another reader of the same board reported it: evidence beside the squares. The move is that of `ply` or a later one. */
  readonly isOtherReader?: true
}

/** What the decoder reads: a square that changed, a press, a reported move. `at`: its effective time, ms. */
export type Observation =
  | { readonly seq: number; readonly at: number; readonly square: string; readonly piece: string }
  | { readonly seq: number; readonly at: number; readonly press: Side }
  | { readonly seq: number; readonly at: number; readonly reported: ReportedMove }

/**
 * What stands on a sensor board and nobody can read: who has the move, the moves that may have been made, the edges
 * seen. A `move-made` for that side answers it.
 */
export interface BoardQuestion {
  side: Side
  /** Plies before the move asked about. */
  ply: number
  /** The event at which it arose. */
  seq: number
  /** The player has pressed all the same. `at`: ms since the epoch; until `SENSOR_LATENCY_MS` has passed an edge may yet come. */
  press: { seq: number; at: number } | null
  /** The moves (UCI) that the observations leave possible; empty where they determine none. */
  candidates: string[]
  /** By how much the decoder's best hypothesis with each candidate costs more than its best of all; null: it follows none with that move. */
  weights: (number | null)[]
  edges: number[]
  /** Both kings stand in the centre: the results that this may say, the one that their squares say first. No move is asked about. */
  results?: KingsResult[]
}

/** The results that kings placed in the centre may mean. */
export type KingsResult = '1-0' | '0-1' | '1/2-1/2'

/** The observations that may still be read otherwise, and where they begin. */
export interface SensorWindow {
  /** Index of the point at which it begins. */
  readonly base: number
  /** How the board differed from the position then: square → FEN letter, '' for nothing. */
  readonly from: Record<string, string>
  readonly seen: Observation[]
  /** The window before a press at which the board showed no legal move: edges reported right after the press may show what it was. */
  readonly atPress?: {
    readonly base: number
    readonly from: Record<string, string>
    readonly seen: Observation[]
  }
}

/**
 * A field that holds no longer becomes undefined, and every new game has all of them: where properties are deleted or come in another
 * order, V8 reads the states of all games more slowly.
 */
export interface SensorState {
  /** Instant of the last sensor edge, null when the board agrees. */
  edgeAt: number | null
  window?: SensorWindow | undefined
  /** The last observation at which the board was read; `long`: after it had been quiet for long. */
  looked?: { seq: number; long: boolean } | undefined
  /** A board of sensors reports this game. */
  sensors?: true | undefined
  question?: BoardQuestion | undefined
  /** Both clocks stand still. `at`: since when; `squares`: what the board has shown since then, which is no part of the game. */
  stopped?: { at: number; squares: Record<string, string> } | undefined
  /** Seqs of presses of which nothing is judged: the board had not told anything yet, and nobody else told the moves. */
  unjudged?: number[] | undefined
  /** How often the game was folded again for its board. */
  replays?: number | undefined
}

/** Drops the observations so far, so that they are not read again. */
export function forgetEdges(state: SensorState): void {
  state.edgeAt = null
  state.window = undefined
  state.looked = undefined
}
