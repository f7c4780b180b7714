/** What a device says of itself: flags that fell and figures it shows. It is conclusive (Article 6.10.1). */
import { SIDES, type Side } from '../../events/vocabulary.ts'
import { advance, expire } from './run.ts'
import {
  type ClockState,
  currentPeriod,
  type Fall,
  type Flag,
  givenBack,
  isOut,
  NO_THOUGHT,
  nextPeriod,
  put,
  shown,
  timeLeft,
} from './state.ts'

/** Two accounts of the same fall may lie this far apart before the device's instant replaces the computed one. */
const LATE = 1_000

/** How near a figure must come to that of the neighbouring period to show that the device stands there. */
const NEAR = 5_000

/** What a device shows: milliseconds, below zero where it counts on after the flag; `null` none, absent unsaid. */
export interface Reading {
  readonly white: number
  readonly black: number
  readonly running?: Side | null | undefined
  readonly flag?: Flag | undefined
}

/**
 * The device reports that a side's flag fell at `at`. Where the presses say the same, the fall is confirmed, and goes
 * by the device if it came later within the same move. Where they leave the side some time, the device wins: its
 * time is out. A report of a fall that is already known from the device changes nothing.
 */
export const flagFell = (c: ClockState, side: Side, at: number): ClockState => {
  const a = advance(c, at)
  if (a.control === null) return a
  const last = a.falls[side].at(-1)
  // The report belongs to the last fall or to the next one, whichever is nearer in time.
  if (last !== undefined && (isOut(a, side) || a.at - last.at <= timeLeft(a, side)))
    return confirm(a, side, last)
  return { ...expire(a, side, a.at, 'device'), basis: 'device' }
}

const confirm = (a: ClockState, side: Side, last: Fall): ClockState => {
  if (last.source === 'device') return a
  const late = a.at - last.at
  const falls = (at: number) =>
    put(a.falls, side, [...a.falls[side].slice(0, -1), { ...last, at, source: 'device' as const }])
  if (late <= LATE || a.thought[side] < late) return { ...a, falls: falls(last.at) }
  const remaining = isOut(a, side) ? 0 : (currentPeriod(a, side)?.time ?? 0)
  return { ...a, falls: falls(a.at), remaining: put(a.remaining, side, remaining), basis: 'device' }
}

/**
 * A reading of both displays. It agrees where each figure lies within what the device can resolve: a clock that reports
 * whole seconds may have rounded up or down, and the figure of the side that runs may be one such step old. (Figures
 * that are all whole seconds are taken for such a clock, all tenths likewise; others are exact.) Then the computed
 * figures stay, which are finer. Otherwise all figures, and whose clock runs, are the device's from here on.
 *
 * A device that shows time left for a side whose flag is only computed to be down raises that flag. A figure of zero
 * means a fallen flag unless the device says that none is down (`flag: null`).
 */
export const observe = (c: ClockState, reading: Reading, at: number): ClockState => {
  const a = advance(c, at)
  const agreed =
    a.control !== null &&
    (reading.running === undefined || reading.running === a.running) &&
    SIDES.every((side) => agrees(a, side, reading))
  const lastReading = {
    at: a.at,
    white: reading.white,
    black: reading.black,
    flag: reading.flag ?? null,
    difference: { white: reading.white - shown(a, 'white'), black: reading.black - shown(a, 'black') },
    agreed,
  }
  if (agreed) return { ...a, lastReading }
  const taken = SIDES.reduce((state, side) => take(state, side, reading), a)
  const running = reading.running === undefined ? a.running : reading.running
  const thought = running === a.running ? taken.thought : NO_THOUGHT
  return { ...taken, running, thought, basis: 'device', lastReading }
}

const marks = (flag: Flag | undefined, side: Side): boolean => flag === side || flag === 'both'

/** The step in which the device counts, in milliseconds. */
const stepOf = (reading: Reading): number =>
  [1_000, 100].find((step) => reading.white % step === 0 && reading.black % step === 0) ?? 1

const agrees = (a: ClockState, side: Side, reading: Reading): boolean => {
  const figure = reading[side]
  if (isOut(a, side)) return figure <= 0
  if (figure < 0 || (figure === 0 && marks(reading.flag, side))) return false
  const step = stepOf(reading)
  const more = figure - shown(a, side)
  return more > -step && more < (a.running === side ? 2 * step : step)
}

const withFigure = (a: ClockState, side: Side, figure: number): ClockState => ({
  ...a,
  remaining: put(a.remaining, side, figure + givenBack(a, side)),
})

const near = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR

/** Devices report no period: it shows only in a figure that fits the period before or after the computed one. */
const take = (a: ClockState, side: Side, reading: Reading): ClockState => {
  const figure = Math.max(0, reading[side])
  if (a.control === null) return withFigure(a, side, figure)
  const held = shown(a, side)
  const earlier = { ...a, falls: put(a.falls, side, a.falls[side].slice(0, -1)) }
  if (isOut(a, side)) return figure === 0 ? a : withFigure(earlier, side, figure)
  if (!near(figure, held)) {
    const next = nextPeriod(a, side, 'flag')
    if (next !== undefined && near(figure, held + next.time)) {
      // Near zero its own time ran out. Otherwise the device added the period to both displays when the other's did.
      const entered =
        held <= NEAR
          ? expire(a, side, a.at, 'reading')
          : { ...a, period: put(a.period, side, a.period[side] + 1) }
      return withFigure(entered, side, figure)
    }
    const last = a.falls[side].at(-1)
    if (last?.source === 'computed' && near(figure, held - (currentPeriod(a, side)?.time ?? 0))) {
      return withFigure({ ...earlier, period: put(a.period, side, last.period) }, side, figure)
    }
  }
  const isDown =
    figure === 0 && (reading[side] < 0 || reading.flag === undefined || marks(reading.flag, side))
  return isDown && nextPeriod(a, side, 'flag') === undefined
    ? expire(a, side, a.at + Math.min(0, reading[side]), 'reading')
    : withFigure(a, side, figure)
}
