/**
 * The output of the sensor stage: moves that were read from the board, in the order in which they were made, each with the confidence
 * of the reading and the edges that prove it. `apply` records them and the Laws judge them; then reading goes on.
 */
import { currentSinceSeq } from '../state/history.ts'
import type { GameState, MoveMade, MoveReport, Point } from '../state/state.ts'

/** A move as the board showed it. `at`: the instant of the edge that finished it, null where nothing was seen of it. */
export interface SensorAct {
  readonly report: MoveReport
  readonly seq: number
  readonly at: number | null
  readonly sensed: NonNullable<MoveMade['sensed']> | null
  /** Seq of the event that reported the move, where it was not read from squares. */
  readonly answer?: number
  /** Seq of the event before which it is made. */
  readonly before: number
}

export type SensorActs<T> = Generator<SensorAct, T, void>

/** The seq of a move, which is never before that of the point before it, whatever its edges say. */
export const placeInRecord = (state: GameState, seq: number): number => Math.max(seq, currentSinceSeq(state))

/** The act that made a point; null where the point was not made by the sensor stage. */
export function actOf({ move }: Point): SensorAct | null {
  if (move === null || move.readBefore === undefined) return null
  const { side, from, to, promotion, castling, hands, seq, at, sensed, answer } = move
  return {
    report: {
      side,
      from,
      to,
      ...(promotion === null ? {} : { promotion }),
      ...(castling === null ? {} : { castling }),
      ...(hands === undefined ? {} : { hands }),
    },
    seq,
    at,
    sensed: sensed ?? null,
    ...(answer === undefined ? {} : { answer }),
    before: move.readBefore,
  }
}
