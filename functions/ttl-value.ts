/** A value that is read from the database and cached for a while. */
import type { Clock } from './ports.ts'

export interface TtlValue<T> {
  /** The value, read anew where the last reading began longer ago than it is cached; who asks meanwhile shares the reading. */
  get(): Promise<T>
  /** The value as it was read last, however long ago; undefined while it is read or where it was forgotten. */
  peek(): T | undefined
  /** Has the next call read it anew; what a reading under way finds is not cached. */
  forget(): void
}

interface Reading<T> {
  /** When it began, ms. */
  readonly begun: number
  readonly value: Promise<T>
  found?: T
}

/** `ttlMs`: for how long a reading is cached. One that fails is not cached. */
export function createTtlValue<T>(clock: Clock, ttlMs: number, read: () => Promise<T>): TtlValue<T> {
  let cached: Reading<T> | null = null
  return {
    get() {
      const now = clock.now()
      // After the clock was set back, what was read before that is not taken for new.
      if (cached !== null && now >= cached.begun && now - cached.begun < ttlMs) return cached.value
      const reading: Reading<T> = { begun: now, value: read() }
      cached = reading
      reading.value.then(
        (found) => {
          reading.found = found
        },
        () => {
          if (cached === reading) cached = null
        },
      )
      return reading.value
    },
    peek: () => cached?.found,
    forget() {
      cached = null
    },
  }
}
