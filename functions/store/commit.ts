/** A commit: 1 to 1000 events that enter a stream together, with the hash of its canonical body. */
import { ok, type Result, refuse } from '../../domain/result.ts'
import { canonicalCopy, canonicalJson } from './canonical.ts'
import { sha256OfText } from './hash.ts'

/** The layout of a body. Reading refuses a newer one; an older one, once there is any, is converted on reading. */
const COMMIT_FORMAT = 1
/** A game of any usual length is one commit where it comes whole. */
export const MAX_EVENTS = 1000
/** UTF-8 bytes of a body. An item may hold 400 KiB; what is smaller is cheaper and loads in bounded pages. */
export const MAX_BODY_BYTES = 200 * 1024
/** UTF-8 bytes of a stream's name; a DynamoDB partition key may have 2048. */
const MAX_STREAM_BYTES = 1024

/** All the store asks of an event: that it has a type and is JSON without fractions, which sealing checks. */
export interface CommitEvent {
  readonly type: string
}

/** What the writer decides. `n` counts from 1 without gaps; `prev` is the hash of commit n − 1, or GENESIS. */
export interface CommitDraft {
  /** `<category>#<id>`: `game#…`, `round#…`. */
  readonly stream: string
  readonly n: number
  readonly prev: string
  /** When the service took it: UTC, RFC 3339 with milliseconds, never before the commit before it. */
  readonly at: string
  /** The authenticated reporter. */
  readonly principal?: string | undefined
  /** Estimated offset of the reporter's clock in ms (ours minus theirs), where they sent the time of sending. */
  readonly clockOffset?: number | undefined
  readonly events: readonly CommitEvent[]
}

/** A commit as it is read back from the stored bytes. */
export interface Commit extends CommitDraft {
  readonly format: typeof COMMIT_FORMAT
  readonly hash: string
}

/** The bytes that prove a commit, as a log holds them; nothing else in an item is evidence. */
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
 * Seals a draft: canonical body and hash. Refused are `bad-commit` (stream, number, link or time malformed, no events
 * or too many), `not-canonical` (see canonical.ts) and `commit-too-large`.
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
 * program knows (`later-format`). Whether it is genuine is the chain's question (chain.ts).
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
  // No other code has the object, so that it can be extended in place.
  return ok(Object.assign(fields as Commit, { hash }))
}
