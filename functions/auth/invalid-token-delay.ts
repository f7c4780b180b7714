/**
 * Slows down sources that send invalid tokens, and only those: a valid token never waits, whatever else comes from its address.
 * It is our own code, since rate-limiter-flexible counts in fixed windows and refuses, where here each failure is answered later.
 */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../ports.ts'
import { exponentialMs } from '../retries.ts'

export interface InvalidTokenDelayOptions {
  readonly clock: Clock
  sleep(ms: number): Promise<unknown>
  /** Called at each failure; `failures`: those of the source that are not forgiven yet. */
  onFailure(source: string, failures: number): void
}

/** Counts a failure of a source and resolves when it may be answered. `too-many`: the source has too many answers waiting. */
export type InvalidTokenDelay = (source: string) => Promise<'refuse' | 'too-many'>

/** Failures of a source that are answered at once, so that somebody who pastes a token wrongly does not notice. */
const FREE_FAILURES = 5
/** One failure is forgiven after so many ms. */
const FORGIVEN_AFTER_MS = 10_000
const BACKOFF = { firstMs: 100, longestMs: 5_000 }
/** Answers of one source that may wait at once; what comes besides is refused at once. */
const MAX_WAITING = 8
/** Sources remembered; the one longest silent goes first. */
const MAX_SOURCES = 10_000

interface Source {
  failures: number
  waiting: number
  last: number
}

export function createInvalidTokenDelay({
  clock,
  sleep,
  onFailure,
}: InvalidTokenDelayOptions): InvalidTokenDelay {
  const sources = new LRUCache<string, Source>({ max: MAX_SOURCES })

  const remember = (name: string): Source => {
    const now = clock.now()
    const source = sources.get(name) ?? { failures: 0, waiting: 0, last: now }
    const forgiven = Math.max(0, (now - source.last) / FORGIVEN_AFTER_MS)
    source.failures = Math.max(0, source.failures - forgiven) + 1
    source.last = now
    sources.set(name, source)
    return source
  }

  return async (name) => {
    const source = remember(name)
    onFailure(name, Math.ceil(source.failures))
    const excess = source.failures - FREE_FAILURES
    if (excess <= 0) return 'refuse'
    if (source.waiting >= MAX_WAITING) return 'too-many'
    source.waiting++
    await sleep(exponentialMs(excess, BACKOFF))
    source.waiting--
    return 'refuse'
  }
}
