/** Waiting between tries: exponential with full jitter, so that writers that conflicted do not conflict again in step. */

import { exponentialMs } from '../retries.ts'

/** Randomness and time come from outside, so that a test can fix both. */
export interface BackoffRuntime {
  /** 0 ≤ random() < 1. */
  random(): number
  sleep(ms: number): Promise<void>
}

/** Waits before attempt 1, 2, 3 …; attempt 0 is made without a wait. */
export type Pause = (attempt: number) => Promise<void>

/** Waits a random part of `firstMs` doubled with each attempt, never more than `longestMs`. */
export function backoff(runtime: BackoffRuntime, firstMs = 5, longestMs = 400): Pause {
  return (attempt) => runtime.sleep(runtime.random() * exponentialMs(attempt, { firstMs, longestMs }))
}
