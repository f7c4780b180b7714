/** Deals out faults from a seed and counts them by kind. */
import { seeded } from '../../kit/faulty-client.ts'

export const FAULTS = [
  'request lost on the way there',
  'request lost on the way back',
  'request delayed',
  'request throttled',
  'stale index read',
  'stream record out of order',
  'stream record doubled',
  'stream record lost',
  'clock skewed',
  'disk full',
  'host killed',
  'database killed',
  'HTTP request aborted',
] as const
export type Fault = (typeof FAULTS)[number]

export interface Director {
  /** 0 ≤ chance() < 1, the same sequence for the same seed. */
  chance(): number
  /** From 0 to below `n`. */
  below(n: number): number
  /** Whether a fault strikes now, with this probability; counted if it does. */
  strikes(fault: Fault, probability: number): boolean
  /** Counts a fault that was dealt out otherwise. */
  count(fault: Fault): void
  readonly counts: Readonly<Record<Fault, number>>
}

export function openDirector(seed: number): Director {
  const chance = seeded(seed)
  const counts = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>
  return {
    chance,
    below: (n) => Math.floor(chance() * n),
    strikes(fault, probability) {
      const struck = chance() < probability
      if (struck) counts[fault]++
      return struck
    },
    count(fault) {
      counts[fault]++
    },
    counts,
  }
}
