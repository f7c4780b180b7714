/** What the use cases need from outside: the store, time, ids and chance. `runtime.ts` makes the real ones. */
import type { Metrics } from './metrics/metrics.ts'
import type { Pause } from './store/backoff.ts'
import type { CommitLog } from './store/commit-log.ts'
import type { Documents } from './store/documents.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export interface Ids {
  /** A new id in the contract's alphabet; later ones sort after earlier ones. */
  next(): string
}

export interface Random {
  bytes(count: number): Uint8Array
}

export interface Ports {
  readonly log: CommitLog
  /** Persons and free texts: all that must be erasable. */
  readonly persons: Documents<unknown>
  /** Tournaments, rounds' names, tokens. */
  readonly registry: Documents<unknown>
  /** What can be made again from the record: indexes, and how far those who follow it have come. */
  readonly views: Documents<unknown>
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  /** No other process writes to the store, so what is warm in this one is all there is. */
  readonly soleWriter: boolean
  /** Waits between tries after a lost race. */
  readonly pause: Pause
  /** Where figures are kept; nobody need. */
  readonly metrics?: Metrics
}
