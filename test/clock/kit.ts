/** Short ways to run a clock in tests. Instants are milliseconds after the start of the round. */

import { type ClockState, clockFace, openClock, pressClock, startClock } from '../../domain/clock/index.ts'
import type { BonusMode, Side, TimeControl } from '../../events/vocabulary.ts'

/** The start of the round, as milliseconds since the epoch. */
export const T0 = Date.UTC(2024, 2, 9, 14)

export const blitz = (time: number, bonus = 0, mode?: BonusMode): TimeControl => ({
  periods: [{ time, ...(bonus === 0 ? {} : { bonus }), ...(mode === undefined ? {} : { mode }) }],
})

export const MINUTE = 60_000
export const CLASSICAL: TimeControl = { periods: [{ time: 90 * MINUTE, bonus: 30_000, mode: 'fischer' }] }

/** Opened and White's clock started at 0. */
export const started = (control: TimeControl | null): ClockState =>
  startClock(openClock(control, T0), 'white', T0)

/** The player whose clock runs presses, at each of these instants. */
export const pressAt = (c: ClockState, ...instants: number[]): ClockState =>
  instants.reduce((clock, t) => pressClock(clock, clock.running ?? 'white', T0 + t), c)

/** `count` presses, one each `each` ms after the last event. */
export const pressEach = (c: ClockState, each: number, count: number): ClockState =>
  pressAt(c, ...Array.from({ length: count }, (_, i) => c.at - T0 + each * (i + 1)))

/** What the displays show, without the rest of the face. */
export const displays = (
  c: ClockState,
  t: number,
): { white: number; black: number; running: Side | null } => {
  const { white, black, running } = clockFace(c, T0 + t)
  return { white, black, running }
}
