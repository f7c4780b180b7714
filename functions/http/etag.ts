/**
 * Strong validators: the same tag means the same bytes, and a client that has them already gets 304 (RFC 9110, 8.8.3 and 13.1.2).
 * What is public is kept by caches for a second, and a little longer while they ask again, so that any number of viewers may
 * poll, and for a minute where we do not answer (RFC 5861). A delayed feed is kept no longer: it changes as often. What a token
 * opened stays out of shared caches.
 */
import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { REDUCER_VERSION } from '../../domain/game/index.ts'
import type { Reply } from './reply.ts'

/**
 * Part of every tag that is not made of the bytes themselves: to be raised whenever a renderer gives other bytes for the
 * same state, for a client with the old ones is told that nothing has changed.
 */
export const FEED_VERSION = 15

const PUBLIC = 'public, max-age=1, stale-while-revalidate=5, stale-if-error=60'
const PRIVATE = 'private, no-cache'

/**
 * An hour: what stood after an event stands, until somebody in it is erased or a release reads the record otherwise. So long
 * caches may hold names and words, or the former reading; then they ask again, and the tag tells. After a release the edge is
 * invalidated (docs/deploy.md, "Every release").
 */
const ONE_HOUR = 'max-age=3600'

export type ConditionalRequest = Pick<APIGatewayProxyEventV2, 'headers'>

/** What a document was made of; `version` names the thing and how far its record was read. */
interface DocumentVersion {
  readonly reading: 'all' | 'public'
  readonly version: string
}

export interface TagOptions {
  /** The URL names the event after which the document stands: only an erasure or another reading of the record changes it. */
  readonly lasting?: boolean
}

/**
 * 200 with the document, or 304 where `If-None-Match` holds its tag. The tag is made of (what it was made of, view,
 * version of the software's reading), so nothing is rendered for a client that has it. `render` is told the tag: it names
 * all that the text is made of, and so serves as the version under which the text is cached.
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

/** The tag of a view of what was read, without anything being rendered. */
export const tagOfView = ({ reading, version }: DocumentVersion, view: string): string =>
  tagOf([view, reading, version, REDUCER_VERSION, FEED_VERSION].join('\n'))

/** What caches may do with a document. */
export function cachingOf(reading: DocumentVersion['reading'], { lasting = false }: TagOptions = {}): string {
  if (lasting) return `${reading === 'public' ? 'public' : 'private'}, ${ONE_HOUR}`
  return reading === 'public' ? PUBLIC : PRIVATE
}

/** The same with a tag made of the bytes. */
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

/** If-None-Match compares weakly: `W/` is passed over (RFC 9110, 13.1.2). */
export function holdsTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
