/** Takes over what a clock device reports: fallen flags and the times it shows. Where they differ from what was computed they hold (Article 6.10.1), unless no such clock can show them. */
import { SIDES, type Side } from '../../events/vocabulary.ts'
import { advanceClock, expireTime } from './run.ts'
import {
  type ClockDraft,
  type ClockState,
  currentPeriod,
  type FlagFall,
  type FlagsDown,
  givenBack,
  isOutOfTime,
  NO_THINKING_TIME,
  nextPeriod,
  shownTime,
  timeToFall,
  withSide,
} from './state.ts'

/** The largest difference between the computed and the device's instant of a fall at which the computed one stays. */
const FALL_TOLERANCE_MS = 1_000

/** The largest difference from the time of a neighbouring period at which a shown time means that the device is in that period. */
const PERIOD_TOLERANCE_MS = 5_000

/** What a device shows, in ms, below zero where it counts on after the flag. `null`: no clock runs, no flag is down; absent: not reported. */
export interface ClockReading {
  readonly white: number
  readonly black: number
  readonly running?: Side | null | undefined
  readonly flag?: FlagsDown | undefined
}

/**
 * The device reports that a side's flag fell at `at`. Where the computed time had run out too, the fall is confirmed, and takes the
 * device's instant if that is later within the same move. Where the computed time had not run out, the device prevails. Another
 * report of a fall that the device has reported changes nothing.
 */
export const flagFell = (c: ClockState, side: Side, at: number): ClockState => {
  const d = advanceClock(c, at)
  if (d.control === null) return d
  const last = d.falls[side].at(-1)
  // The report belongs to the last fall or to the next one, whichever is nearer in time.
  if (last !== undefined && (isOutOfTime(d, side) || d.at - last.at <= timeToFall(d, side))) {
    if (last.source !== 'device') confirm(d, side, last)
    return d
  }
  expireTime(d, side, d.at, 'device')
  d.basis = 'device'
  return d
}

const confirm = (d: ClockDraft, side: Side, last: FlagFall): void => {
  const late = d.at - last.at
  const isOfDevice = late > FALL_TOLERANCE_MS && d.thought[side] >= late
  const fall: FlagFall = { ...last, at: isOfDevice ? d.at : last.at, source: 'device' }
  d.falls = withSide(d.falls, side, [...d.falls[side].slice(0, -1), fall])
  if (!isOfDevice) return
  d.basis = 'device'
  if (!isOutOfTime(d, side)) d.remaining = withSide(d.remaining, side, currentPeriod(d, side)?.time ?? 0)
}

/**
 * A reading of both displays. It agrees where each time lies within the device's resolution: a clock that reports whole seconds may
 * have rounded up or down, and the time of the side that runs may be one second old. (Times that are both whole seconds are taken for
 * such a clock, tenths likewise; others are exact.) If it agrees, the computed times stay, which are finer; if not, the times and the running side are the device's from then on. Either
 * way the reading is the `clock` of the move that was just completed.
 *
 * Times that no such clock can show (`isAbsurd`) are a fault of the line or the device: they are stored as the last reading, marked
 * `absurd`, and change nothing.
 *
 * Where the device shows time left for a side whose flag is only computed to be down, that fall is undone. A time of zero means a
 * fallen flag unless the device reports that none is down (`flag: null`).
 */
export const observeReading = (c: ClockState, reading: ClockReading, at: number): ClockState => {
  const d = advanceClock(c, at)
  const absurd = SIDES.some((side) => isAbsurd(d, side, reading))
  const agreed =
    !absurd &&
    d.control !== null &&
    (reading.running === undefined || reading.running === d.running) &&
    SIDES.every((side) => agrees(d, side, reading))
  d.lastReading = {
    at: d.at,
    white: reading.white,
    black: reading.black,
    flag: reading.flag ?? null,
    agreed,
    ...(absurd && { absurd }),
  }
  if (agreed || absurd) return d
  for (const side of SIDES) takeReading(d, side, reading)
  d.basis = 'device'
  if (reading.running !== undefined && reading.running !== d.running) {
    d.running = reading.running
    d.thought = NO_THINKING_TIME
  }
  return d
}

/** An arbiter may have given time that nobody reported: a shown time may exceed what the control gives by this. */
const UNREPORTED_TIME_MS = 10 * 60_000
/** A device counts on below zero once the flag has fallen; presses that nobody reported may leave this much time on record then. */
const LEFT_AT_FALL_MS = 60_000

/**
 * Is the shown time more than twice what the side can have been given so far, plus `UNREPORTED_TIME_MS`, or below zero where neither the
 * record nor the device has the flag down?
 */
const isAbsurd = (c: ClockState, side: Side, reading: ClockReading): boolean => {
  if (c.control === null) return false
  const figure = reading[side]
  if (figure < 0 && shownTime(c, side) > LEFT_AT_FALL_MS && !marksFlag(reading.flag, side)) return true
  const { periods } = c.control
  const bonus = Math.max(0, ...periods.map((period) => period.bonus ?? 0))
  const given = periods.reduce((sum, { time }) => sum + time, 0) + (c.presses[side] + 1) * bonus
  const most = 2 * Math.max(given, shownTime(c, side)) + UNREPORTED_TIME_MS
  return Math.abs(figure) > most
}

const marksFlag = (flag: FlagsDown | undefined, side: Side): boolean => flag === side || flag === 'both'

/** The device's resolution in ms: 1000, 100 or 1. */
const stepOf = (reading: ClockReading): number =>
  [1_000, 100].find((step) => reading.white % step === 0 && reading.black % step === 0) ?? 1

const agrees = (c: ClockState, side: Side, reading: ClockReading): boolean => {
  const figure = reading[side]
  if (isOutOfTime(c, side)) return figure <= 0
  if (figure < 0 || (figure === 0 && marksFlag(reading.flag, side))) return false
  const step = stepOf(reading)
  const more = figure - shownTime(c, side)
  return more > -step && more < (c.running === side ? 2 * step : step)
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= PERIOD_TOLERANCE_MS

/** Replaces the computed time by the device's. What Bronstein's mode will give back at the press is added to it, since a display does not include it. */
const takeReading = (d: ClockDraft, side: Side, reading: ClockReading): void => {
  const figure = Math.max(0, reading[side])
  if (isOutOfTime(d, side) && figure === 0) return
  if (d.control !== null) takePeriod(d, side, reading)
  if (!isOutOfTime(d, side)) d.remaining = withSide(d.remaining, side, figure + givenBack(d, side))
}

/** Sets the period that a reading shows. Devices report none: only a time that fits the period before or after shows it. */
const takePeriod = (d: ClockDraft, side: Side, reading: ClockReading): void => {
  const held = shownTime(d, side)
  const next = nextPeriod(d, side, 'flag')
  const last = d.falls[side].at(-1)
  if (isOutOfTime(d, side)) {
    dropLastFall(d, side)
  } else if (next === undefined && showsFallen(reading, side)) {
    expireTime(d, side, d.at + Math.min(0, reading[side]), 'reading')
  } else if (isNear(reading[side], held)) {
    return
  } else if (next !== undefined && isNear(reading[side], held + next.time)) {
    // Near zero its own time ran out. Otherwise the device added the period to both displays when the other's did.
    if (held <= PERIOD_TOLERANCE_MS) expireTime(d, side, d.at, 'reading')
    else d.period = withSide(d.period, side, d.period[side] + 1)
  } else if (
    last?.source === 'computed' &&
    isNear(reading[side], held - (currentPeriod(d, side)?.time ?? 0))
  ) {
    dropLastFall(d, side)
    d.period = withSide(d.period, side, last.period)
  }
}

const dropLastFall = (d: ClockDraft, side: Side): void => {
  d.falls = withSide(d.falls, side, d.falls[side].slice(0, -1))
}

const showsFallen = (reading: ClockReading, side: Side): boolean =>
  reading[side] < 0 || (reading[side] === 0 && (reading.flag === undefined || marksFlag(reading.flag, side)))
