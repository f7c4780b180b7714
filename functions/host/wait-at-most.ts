/** Waits for work, but no longer than a given time. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves once the work is done or after `ms`; the work then goes on unattended. Rejects where the work does. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const timeout = sleep(ms, undefined, { signal: done.signal }).catch(() => {})
  try {
    await Promise.race([work, timeout])
  } finally {
    // A pending timer would keep the process alive.
    done.abort()
  }
}
