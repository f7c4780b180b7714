/** What the use cases need from outside: the store, time, ids and random numbers. `runtime.ts` makes the real ones. */

import type { WinnableAnswer } from '../domain/winnable/index.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Pause } from './store/backoff.ts'
import type { CommitLog } from './store/commit-log.ts'
import type { Documents } from './store/documents.ts'
import type { Turns } from './turns.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export interface Ids {
  /** A new id in the alphabet of ids; later ones sort after earlier ones. */
  next(): string
}

export interface Random {
  bytes(count: number): Uint8Array
}

/** The public half of the key that signs a host's anchors. */
export interface AnchorKey {
  /** The first 16 hexadecimal digits of the SHA-256 of the key's 32 bytes. */
  readonly id: string
  /** As `--key` takes it. */
  readonly text: string
}

/** The addresses to which the operator allows webhooks (outbound/targets.ts reads them from a list). */
export interface WebhookTargets {
  /** Nothing but the public internet may be reached, wherever a name leads. */
  readonly publicOnly: boolean
  /** The list as text, for refusals that say what is allowed. */
  readonly text: string
  /** Whether the list has the URL's host as it is written there; names are not resolved. */
  allows(url: string): boolean
}

/** Which side can still mate by some series of legal moves. */
export interface UnwinnabilityAnswers {
  readonly white: WinnableAnswer
  readonly black: WinnableAnswer
}

/** Answers for a position given as FEN, which must be readable. */
export type SearchUnwinnability = (fen: string) => Promise<UnwinnabilityAnswers>

export interface Ports {
  readonly log: CommitLog
  /** Persons and free texts: all that must be erasable. */
  readonly persons: Documents<unknown>
  /** Tournaments, names of rounds, tokens, webhooks and how far each was sent, anchors, the log of appends. */
  readonly registry: Documents<unknown>
  /** What can be made again from the record: views, indexes and the checkpoints of their consumers. */
  readonly views: Documents<unknown>
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  /** No other process writes to the store, so the records in this one's memory are complete. */
  readonly singleWriter: boolean
  /** Runs this process's tasks of one key one after the other. */
  readonly inTurn: Turns
  /** The public key that checks this host's anchors; absent where it signs none. */
  readonly anchorKey?: AnchorKey
  /** Waits between tries after a lost race. */
  readonly pause: Pause
  /**
   * Called for each stream that this process may have written to (app/change-notifier.ts); in the cloud the table's stream
   * notifies.
   */
  readonly notify?: (stream: string) => void
  /** Searches whether a side can still mate, on another thread; a process that does nothing else needs none. */
  readonly searchUnwinnability?: SearchUnwinnability
  /** The operator may name addresses of the host's own network for webhooks, reached without encryption too. */
  readonly allowPrivateNetwork?: boolean
  /** Where the operator lets webhooks go. */
  readonly webhookTargets?: WebhookTargets
  /** Rewrites the store's files so that they hold nothing of what was erased; absent where the database does so by itself. */
  readonly compact?: () => Promise<void>
  /** Where metrics are counted, if anywhere. */
  readonly metrics?: Metrics
  /** Where lines that raise alarms are written, if anywhere. */
  readonly alertLog?: Pick<Log, 'write'>
}
