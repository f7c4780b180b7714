/** What hands do to a clock: players press it, arbiters start, stop, set and replace it. */
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
 * The named side's clock runs from `at`. No bonus is added, and the time already thought about the present move goes
 * on counting after a pause, so that a delay is not given twice.
 */
export const startClock = (c: ClockState, side: Side, at: number): ClockState => {
  const d = advanceClock(c, at)
  d.running = side
  return d
}

/** Both clocks stand from `at`. */
export const stopClocks = (c: ClockState, at: number): ClockState => {
  const d = advanceClock(c, at)
  d.running = null
  return d
}

const movesUpTo = (control: TimeControl | null, period: number): number =>
  (control?.periods ?? []).slice(0, period).reduce((sum, each) => sum + (each.moves ?? Infinity), 0)

/**
 * A side presses its lever: its clock stops, the press counts, its increment (bonus) is added, the opponent's clock runs.
 * Nothing happens where its clock does not run: the lever is down already, or the clock is paused, and a paused
 * electronic clock waits for its button, whatever the lever does. (An arbiter's `clocks-started` is that button.)
 *
 * With turnover `moves` the press that fills the period's count adds the next period's time, and already its bonus,
 * which is for the first move of that period. A clock blocked at zero gets no bonus; the opponent's still starts.
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

/** What an arbiter sets: times in milliseconds; a period or a move counter of both sides, or of each. */
interface ClockSetting {
  readonly white?: number | undefined
  readonly black?: number | undefined
  readonly period?: EachSide | undefined
  readonly moveCounter?: EachSide | undefined
}

const ofSide = (figure: EachSide | undefined, side: Side): number | undefined =>
  typeof figure === 'number' ? figure : figure?.[side]

/** Falls of earlier periods stay known; a fall of the period now set is undone. */
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
 * The arbiter sets what they name, also while a clock runs; what they leave out stays. The time they give is what the
 * display then shows, and the present move begins anew with it: a flag that was down is up, a delay is whole again.
 * A period beyond the control's last is the last. A move counter never adds time by itself; a press does.
 */
export const setClock = (c: ClockState, to: ClockSetting, at: number): ClockState => {
  const d = advanceClock(c, at)
  for (const side of SIDES) setSide(d, side, to)
  return d
}

/**
 * Another clock is put on the table (Article 6.10.1) with these times, the old one's counts and periods, and none of
 * its readings. Whose clock ran goes on running: an arbiter who stopped the clocks first has said so.
 */
export const replaceClock = (c: ClockState, times: PerSide<number>, at: number): ClockState => {
  const d = advanceClock(c, at)
  for (const side of SIDES) setSide(d, side, { [side]: times[side] })
  d.lastReading = null
  return d
}

/**
 * The arbiter adds time (ms), or takes it off where the figure is negative, though never below zero. A side that stood
 * at zero plays on with what it is given. The present move's delay goes on as it was.
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
