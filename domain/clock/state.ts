/** The state of a chess clock, a plain JSON value, and what derives from it: periods, bonuses, shown times. */
import type { Period, Side, TimeControl } from '../../events/vocabulary.ts'
import { modeRulesOf } from './bonus-modes.ts'

export interface PerSide<T> {
  readonly white: T
  readonly black: T
}

/**
 * One period's time of one side has run out.
 * `computed`: it follows from the recorded presses; `device`: the clock reported the instant;
 * `reading`: a reading showed that it had happened, so `at` is the latest possible instant.
 */
export interface FlagFall {
  readonly period: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly source: 'computed' | 'device' | 'reading'
}

export type FlagsDown = Side | 'both' | null

/** Where the times come from: the presses, the last reading that contradicted them, or the arbiter's setting. */
export type ClockBasis = 'computed' | 'device' | 'arbiter'

/** The last `clock-read`: what it showed (ms), and whether that agreed with the computed times. */
interface LastReading {
  readonly at: number
  readonly white: number
  readonly black: number
  readonly flag: FlagsDown
  readonly agreed: boolean
  /** It showed what no such clock can show, and changed nothing. */
  readonly absurd?: true
}

/** Times are milliseconds, instants milliseconds since the epoch, periods count from 1. */
export interface ClockState {
  readonly control: TimeControl | null
  /** The instant for which the other values hold. It never goes back. */
  readonly at: number
  /** Main time. In Bronstein mode the display shows less while a player thinks: see `shownTime`. */
  readonly remaining: PerSide<number>
  readonly running: Side | null
  readonly period: PerSide<number>
  /** Presses the clock has counted, or what the arbiter set its move counter to. */
  readonly presses: PerSide<number>
  /** How long each side's clock has run since the last press: what a delay and Bronstein's give-back depend on. */
  readonly thought: PerSide<number>
  readonly falls: PerSide<readonly FlagFall[]>
  readonly basis: ClockBasis
  readonly lastReading: LastReading | null
}

/** A copy that one function may change until it returns it. */
export type ClockDraft = { -readonly [Field in keyof ClockState]: ClockState[Field] }

/** A copy of a clock, field by field: this is the inner loop of every fold, where a spread costs ten times as much. */
export const clockDraft = (c: ClockState): ClockDraft => ({
  control: c.control,
  at: c.at,
  remaining: c.remaining,
  running: c.running,
  period: c.period,
  presses: c.presses,
  thought: c.thought,
  falls: c.falls,
  basis: c.basis,
  lastReading: c.lastReading,
})

export const opponent = (side: Side): Side => (side === 'white' ? 'black' : 'white')

/** The value of one side. The two names are written out, since a property looked up by a string variable is slower. */
export const forSide = <T>(pair: PerSide<T>, side: Side): T => (side === 'white' ? pair.white : pair.black)

export const withSide = <T>(pair: PerSide<T>, side: Side, value: T): PerSide<T> =>
  side === 'white' ? { white: value, black: pair.black } : { white: pair.white, black: value }

const both = <T>(value: T): PerSide<T> => ({ white: value, black: value })

export const NO_THINKING_TIME = both(0)

/**
 * A clock that is set and does not run. `control` null: the game has no clock; all functions accept that, and no flag falls.
 *
 * In Fischer mode the first move's bonus is on the display from the start (Laws, glossary: increment). In Bronstein
 * mode it is not: a device that shows main time and extra time together says so in its readings.
 */
export const openClock = (control: TimeControl | null, at: number): ClockState => {
  const first = control?.periods[0]
  return {
    control,
    at,
    remaining: both((first?.time ?? 0) + fischerBonus(first)),
    running: null,
    period: both(1),
    presses: both(0),
    thought: NO_THINKING_TIME,
    falls: both([]),
    basis: 'computed',
    lastReading: null,
  }
}

/** Does the game have a clock: a time control, or times that an arbiter set or a device showed? */
export const hasClock = (c: ClockState): boolean => c.control !== null || c.basis !== 'computed'

export const currentPeriod = (c: ClockState, side: Side): Period | undefined =>
  c.control?.periods[forSide(c.period, side) - 1]

/** The period whose time is added when this side's time runs out (`flag`), or when its moves are made (`moves`); undefined for none. */
export const nextPeriod = (c: ClockState, side: Side, turnover: 'flag' | 'moves'): Period | undefined =>
  (c.control?.turnover ?? 'flag') === turnover ? c.control?.periods[forSide(c.period, side)] : undefined

/** The increment in ms that the press of a move adds (`pressClock`); 0 in the delay modes. */
export const fischerBonus = (period: Period | undefined): number =>
  modeRulesOf(period).given === 'at-press' ? (period?.bonus ?? 0) : 0

/** The fixed extra time of a move in the delay modes (Article 6.3.2: main time counts only after it). */
const extraTime = (period: Period | undefined): number =>
  modeRulesOf(period).given === 'before-main-time' ? (period?.bonus ?? 0) : 0

/** The extra time of the current move that is left, ms. */
export const extraTimeLeft = (c: ClockState, side: Side): number =>
  Math.max(0, extraTime(currentPeriod(c, side)) - forSide(c.thought, side))

/** How long this side's clock can run before its time runs out, ms. */
export const timeToFall = (c: ClockState, side: Side): number =>
  c.control === null ? Number.POSITIVE_INFINITY : forSide(c.remaining, side) + extraTimeLeft(c, side)

/** Has the period in which this side stands run out, with no other to follow? Then its clock is blocked at zero. */
export const isOutOfTime = (c: ClockState, side: Side): boolean =>
  forSide(c.falls, side).at(-1)?.period === forSide(c.period, side)

/**
 * What a Bronstein clock has counted down and will give back at the press, ms. It is computed as a delay clock with another
 * display, since the Laws give both the same effect: main time falls only by what exceeds the extra time. So near the end it may
 * show zero for as long as the extra time before the flag falls.
 */
export const givenBack = (c: ClockState, side: Side): number => {
  const period = currentPeriod(c, side)
  return modeRulesOf(period).isCountedDown ? Math.min(forSide(c.thought, side), period?.bonus ?? 0) : 0
}

/** What the display of one side shows at `c.at`. */
export const shownTime = (c: ClockState, side: Side): number =>
  Math.max(0, forSide(c.remaining, side) - givenBack(c, side))
