/** A row of the table: what was measured beside what, and what it is to be. */
import type { Spread } from './measure.ts'

export interface Row {
  /** Stays when the wording changes: recorded ratios go by it. */
  readonly id: string
  readonly group: string
  readonly what: string
  /** Beside whom or what. */
  readonly beside: string
  readonly ratio: Spread
  /** `least`: so many times faster; `most`: at most so many times what the other costs. Null: information. */
  readonly target: { readonly least: number } | { readonly most: number } | null
  /** Beside a fixed time: on a slower machine it is slower, and says nothing of what fell. */
  readonly fixed?: true
  /** The absolute figures, in words. */
  readonly figures: string
}

export const isMet = ({ ratio, target }: Row): boolean =>
  target === null || ('least' in target ? ratio.median >= target.least : ratio.median <= target.most)

/** Share by which a row misses its target, 0 where it is met. */
export function missOf({ ratio, target }: Row): number {
  if (target === null) return 0
  const share = 'least' in target ? 1 - ratio.median / target.least : ratio.median / target.most - 1
  return Math.max(0, share)
}

/** Seconds in the unit in which they are read with ease. */
export function time(seconds: number): string {
  for (const [unit, size] of [
    ['s', 1],
    ['ms', 1e-3],
    ['µs', 1e-6],
  ] as const)
    if (seconds >= size) return `${figure(seconds / size)} ${unit}`
  return `${figure(seconds * 1e9)} ns`
}

/** Three figures. */
export const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
