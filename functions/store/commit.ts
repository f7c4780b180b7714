/** A commit: 1 to 1000 events that enter a stream together, with the hash of its canonical body. */
import { ok, type Result, refuse } from '../../domain/result.ts'
import { canonicalCopy, canonicalJson } from './canonical.ts'
import { sha256OfText } from './hash.ts'

/** The layout of a body. Reading refuses a newer one; an older one, once there is any, is converted on reading. */
const COMMIT_FORMAT = 1
/** Events of one commit at most: an import of a game of usual length fits into one. */
export const MAX_EVENTS = 1000
/** UTF-8 bytes that a body may have. A DynamoDB item may hold 400 KiB; smaller ones are cheaper and load in bounded pages. */
export const MAX_BODY_BYTES = 200 * 1024
/** UTF-8 bytes of a stream's name; a DynamoDB partition key may have 2048. */
const MAX_STREAM_BYTES = 1024

/** All the store asks of an event: that it has a type and is JSON that has a canonical form, which `hashCommit` checks. */
export interface CommitEvent {
  readonly type: string
}

/** A commit before it is hashed. `n` counts from 1 without gaps; `prev` is the hash of commit n − 1, or GENESIS. */
export interface CommitDraft {
  /** `<category>#<id>`: `game#…`, `round#…`. */
  readonly stream: string
  readonly n: number
  readonly prev: string
  /** When the service recorded it: UTC, RFC 3339 with milliseconds, never earlier than that of the previous commit. */
  readonly at: string
  /** The id of the authenticated reporter. */
  readonly principal?: string | undefined
  /** Our clock minus the reporter's in ms, transit included; absent where the report had no time of sending. */
  readonly clockOffset?: number | undefined
  readonly events: readonly CommitEvent[]
}

/** A commit as it is read back from the stored bytes. */
export interface Commit extends CommitDraft {
  readonly format: typeof COMMIT_FORMAT
  readonly hash: string
}

/** What is evidence of a commit, as a log holds it: the hashed bytes and their hash. */
export interface StoredCommit {
  readonly n: number
  /** Canonical JSON of {stream, n, prev, at, principal?, clockOffset?, format, events}. */
  readonly body: string
  /** SHA-256 of `body`. */
  readonly hash: string
}

/** A commit ready to be stored: its events are as they are read back from the body. */
export interface HashedCommit extends Commit, StoredCommit {}

/**
 * Makes a draft's canonical body and its hash. Refused are `bad-commit` (stream, number, `prev` or time malformed, no events or
 * too many), `not-canonical` (canonical.ts) and `commit-too-large`.
 */
export function hashCommit(draft: CommitDraft): Result<HashedCommit> {
  const fault = faultInDraft(draft)
  if (fault !== null) return refuse('bad-commit', fault)
  const { stream, n, prev, at, principal, clockOffset, events } = draft
  const format = COMMIT_FORMAT
  const body = canonicalJson({ stream, n, prev, at, principal, clockOffset, format, events })
  if (!body.ok) return body
  const bytes = Buffer.byteLength(body.value)
  if (bytes > MAX_BODY_BYTES)
    return refuse(
      'commit-too-large',
      `the commit has ${bytes} bytes; ${MAX_BODY_BYTES} are allowed: report fewer events at a time`,
    )
  return ok({
    ...{ ...draft, format, body: body.value, hash: sha256OfText(body.value) },
    events: canonicalCopy(events) as readonly CommitEvent[],
  })
}

function faultInDraft({ stream, n, prev, at, events }: CommitDraft): string | null {
  if (!/^[a-z]+#./su.test(stream) || Buffer.byteLength(stream) > MAX_STREAM_BYTES)
    return `the stream is "${stream}"; it must be a category and an id, such as game#A1, of at most ${MAX_STREAM_BYTES} bytes`
  if (!Number.isSafeInteger(n) || n < 1) return `the commit number is ${n}; it must be 1, 2, 3 …`
  if (!/^[0-9a-f]{64}$/.test(prev)) return `prev is "${prev}"; it must be 64 hexadecimal digits`
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at))
    return `at is "${at}"; it must be UTC with milliseconds, such as 2026-01-31T18:00:00.000Z`
  if (events.length < 1 || events.length > MAX_EVENTS)
    return `the commit has ${events.length} events; it must have 1 to ${MAX_EVENTS}`
  return null
}

/**
 * Reads a stored body back. Refused when it is not JSON or lacks a field (`undecodable`), and when its format is later than this
 * program knows (`later-format`). The hash is not compared here: `verifyChain` does that.
 */
export function decodeCommit({ body, hash }: StoredCommit): Result<Commit> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return refuse('undecodable', 'the body is not JSON')
  }
  if (typeof value !== 'object' || value === null) return refuse('undecodable', 'the body is not an object')
  const fields = value as Partial<Commit>
  if (fields.format !== COMMIT_FORMAT) {
    const isLater = typeof fields.format === 'number' && fields.format > COMMIT_FORMAT
    return refuse(
      isLater ? 'later-format' : 'undecodable',
      `the body's format is ${fields.format}; this program reads ${COMMIT_FORMAT}${isLater ? ': a later version wrote it, update this one' : ''}`,
    )
  }
  const whole =
    typeof fields.stream === 'string' &&
    typeof fields.n === 'number' &&
    typeof fields.prev === 'string' &&
    typeof fields.at === 'string' &&
    Array.isArray(fields.events) &&
    fields.events.every((event) => typeof event?.type === 'string')
  if (!whole) return refuse('undecodable', 'the body lacks a stream, n, prev, at or events')
  // The object was just parsed, so it is extended in place.
  return ok(Object.assign(fields as Commit, { hash }))
}
