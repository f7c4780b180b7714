/** What a running clock shows after the last known state. */
import type { ClockFace } from '../../../../domain/clock/index.ts'

/** The clocks `ms` later. Periods and delays are left out: the service knows them, and they come with the next state. */
export function extrapolateClock(clocks: ClockFace, ms: number): ClockFace {
  const { running } = clocks
  if (running === null || ms <= 0) return clocks
  return { ...clocks, [running]: Math.max(0, clocks[running] - ms) }
}
