/** The port of the event store: streams of commits, each written once. */
import type { HashedCommit, StoredCommit } from './commit.ts'
import { GENESIS } from './hash.ts'

/** Number and hash of the last commit of a stream, or of the part of it that was read. */
export interface Head {
  readonly n: number
  readonly hash: string
}

/** The place of a commit, whether or not there is one. */
export interface CommitPlace {
  readonly stream: string
  readonly n: number
}

/** The head of a stream that has no commit yet. */
export const EMPTY_HEAD: Head = { n: 0, hash: GENESIS }

/** A stream as the catalogue lists it. */
export interface StreamEntry {
  readonly stream: string
  /** `at` of its first commit. */
  readonly openedAt: string
}

/**
 * Each function may throw StoreUnavailable; `append` throws UnknownOutcome when nobody can tell whether the commit was
 * stored. Both mean: read again, then decide again.
 */
export interface CommitLog {
  /**
   * Stores the commit under (stream, n) if that place is free. `conflict` says only that it is taken, perhaps by this
   * very commit. The writer knows from a verified head that n − 1 exists; the chain refuses a gap.
   */
  append(commit: HashedCommit): Promise<'stored' | 'conflict'>
  /** All commits with a number above `afterN` in ascending order, by a consistent read: it sees every append that was answered. */
  load(stream: string, afterN: number): Promise<readonly StoredCommit[]>
  /** The last commit, by a consistent read; null for a stream without any. */
  head(stream: string): Promise<Head | null>
  /** Number and hash of the commits at these places, in the order of the places, by a consistent read; null where there is none. */
  at(places: readonly CommitPlace[]): Promise<readonly (Head | null)[]>
  /**
   * Streams of a category in the order of their opening, from those opened at `since` (RFC 3339) on. Each one listed
   * exists; one opened within the last second may be missing, since the cloud's index follows the table with a delay.
   */
  streams(category: string, since?: string): AsyncIterable<StreamEntry>
}

/** The store did not answer within the bounded retries: the request is answered with 503. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}

/** The answer to a write was lost: it may be stored or not. Callers read again and infer nothing from the error. */
export class UnknownOutcome extends StoreUnavailable {
  override readonly name = 'UnknownOutcome'
}

/** The time budget of the request that is being answered was used up before the store was asked. Another try is of no use. */
export class OutOfTime extends StoreUnavailable {
  override readonly name = 'OutOfTime'
}

/** `game` of `game#A1`. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('#'))
