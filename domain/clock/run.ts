/** Letting a clock run: what both displays show at an instant, and when a side's time ran out. */
import type { Side } from '../../events/vocabulary.ts'
import {
  type Basis,
  type BySide,
  type ClockState,
  type Draft,
  draftOf,
  extraLeft,
  type Fall,
  type Flag,
  isOut,
  nextPeriod,
  of,
  put,
  shown,
  timeLeft,
} from './state.ts'

/**
 * How long the flag of a period that was not the last stays on the display after the next period's time was added:
 * five minutes, as the manuals of the DGT 3000 and the DGT 2500 say. `ranOut` remembers it for good.
 */
const FLAG_SHOWN = 300_000

/** What both clocks show, in milliseconds, never below zero. */
export interface ClockFace {
  readonly white: number
  readonly black: number
  readonly running: Side | null
  readonly period: BySide<number>
  readonly flag: Flag
  readonly basis: Basis
}

/** The clock at an instant, as a draft; one before `c.at` counts as `c.at`. At exactly zero the flag falls. */
export const advance = (c: ClockState, instant: number): Draft => {
  const d = draftOf(c)
  const side = d.running
  const at = Math.max(instant, d.at)
  if (side === null) {
    d.at = at
    return d
  }
  let left = timeLeft(d, side)
  while (at - d.at >= left && !isOut(d, side)) {
    spend(d, side, left)
    expire(d, side, d.at, 'computed')
    left = timeLeft(d, side)
  }
  if (at > d.at) spend(d, side, at - d.at)
  return d
}

/** The clock at an instant, to be looked at alone: itself where no time has passed since and no flag is due. */
const seenAt = (c: ClockState, instant: number): ClockState => {
  const isDue = c.running !== null && timeLeft(c, c.running) <= 0 && !isOut(c, c.running)
  return instant <= c.at && !isDue ? c : advance(c, instant)
}

const spend = (d: Draft, side: Side, elapsed: number): void => {
  const charged = elapsed - extraLeft(d, side)
  if (charged > 0) d.remaining = put(d.remaining, side, Math.max(0, of(d.remaining, side) - charged))
  d.thought = put(d.thought, side, of(d.thought, side) + elapsed)
  d.at += elapsed
}

/**
 * The side's present time is out at `at`. With turnover `flag` the next period's time is added at once and alone:
 * a Fischer bonus of the new period comes first with the press that ends the move under way (as the DGT 2010 does).
 * Some clocks add it to both displays at that moment; here each side turns over by itself, and `observe` follows
 * a device that does otherwise. With turnover `moves`, and in the last period, the clock stays at zero.
 */
export const expire = (d: Draft, side: Side, at: number, source: Fall['source']): void => {
  d.falls = put(d.falls, side, [...of(d.falls, side), { period: of(d.period, side), at, source }])
  const next = nextPeriod(d, side, 'flag')
  if (next !== undefined) d.period = put(d.period, side, of(d.period, side) + 1)
  d.remaining = put(d.remaining, side, next?.time ?? 0)
}

/**
 * When this side's periods ran out, as known at `at`, the earliest first. Article 6.4 asks whether the moves of
 * `period` were completed at that moment. A period that ended by its move count never ran out.
 */
export const ranOut = (c: ClockState, side: Side, at: number): readonly Fall[] => seenAt(c, at).falls[side]

/**
 * Whose clock ran out first, of those that stand at zero at `at`: null if neither does, and if both do and nobody can
 * know the order. An electronic clock marks the first with its flag; the second gets no mark (manual to Article 6.4).
 */
export const firstToFall = (c: ClockState, at: number): Side | null => {
  const a = seenAt(c, at)
  const white = isOut(a, 'white') ? a.falls.white.at(-1) : undefined
  const black = isOut(a, 'black') ? a.falls.black.at(-1) : undefined
  if (white === undefined || black === undefined) return white ? 'white' : black ? 'black' : null
  const marked = a.lastReading?.flag
  if (marked === 'white' || marked === 'black') return marked
  if (white.source === 'reading' || black.source === 'reading' || white.at === black.at) return null
  return white.at < black.at ? 'white' : 'black'
}

const isDown = (c: ClockState, side: Side): boolean => {
  const last = of(c.falls, side).at(-1)
  return last !== undefined && (isOut(c, side) || c.at - last.at < FLAG_SHOWN)
}

/** What both clocks show at `at`. A game without a clock (`hasClock`) shows zeros. */
export const face = (c: ClockState, at: number): ClockFace => {
  const a = seenAt(c, at)
  const white = isDown(a, 'white')
  const black = isDown(a, 'black')
  return {
    white: shown(a, 'white'),
    black: shown(a, 'black'),
    running: a.running,
    period: a.period,
    flag: white ? (black ? 'both' : 'white') : black ? 'black' : null,
    basis: a.basis,
  }
}

/** What one side's clock shows at `at`, the rest of the face not being asked for. */
export const shownAt = (c: ClockState, side: Side, at: number): number => shown(seenAt(c, at), side)
