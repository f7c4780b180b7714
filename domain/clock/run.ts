/** Advances a clock to an instant: what both displays show, and when a side's time ran out. */
import type { Side } from '../../events/vocabulary.ts'
import {
  type ClockBasis,
  type ClockDraft,
  type ClockState,
  clockDraft,
  extraTimeLeft,
  type FlagFall,
  type FlagsDown,
  forSide,
  isOutOfTime,
  nextPeriod,
  type PerSide,
  shownTime,
  timeToFall,
  withSide,
} from './state.ts'

/**
 * How long the flag of a period that was not the last stays on the display after the next period's time was added:
 * five minutes, as the manuals of the DGT 3000 and the DGT 2500 say. `falls` has it for the rest of the game.
 */
const FLAG_SHOWN_MS = 300_000

/** What both clocks show, in milliseconds, never below zero. */
export interface ClockFace {
  readonly white: number
  readonly black: number
  readonly running: Side | null
  readonly period: PerSide<number>
  readonly flag: FlagsDown
  readonly basis: ClockBasis
}

/** The clock at an instant, as a draft; one before `c.at` counts as `c.at`. At exactly zero the flag falls. */
export const advanceClock = (c: ClockState, instant: number): ClockDraft => {
  const d = clockDraft(c)
  const side = d.running
  const at = Math.max(instant, d.at)
  if (side === null) {
    d.at = at
    return d
  }
  let left = timeToFall(d, side)
  while (at - d.at >= left && !isOutOfTime(d, side)) {
    spendTime(d, side, left)
    expireTime(d, side, d.at, 'computed')
    left = timeToFall(d, side)
  }
  if (at > d.at) spendTime(d, side, at - d.at)
  return d
}

/** The clock at an instant, for reading only: `c` itself where no time has passed and no flag is due. */
const clockAt = (c: ClockState, instant: number): ClockState => {
  const isDue = c.running !== null && timeToFall(c, c.running) <= 0 && !isOutOfTime(c, c.running)
  return instant <= c.at && !isDue ? c : advanceClock(c, instant)
}

const spendTime = (d: ClockDraft, side: Side, elapsed: number): void => {
  const charged = elapsed - extraTimeLeft(d, side)
  if (charged > 0)
    d.remaining = withSide(d.remaining, side, Math.max(0, forSide(d.remaining, side) - charged))
  d.thought = withSide(d.thought, side, forSide(d.thought, side) + elapsed)
  d.at += elapsed
}

/**
 * The side's time runs out at `at`. With turnover `flag` the next period's time is added at once, without a bonus: the new period's
 * first Fischer bonus comes with the press that ends the current move (as on the DGT 2010). Some clocks add the time to both displays
 * at that moment; here each side begins the period by itself, and `observeReading` follows a device that does otherwise. With
 * turnover `moves`, and in the last period, the clock stays at zero.
 */
export const expireTime = (d: ClockDraft, side: Side, at: number, source: FlagFall['source']): void => {
  d.falls = withSide(d.falls, side, [
    ...forSide(d.falls, side),
    { period: forSide(d.period, side), at, source },
  ])
  const next = nextPeriod(d, side, 'flag')
  if (next !== undefined) d.period = withSide(d.period, side, forSide(d.period, side) + 1)
  d.remaining = withSide(d.remaining, side, next?.time ?? 0)
}

/**
 * When this side's periods ran out, as known at `at`, the earliest first: by Article 6.4 the moves of `period` had to be completed by
 * then. A period that ended by its move count never ran out.
 */
export const flagFalls = (c: ClockState, side: Side, at: number): readonly FlagFall[] =>
  clockAt(c, at).falls[side]

/**
 * Which of two falls came first, null where that is not known. An electronic clock shows a flag for the first fall only (manual to
 * Article 6.4).
 */
export const firstToFall = (c: ClockState, { white, black }: PerSide<FlagFall>): Side | null => {
  const marked = c.lastReading?.flag
  if (marked === 'white' || marked === 'black') return marked
  if (white.source === 'reading' || black.source === 'reading' || white.at === black.at) return null
  return white.at < black.at ? 'white' : 'black'
}

/** The instants at which the running clock will begin further periods by itself (turnover `flag`), in ms since the epoch. */
export const periodStarts = (c: ClockState): readonly number[] => {
  const side = c.running
  const starts: number[] = []
  if (side === null) return starts
  const d = clockDraft(c)
  while (nextPeriod(d, side, 'flag') !== undefined && !isOutOfTime(d, side)) {
    spendTime(d, side, Math.max(0, timeToFall(d, side)))
    expireTime(d, side, d.at, 'computed')
    starts.push(d.at)
  }
  return starts
}

const isDown = (c: ClockState, side: Side): boolean => {
  const last = forSide(c.falls, side).at(-1)
  return last !== undefined && (isOutOfTime(c, side) || c.at - last.at < FLAG_SHOWN_MS)
}

/** What both clocks show at `at`. A game without a clock (`hasClock`) shows zeros. */
export const clockFace = (c: ClockState, at: number): ClockFace => {
  const a = clockAt(c, at)
  const white = isDown(a, 'white')
  const black = isDown(a, 'black')
  return {
    white: shownTime(a, 'white'),
    black: shownTime(a, 'black'),
    running: a.running,
    period: a.period,
    flag: white ? (black ? 'both' : 'white') : black ? 'black' : null,
    basis: a.basis,
  }
}

/** What one side's clock shows at `at`, in ms. */
export const shownTimeAt = (c: ClockState, side: Side, at: number): number => shownTime(clockAt(c, at), side)
