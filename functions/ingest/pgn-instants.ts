/** When a move was completed, from what the text says of the clocks: readings first, times spent where they do not decide. */
import { type ClockState, clockFace, pressClock } from '../../domain/clock/index.ts'
import type { PgnMove } from '../../domain/pgn/index.ts'
import type { Side } from '../../events/index.ts'

/** A second is left, so that a time spent that was measured across a pause does not fell the flag in the record. */
const MIN_LEFT_MS = 1000
/** No move over the board takes longer. */
const DAY_MS = 86_400_000

/**
 * Milliseconds from `now`, the completion of the move before, to that of this one. A press at once would show the mover's
 * time with its bonus; what the reading lacks of that is the time spent. Where the text gives that too and they differ,
 * the shorter counts: `%emt` goes on while the clocks are paused, and a reading that failed shows too little.
 */
export function timeSpentMs({ clk, emt }: PgnMove, clock: ClockState, now: number, side: Side): number {
  if (clock.control === null) return Math.min(emt ?? 0, DAY_MS)
  const byReading = clk === undefined ? null : clockFace(pressClock(clock, side, now), now)[side] - clk
  if (emt === undefined) return Math.max(0, byReading ?? 0)
  if (byReading !== null && byReading >= 0) return Math.min(byReading, emt)
  return Math.max(0, Math.min(emt, clockFace(clock, now)[side] - MIN_LEFT_MS))
}
