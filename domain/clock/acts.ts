/** What people do to a clock: players press it, arbiters start, stop, set and replace it. */
import { SIDES, type Side, type TimeControl } from '../../events/vocabulary.ts'
import { advanceClock } from './run.ts'
import {
  type ClockDraft,
  type ClockState,
  currentPeriod,
  fischerBonus,
  forSide,
  hasClock,
  isOutOfTime,
  NO_THINKING_TIME,
  nextPeriod,
  opponent,
  type PerSide,
  withSide,
} from './state.ts'

/**
 * Starts the side's clock at `at`. No bonus is added, and the time already thought about the current move still counts, so that a
 * delay is not given twice.
 */
export const startClock = (c: ClockState, side: Side, at: number): ClockState => {
  const d = advanceClock(c, at)
  d.running = side
  return d
}

/** Stops both clocks at `at`. */
export const stopClocks = (c: ClockState, at: number): ClockState => {
  const d = advanceClock(c, at)
  d.running = null
  return d
}

const movesUpTo = (control: TimeControl | null, period: number): number =>
  (control?.periods ?? []).slice(0, period).reduce((sum, each) => sum + (each.moves ?? Infinity), 0)

/**
 * A side presses the clock: its clock stops, the press counts, its increment (bonus) is added, the opponent's clock runs. Nothing
 * happens where its clock does not run: it was pressed already, or the clock is paused, and a paused electronic clock waits for its
 * start button. (An arbiter's `clocks-started` is that button.)
 *
 * With turnover `moves` the press that completes the period's moves adds the next period's time, and with it the bonus for the first
 * move of that period. A clock that stands at zero gets no bonus; the opponent's starts all the same.
 */
export const pressClock = (c: ClockState, side: Side, at: number): ClockState => {
  const d = advanceClock(c, at)
  if (d.running !== side) return d
  d.running = opponent(side)
  d.presses = withSide(d.presses, side, forSide(d.presses, side) + 1)
  d.thought = NO_THINKING_TIME
  if (isOutOfTime(d, side)) return d
  const next = nextPeriod(d, side, 'moves')
  const isFilled =
    next !== undefined && forSide(d.presses, side) >= movesUpTo(d.control, forSide(d.period, side))
  if (isFilled) d.period = withSide(d.period, side, forSide(d.period, side) + 1)
  const added = (isFilled ? next.time : 0) + fischerBonus(currentPeriod(d, side))
  d.remaining = withSide(d.remaining, side, forSide(d.remaining, side) + added)
  return d
}

type EachSide = number | { readonly white?: number | undefined; readonly black?: number | undefined }

/** A setting of the clock: times in milliseconds; a period or a move counter for both sides, or for each. */
interface ClockSetting {
  readonly white?: number | undefined
  readonly black?: number | undefined
  readonly period?: EachSide | undefined
  readonly moveCounter?: EachSide | undefined
}

const ofSide = (figure: EachSide | undefined, side: Side): number | undefined =>
  typeof figure === 'number' ? figure : figure?.[side]

/** Removes the flag falls of the period that is set and of later ones; those of earlier periods stay. */
const undoFalls = (d: ClockDraft, side: Side): void => {
  d.falls = withSide(
    d.falls,
    side,
    forSide(d.falls, side).filter((fall) => fall.period < forSide(d.period, side)),
  )
}

const setSide = (d: ClockDraft, side: Side, to: ClockSetting): void => {
  const time = to[side]
  const period = ofSide(to.period, side)
  d.presses = withSide(d.presses, side, ofSide(to.moveCounter, side) ?? forSide(d.presses, side))
  if (period !== undefined) {
    d.period = withSide(d.period, side, Math.max(1, Math.min(period, d.control?.periods.length ?? 1)))
  }
  if (time !== undefined) {
    d.remaining = withSide(d.remaining, side, time)
    d.thought = withSide(d.thought, side, 0)
    d.basis = 'arbiter'
  }
  if (time !== undefined || period !== undefined) undoFalls(d, side)
}

/**
 * The clock set by an arbiter, also while it runs; what `to` leaves out stays. A time is what the display then shows, and the
 * current move begins anew with it: a fallen flag is up, a delay is complete again. A period beyond the last counts as the last. A
 * move counter never adds time by itself; a press does.
 */
export const setClock = (c: ClockState, to: ClockSetting, at: number): ClockState => {
  const d = advanceClock(c, at)
  for (const side of SIDES) setSide(d, side, to)
  return d
}

/**
 * Another clock (Article 6.10.1) with these times (ms), the old one's counts and periods, and none of its readings. The clock that
 * ran goes on running: an arbiter who stops it first reports that.
 */
export const replaceClock = (c: ClockState, times: PerSide<number>, at: number): ClockState => {
  const d = advanceClock(c, at)
  for (const side of SIDES) setSide(d, side, { [side]: times[side] })
  d.lastReading = null
  return d
}

/**
 * Adds time (ms), or takes it off where it is negative, though never below zero. A side at zero whose time had run out plays on
 * with what it is given. The delay of the current move goes on as it was.
 */
export const grantTime = (
  c: ClockState,
  more: { readonly white?: number | undefined; readonly black?: number | undefined },
  at: number,
): ClockState => {
  const d = advanceClock(c, at)
  if (!hasClock(d)) return d
  for (const side of SIDES) {
    const ms = more[side] ?? 0
    if (ms > 0 && isOutOfTime(d, side)) undoFalls(d, side)
    d.remaining = withSide(d.remaining, side, Math.max(0, forSide(d.remaining, side) + ms))
  }
  return d
}
