/** Retries: how long to wait before the next attempt, and how many attempts there are. */

export interface Growth {
  readonly firstMs: number
  readonly longestMs: number
}

/** Ms to wait before retry 0, 1, 2 …: `firstMs` before retry 0, and twice as long each time. */
export const exponentialMs = (retry: number, { firstMs, longestMs }: Growth): number =>
  Math.min(longestMs, firstMs * 2 ** retry)

/**
 * Calls `work` until it resolves with something other than null, at most `tries` times, with a pause before each attempt but
 * the first (`attempt` 0). Null: no attempt succeeded. What `work` throws ends it.
 */
export async function withRetries<T extends object>(
  tries: number,
  pause: (attempt: number) => Promise<void>,
  work: (attempt: number) => Promise<T | null>,
): Promise<T | null> {
  for (let attempt = 0; attempt < tries; attempt++) {
    if (attempt > 0) await pause(attempt)
    const done = await work(attempt)
    if (done !== null) return done
  }
  return null
}
