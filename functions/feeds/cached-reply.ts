/** Replies with a rendered text, which is cached by what its reader may see of it. */

import { type ConditionalRequest, holdsTag, type TagOptions, tagOfView, withTag } from '../http/etag.ts'
import { problem, type Reply } from '../http/reply.ts'
import type { ResponseCache } from '../response-cache.ts'
import type { LazySnapshot, Snapshot } from './snapshots.ts'

/**
 * A kind of document. Its text depends on the snapshot and the options alone (no clock, no store, nothing of the request), since
 * these make its key and its version.
 */
export interface CachedDocument<S extends Snapshot, Options> {
  readonly name: string
  readonly contentType: string
  /** `cache` is for parts that stay while others change, such as the games of a round. */
  render(seen: S, options: Options, cache: ResponseCache): string
}

interface Asking {
  readonly event: ConditionalRequest
  readonly tag?: TagOptions
}

/**
 * The reply with a document. Its key in the cache is made of document, options, visibility and the snapshot's name; its version is
 * the strong tag. A reader who has that version is answered 304, and a cached text is sent, without reading the states.
 */
export function cachedReply<S extends Snapshot, Options>(
  cache: ResponseCache,
  document: CachedDocument<S, Options>,
  looked: S | LazySnapshot<S>,
  options: Options,
  request: Asking,
): Reply | Promise<Reply> {
  const view = `${document.name} ${JSON.stringify(options)}`
  const key = `${view} ${looked.reading} ${looked.name}`
  const reply = (seen: Snapshot, text: (etag: string) => string): Reply =>
    withTag(seen, view, request.event, document.contentType, text, request.tag)
  const rendered = (seen: S): Reply =>
    reply(seen, (etag) => cache.text(key, etag, () => document.render(seen, options, cache)))
  // States of the record are live: they are rendered before anything else is waited for.
  if (!('open' in looked)) return rendered(looked)
  const etag = tagOfView(looked, view)
  const cached = cache.known(key, etag)
  if (cached !== undefined || holdsTag(request.event.headers['if-none-match'], etag))
    return reply(looked, () => cached ?? '')
  return looked.open().then((opened) => (opened.ok ? rendered(opened.value) : problem(opened.error)))
}
