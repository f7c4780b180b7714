/** When a line to boards that was lost is opened again, and what a clock at its other end may be off by. */

import { exponentialMs } from '../retries.ts'

const BACKOFF = { firstMs: 500, longestMs: 15_000 }

/** Ms to wait before attempt 0, 1, 2 … after a line was lost: twice as long each time, up to a quarter of a minute. */
export const reconnectDelayMs = (attempt: number): number => exponentialMs(attempt, BACKOFF)

/** A device's clock may differ from ours by so many ms and still tell when things happened. */
export const CLOCK_SKEW_MS = 2000

/**
 * When something happened (ms) by the word of a device's clock, our own `now` where that cannot be: it tells nothing, an
 * instant to come, or one longer ago than `most`. A clock that is set anew takes no event out of its time.
 */
export const plausibleInstant = (stated: number | null, now: number, most: number): number =>
  stated === null || stated - now > CLOCK_SKEW_MS || now - stated > most ? now : stated
