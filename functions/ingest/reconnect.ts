/**
 * Reconnecting to boards: when a lost connection is opened again, what is noted of it, and which instants of a device are
 * plausible.
 */

import { exponentialMs } from '../retries.ts'
import { noteOf, type OnSourceNote } from './sources/source-remark.ts'

const BACKOFF = { firstMs: 500, longestMs: 15_000 }

/** Ms to wait before attempt 0, 1, 2 … after a line was lost: twice as long each time, up to a quarter of a minute. */
const reconnectDelayMs = (attempt: number): number => exponentialMs(attempt, BACKOFF)

interface EndedLine {
  readonly place: string
  /** Null: it ended without a failure, which `ended` calls by its name. */
  readonly reason: string | null
  readonly ended: 'connection-ended' | 'line-ended'
}

/** Notes that a line has ended, and waits until it is to be opened again. */
export async function waitToReconnect(
  { note, pause }: { readonly note: OnSourceNote; readonly pause: (ms: number) => Promise<void> },
  attempt: number,
  { place, reason, ended }: EndedLine,
): Promise<void> {
  const wait = reconnectDelayMs(attempt)
  const again = { place, seconds: wait / 1000 }
  if (reason === null) noteOf(note, ended, again)
  else noteOf(note, 'connection-failed', { ...again, why: reason })
  await pause(wait)
}

/** A device's clock may differ from ours by so many ms and still tell when things happened. */
export const CLOCK_SKEW_MS = 2000

/**
 * When something happened (ms) by the word of a device's clock, our own `now` where that cannot be: it tells nothing, an
 * instant to come, or one longer ago than `most`. A clock that is set anew takes no event out of its time.
 */
export const plausibleInstant = (stated: number | null, now: number, most: number): number =>
  stated === null || stated - now > CLOCK_SKEW_MS || now - stated > most ? now : stated
