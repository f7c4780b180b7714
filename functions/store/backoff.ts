/** Waiting between tries: exponential with full jitter, so that writers that conflicted do not conflict again in step. */

import { exponentialMs } from '../retries.ts'

/** Randomness and time come from outside, so that a test can fix both. */
export interface BackoffRuntime {
  /** 0 ≤ random() < 1. */
  random(): number
  sleep(ms: number): Promise<void>
}

/** Waits before try 1, 2, 3 …; the first try (0) is made without. */
export type Pause = (attempt: number) => Promise<void>

/** Waits a random part of `base` ms doubled with each attempt, never more than `cap` ms. */
export function backoff(chance: BackoffRuntime, base = 5, cap = 400): Pause {
  return (attempt) =>
    chance.sleep(chance.random() * exponentialMs(attempt, { firstMs: base, longestMs: cap }))
}
