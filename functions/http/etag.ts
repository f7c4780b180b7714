/**
 * Strong validators: the same tag means the same bytes, and a client that has them already gets 304 (RFC 9110, 8.8.3 and 13.1.2).
 * Any number of viewers may poll: a cache gives a public answer for a second (`max-age=1`), for five more while it asks again
 * (`stale-while-revalidate`), and for a minute where the service does not answer (`stale-if-error`, RFC 5861). Delayed feeds have the same times: they change as often. What a token opened
 * stays out of shared caches.
 */
import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { REDUCER_VERSION } from '../../domain/game/index.ts'
import type { Reply } from './reply.ts'

/**
 * Part of every tag that is not made of the bytes themselves. It must be raised whenever a renderer gives other bytes for the
 * same state, since a client with the old bytes would be answered 304.
 */
export const FEED_VERSION = 16

const PUBLIC = 'public, max-age=1, stale-while-revalidate=5, stale-if-error=60'
const PRIVATE = 'private, no-cache'

/**
 * The state after a given event never changes, except that somebody in it is erased or that a release reads the record
 * otherwise. Caches may show the former text for an hour; then they ask again with its tag. After a release the edge is
 * invalidated (docs/deploy.md, "Every release").
 */
const ONE_HOUR = 'max-age=3600'

export type ConditionalRequest = Pick<APIGatewayProxyEventV2, 'headers'>

/** What a document is made of: how much of the record its reader may see, and in `version` the thing and how far it was read. */
interface DocumentVersion {
  readonly reading: 'all' | 'public'
  readonly version: string
}

export interface TagOptions {
  /** The URL names the event after which the document stands: only an erasure or another reading of the record changes it. */
  readonly lasting?: boolean
  /** No cache gives it without asking, whatever it shows. */
  readonly isAskedAnew?: boolean
}

/**
 * 200 with the document, or 304 where `If-None-Match` holds its tag. The tag is made of `made`, `view`, REDUCER_VERSION and
 * FEED_VERSION, so nothing is rendered for a client that has the document. `render` gets the tag, which serves as the version
 * under which the text is cached.
 */
export function withTag(
  made: DocumentVersion,
  view: string,
  event: ConditionalRequest,
  contentType: string,
  render: (etag: string) => string,
  options?: TagOptions,
): Reply {
  return tagged(tagOfView(made, view), render, contentType, event, cachingOf(made.reading, options))
}

/** The tag of a document. `view`: the format and its options. Nothing is rendered for it. */
export const tagOfView = ({ reading, version }: DocumentVersion, view: string): string =>
  tagOf([view, reading, version, REDUCER_VERSION, FEED_VERSION].join('\n'))

/** The `Cache-Control` of a document. */
export function cachingOf(
  reading: DocumentVersion['reading'],
  { lasting = false, isAskedAnew = false }: TagOptions = {},
): string {
  if (isAskedAnew) return PRIVATE
  if (lasting) return `${reading === 'public' ? 'public' : 'private'}, ${ONE_HOUR}`
  return reading === 'public' ? PUBLIC : PRIVATE
}

/** Like `withTag`, with a tag made of the bytes. */
export function withEtag(
  body: string,
  contentType: string,
  event: ConditionalRequest,
  cacheControl = PUBLIC,
): Reply {
  return tagged(tagOf(body), () => body, contentType, event, cacheControl)
}

const tagOf = (text: string): string =>
  `"${createHash('sha256').update(text, 'utf8').digest('base64url').slice(0, 27)}"`

function tagged(
  etag: string,
  body: (etag: string) => string,
  contentType: string,
  event: ConditionalRequest,
  cacheControl: string,
): Reply {
  const headers = { etag, 'cache-control': cacheControl, vary: 'authorization, accept' }
  if (holdsTag(event.headers['if-none-match'], etag)) return { statusCode: 304, headers }
  return { statusCode: 200, headers: { ...headers, 'content-type': contentType }, body: body(etag) }
}

/** Whether `If-None-Match` holds the tag. It compares weakly, so `W/` is ignored (RFC 9110, 13.1.2). */
export function holdsTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
