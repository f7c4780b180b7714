/** Trying again, for whatever may succeed later: how long to wait before the next try, and how many there are. */

export interface Growth {
  readonly firstMs: number
  readonly longestMs: number
}

/** Ms to wait before retry 0, 1, 2 …: twice as long each time. */
export const exponentialMs = (retry: number, { firstMs, longestMs }: Growth): number =>
  Math.min(longestMs, firstMs * 2 ** retry)

/**
 * Tries until something comes of it, with a pause before each try but the first (`attempt` 0): null from `work` asks for
 * another try, null from here says that there were `tries` of them. What is thrown ends it.
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
