/** Waiting with an end to it. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves once the work is done, or after so many ms; the work then goes on by itself. Rejects as the work does. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const timeout = sleep(ms, undefined, { signal: done.signal }).catch(() => {})
  try {
    await Promise.race([work, timeout])
  } finally {
    // A timer that is left keeps the process alive.
    done.abort()
  }
}
