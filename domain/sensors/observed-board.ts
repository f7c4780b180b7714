/** What the sensors of a board have shown so far, while the decoder goes through a window. */
import {
  castlingSide,
  kingTarget,
  type Move,
  moveFrom,
  movePromotion,
  nameOf,
  squareOf,
} from '../chess/index.ts'
import type { Observation, ReportedMove } from '../state/sensor-state.ts'
import { lettersOf } from './differences.ts'
import type { Window } from './hypotheses.ts'

/** Names of the squares, a1 first. */
export const SQUARE_NAMES = Array.from({ length: 64 }, (_, square) => nameOf(square))

/** Whether the move is the one that was reported. */
export const isReported = (move: Move, reported: ReportedMove): boolean =>
  nameOf(moveFrom(move)) === reported.from &&
  nameOf(kingTarget(move)) === reported.to &&
  (reported.castling === undefined || reported.castling === castlingSide(move)) &&
  (movePromotion(move) ?? undefined) ===
    (movePromotion(move) === null ? undefined : (reported.promotion ?? 'Q'))

/** The board as the observations up to now show it. */
export class ObservedBoard {
  readonly letters: string[]
  /** Index of the last edge on a square. */
  readonly last = new Map<string, number>()
  seen: readonly Observation[]
  /** The moves that persons reported. */
  readonly reported: readonly { index: number; reported: ReportedMove }[]
  /** Plies before the window. */
  readonly ply: number

  constructor({ position, before, seen, ply }: Window) {
    this.ply = ply
    this.letters = lettersOf(position)
    for (const square in before) this.letters[squareOf(square)] = before[square] as string
    this.seen = seen
    this.reported = seen.flatMap((each, index) =>
      'reported' in each && each.reported.isOtherReader !== true ? [{ index, reported: each.reported }] : [],
    )
  }

  /** Whether the move after so many of the window may be the one that was reported. */
  isPlyOf(made: number, reported: ReportedMove): boolean {
    const ply = this.ply + made + 1
    if (reported.ply === undefined) return true
    return reported.isOtherReader === true ? ply >= reported.ply : ply === reported.ply
  }

  /** The instant of an observation, ms. */
  at(index: number): number {
    return (this.seen[index] as Observation).at
  }

  /** The FEN letter on a square; '' where it is empty. */
  observed(square: string): string {
    return this.letters[squareOf(square)] as string
  }

  /** Notes an edge, once the hypotheses have been charged for it. */
  note(square: string, index: number): void {
    this.last.set(square, index)
  }
}
