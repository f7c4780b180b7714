/** Replies whose text is cached: a route says so by answering with one of these. */

import { allowAnyOrigin } from '../http/cors.ts'
import { type ConditionalRequest, type TagOptions, withTag } from '../http/etag.ts'
import type { Reply } from '../http/reply.ts'
import type { ResponseCache } from '../response-cache.ts'
import type { Snapshot } from './read-context.ts'

/**
 * A kind of document. Its text follows from what was seen and from the options alone (no clock, no store, nothing of the
 * request), for these make its key and its version.
 */
export interface CachedDocument<S extends Snapshot, Options> {
  readonly name: string
  readonly contentType: string
  /** `cache` is for parts that stay while others change, such as the games of a round. */
  render(seen: S, options: Options, cache: ResponseCache): string
}

interface ReplyRequest {
  readonly event: ConditionalRequest
  readonly tag?: TagOptions
}

/** Key: document, options, and what was seen by whom. Version: the strong tag, which is made of all of it and of the events. */
export function cachedReply<S extends Snapshot, Options>(
  cache: ResponseCache,
  { name, contentType, render }: CachedDocument<S, Options>,
  seen: S,
  options: Options,
  { event, tag }: ReplyRequest,
): Reply {
  const view = `${name} ${JSON.stringify(options)}`
  const key = `${view} ${seen.reading} ${seen.name}`
  const text = (etag: string) => cache.text(key, etag, () => render(seen, options, cache))
  return allowAnyOrigin(withTag(seen, view, event, contentType, text, tag))
}
