/** What hands do to a clock: players press it, arbiters start, stop, set and replace it. */
import type { Side, TimeControl } from '../../events/vocabulary.ts'
import { advance } from './run.ts'
import {
  type BySide,
  type ClockState,
  currentPeriod,
  type Fall,
  fischerBonus,
  hasClock,
  isOut,
  NO_THOUGHT,
  nextPeriod,
  opponent,
  put,
} from './state.ts'

/**
 * The named side's clock runs from `at`. No bonus is added, and the time already thought about the present move goes
 * on counting after a pause, so that a delay is not given twice.
 */
export const start = (c: ClockState, side: Side, at: number): ClockState => {
  const a = advance(c, at)
  return a.running === side ? a : { ...a, running: side }
}

/** Both clocks stand from `at`. */
export const stop = (c: ClockState, at: number): ClockState => {
  const a = advance(c, at)
  return a.running === null ? a : { ...a, running: null }
}

const movesUpTo = (control: TimeControl | null, period: number): number =>
  (control?.periods ?? []).slice(0, period).reduce((sum, each) => sum + (each.moves ?? Infinity), 0)

/**
 * A side presses its lever: its clock stops, the press counts, its bonus is added, the opponent's clock runs.
 * Nothing happens where its clock does not run: the lever is down already, or the clock is paused, and a paused
 * electronic clock waits for its button, whatever the lever does. (An arbiter's `clocks-started` is that button.)
 *
 * With turnover `moves` the press that fills the period's count adds the next period's time, and already its bonus,
 * which is for the first move of that period. A clock blocked at zero gets no bonus; the opponent's still starts.
 */
export const press = (c: ClockState, side: Side, at: number): ClockState => {
  const a = advance(c, at)
  if (a.running !== side) return a
  const count = a.presses[side] + 1
  const pressed = {
    ...a,
    running: opponent(side),
    presses: put(a.presses, side, count),
    thought: NO_THOUGHT,
  }
  if (isOut(a, side)) return pressed
  const next = nextPeriod(a, side, 'moves')
  if (next !== undefined && count >= movesUpTo(a.control, a.period[side])) {
    const left = a.remaining[side] + next.time + fischerBonus(next)
    return {
      ...pressed,
      period: put(a.period, side, a.period[side] + 1),
      remaining: put(a.remaining, side, left),
    }
  }
  const bonus = fischerBonus(currentPeriod(a, side))
  return bonus === 0 ? pressed : { ...pressed, remaining: put(a.remaining, side, a.remaining[side] + bonus) }
}

type EachSide = number | { readonly white?: number | undefined; readonly black?: number | undefined }

/** What an arbiter sets: times in milliseconds; a period or a move counter of both sides, or of each. */
export interface ClockSetting {
  readonly white?: number | undefined
  readonly black?: number | undefined
  readonly period?: EachSide | undefined
  readonly moveCounter?: EachSide | undefined
}

const ofSide = (figure: EachSide | undefined, side: Side): number | undefined =>
  typeof figure === 'number' ? figure : figure?.[side]

/** Falls of earlier periods stay known; a fall of the period now set is undone. */
const before = (falls: readonly Fall[], period: number): readonly Fall[] =>
  falls.some((fall) => fall.period >= period) ? falls.filter((fall) => fall.period < period) : falls

const setSide = (c: ClockState, side: Side, to: ClockSetting): ClockState => {
  const time = to[side]
  const asked = ofSide(to.period, side)
  const counter = ofSide(to.moveCounter, side)
  const period =
    asked === undefined ? c.period[side] : Math.max(1, Math.min(asked, c.control?.periods.length ?? 1))
  return {
    ...c,
    period: put(c.period, side, period),
    presses: put(c.presses, side, counter ?? c.presses[side]),
    remaining: put(c.remaining, side, time ?? c.remaining[side]),
    thought: put(c.thought, side, time === undefined ? c.thought[side] : 0),
    falls:
      time === undefined && asked === undefined ? c.falls : put(c.falls, side, before(c.falls[side], period)),
    basis: time === undefined ? c.basis : 'arbiter',
  }
}

/**
 * The arbiter sets what he names, also while a clock runs; what he leaves out stays. The time he gives is what the
 * display then shows, and the present move begins anew with it: a flag that was down is up, a delay is whole again.
 * A period beyond the control's last is the last. A move counter never adds time by itself; a press does.
 */
export const setClock = (c: ClockState, to: ClockSetting, at: number): ClockState =>
  setSide(setSide(advance(c, at), 'white', to), 'black', to)

/**
 * Another clock is put on the table (Article 6.10.1) with these times, the old one's counts and periods, and none of
 * its readings. Whose clock ran goes on running: an arbiter who stopped the clocks first has said so.
 */
export const replaceClock = (c: ClockState, times: BySide<number>, at: number): ClockState => ({
  ...setClock(c, { white: times.white, black: times.black }, at),
  lastReading: null,
})

/**
 * The arbiter adds time (ms), or takes it off where the figure is negative, though never below zero. A side that stood
 * at zero plays on with what it is given. The present move's delay goes on as it was.
 */
export const grant = (
  c: ClockState,
  more: { readonly white?: number | undefined; readonly black?: number | undefined },
  at: number,
): ClockState => {
  const a = advance(c, at)
  return hasClock(a) ? grantSide(grantSide(a, 'white', more.white ?? 0), 'black', more.black ?? 0) : a
}

const grantSide = (c: ClockState, side: Side, ms: number): ClockState =>
  ms === 0
    ? c
    : {
        ...c,
        remaining: put(c.remaining, side, Math.max(0, c.remaining[side] + ms)),
        falls: ms > 0 && isOut(c, side) ? put(c.falls, side, before(c.falls[side], c.period[side])) : c.falls,
      }
