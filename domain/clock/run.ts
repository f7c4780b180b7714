/** Letting a clock run: what both displays show at an instant, and when a side's time ran out. */
import type { Side } from '../../events/vocabulary.ts'
import {
  type Basis,
  type BySide,
  type ClockState,
  extraLeft,
  type Fall,
  type Flag,
  hasClock,
  isOut,
  nextPeriod,
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

/** The clock at `at`; an instant before `c.at` counts as `c.at`. At exactly zero the flag falls. */
export const advance = (c: ClockState, at: number): ClockState => {
  const side = c.running
  const elapsed = at > c.at ? at - c.at : 0
  if (side === null || !hasClock(c)) return elapsed === 0 ? c : { ...c, at }
  const left = timeLeft(c, side)
  if (elapsed < left || isOut(c, side)) return spend(c, side, elapsed)
  return advance(expire(spend(c, side, left), side, c.at + left, 'computed'), at)
}

const spend = (c: ClockState, side: Side, elapsed: number): ClockState => {
  if (elapsed === 0) return c
  const charged = Math.max(0, elapsed - extraLeft(c, side))
  return {
    ...c,
    at: c.at + elapsed,
    remaining: put(c.remaining, side, Math.max(0, c.remaining[side] - charged)),
    thought: put(c.thought, side, c.thought[side] + elapsed),
  }
}

/**
 * The side's present time is out at `at`. With turnover `flag` the next period's time is added at once and alone:
 * a Fischer bonus of the new period comes first with the press that ends the move under way (as the DGT 2010 does).
 * Some clocks add it to both displays at that moment; here each side turns over by itself, and `observe` follows
 * a device that does otherwise. With turnover `moves`, and in the last period, the clock stays at zero.
 */
export const expire = (c: ClockState, side: Side, at: number, source: Fall['source']): ClockState => {
  const falls = put(c.falls, side, [...c.falls[side], { period: c.period[side], at, source }])
  const next = nextPeriod(c, side, 'flag')
  if (next === undefined) return { ...c, falls, remaining: put(c.remaining, side, 0) }
  return {
    ...c,
    falls,
    period: put(c.period, side, c.period[side] + 1),
    remaining: put(c.remaining, side, next.time),
  }
}

/**
 * When this side's periods ran out, as known at `at`, the earliest first. Article 6.4 asks whether the moves of
 * `period` were completed at that moment. A period that ended by its move count never ran out.
 */
export const ranOut = (c: ClockState, side: Side, at: number): readonly Fall[] => advance(c, at).falls[side]

/**
 * Whose clock ran out first, of those that stand at zero at `at`: null if neither does, and if both do and nobody can
 * know the order. An electronic clock marks the first with its flag; the second gets no mark (manual to Article 6.4).
 */
export const firstToFall = (c: ClockState, at: number): Side | null => {
  const a = advance(c, at)
  const white = isOut(a, 'white') ? a.falls.white.at(-1) : undefined
  const black = isOut(a, 'black') ? a.falls.black.at(-1) : undefined
  if (white === undefined || black === undefined) return white ? 'white' : black ? 'black' : null
  const marked = a.lastReading?.flag
  if (marked === 'white' || marked === 'black') return marked
  if (white.source === 'reading' || black.source === 'reading' || white.at === black.at) return null
  return white.at < black.at ? 'white' : 'black'
}

const isDown = (c: ClockState, side: Side): boolean => {
  const last = c.falls[side].at(-1)
  return last !== undefined && (isOut(c, side) || c.at - last.at < FLAG_SHOWN)
}

/** What both clocks show at `at`. A game without a clock (`hasClock`) shows zeros. */
export const face = (c: ClockState, at: number): ClockFace => {
  const a = advance(c, at)
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
