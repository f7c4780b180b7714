/** A running clock between two states. */
import type { ClockFace } from '../../../../domain/clock/index.ts'

/** The running clock run on; periods and delays are the service's to know, and come with the next state. */
export function extrapolateClock(clocks: ClockFace, ms: number): ClockFace {
  const { running } = clocks
  if (running === null || ms <= 0) return clocks
  return { ...clocks, [running]: Math.max(0, clocks[running] - ms) }
}
