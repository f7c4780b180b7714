/**
 * Replies to the public, kept as the bytes that go out: whoever polls a feed that has not changed costs little more than
 * the sending. Kept is what a route said without a token; it is given again only while all that it rests on stands, which
 * is asked at every request, so that no reply outlives the record it shows. All else goes the whole way.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { delayIn } from '../../feeds/delayed.ts'
import { holdsTag } from '../../http/etag.ts'
import { REQUEST_ID, requestIdOf } from '../../http/middleware/request-id.ts'
import { observer } from '../../http/observe.ts'
import type { Basis, Reply } from '../../http/reply.ts'
import type { Route } from '../../http/route.ts'
import type { Log } from '../../log/log.ts'
import type { Ids } from '../../ports.ts'
import type { Service } from '../../record/service.ts'
import { codingOf, plainTags } from '../compress.ts'
import { bytesOf, KEEP_ALIVE, type Sendable } from '../send.ts'
import { noteReads } from './basis.ts'
import { openShelf, type Shelf } from './shelf.ts'

export interface KeptReplies {
  /** Handles a route that may be kept, for the router: its reply says what it rests on. */
  noting(route: Route): Route['handle']
  /** Answers at once from what is kept; false: the request is to go the whole way. */
  answered(request: IncomingMessage, response: ServerResponse): boolean
  /** Keeps what may be; `reply` is the router's, `encoded` the same as it goes out. Gives back what is to be sent. */
  keep(request: IncomingMessage, reply: Reply, encoded: Sendable): Sendable
}

interface KeptReply {
  readonly basis: Basis
  /** The tag as it goes out, and as the routes know it. */
  readonly etag: string
  readonly plainTag: string
  /** Null where only a reply without a body has been seen. */
  readonly whole: { readonly headers: string[]; readonly bytes: Buffer } | null
  readonly notModified: string[]
  readonly observers: Observers
}

/** Who is told of each request, by what it was answered. */
interface Observers {
  readonly whole: ReturnType<typeof observer>
  readonly notModified: ReturnType<typeof observer>
}

/** Keeps nothing where other processes write too: they ring here too late. */
export function openKeptReplies(service: Service, log?: Log): KeptReplies {
  /** By coding: it stands in for the header that asks for it. */
  const shelves = { plain: openShelf<KeptReply>(), br: openShelf<KeptReply>(), gzip: openShelf<KeptReply>() }
  const shelfFor = ({ 'accept-encoding': accepts }: IncomingHttpHeaders): Shelf<KeptReply> =>
    shelves[(accepts === undefined ? null : codingOf(accepts)) ?? 'plain']

  const observers = new Map<string, Observers>()
  const observersOf = (route: string): Observers => {
    const known = observers.get(route)
    if (known !== undefined) return known
    const by = (status: number) => observer(service, log, { method: 'GET', route, status })
    const made = { whole: by(200), notModified: by(304) }
    observers.set(route, made)
    return made
  }

  /** A short name of this process with a running number: a new id each time would cost a tenth of the answer. */
  const ids = runningIds(service.ids)

  return {
    noting: (route) => async (service, request) => {
      if (!service.soleWriter || request.principal !== null) return route.handle(service, request)
      const noted = noteReads(service, { delay: delayIn(request.params), now: request.receivedAt })
      const reply = await route.handle(noted.service, request)
      if (reply.statusCode !== 200 && reply.statusCode !== 304) return reply
      const holds = noted.holds()
      return holds === null ? reply : { ...reply, basis: { route: route.path, holds } }
    },

    answered(request, response) {
      const { method, url = '/', headers } = request
      if (method !== 'GET' || !isPlain(request)) return false
      const kept = shelfFor(headers).take(url)
      if (kept === undefined) return false
      if (!kept.basis.holds(service.clock)) return false
      const { whole, etag, plainTag, notModified } = kept
      const held = headers['if-none-match']
      const isHeld = held === etag
      // Tags in a list, marked weak or of another coding: the whole way tells which of them to name.
      if (!isHeld && (whole === null || holdsTag(plainTags(held), plainTag))) return false
      const requestId = requestIdOf(headers[REQUEST_ID]?.toString(), ids)
      // It has no body: said to be read, Node does not lead that nothing through the request's stream to its end.
      request.read(0)
      if (isHeld) response.writeHead(304, withId(notModified, requestId)).end()
      else response.writeHead(200, withId(whole!.headers, requestId)).end(whole!.bytes)
      const observe = isHeld ? kept.observers.notModified : kept.observers.whole
      // Sent in the turn it came in, which takes no millisecond: the clock would cost a fiftieth of the answer.
      observe({ requestId, principal: null, ms: 0 })
      return true
    },

    keep(request, reply, encoded) {
      const { basis } = reply
      const etag = encoded.headers?.['etag']
      if (basis === undefined || request.method !== 'GET' || !isPlain(request)) return encoded
      if (typeof etag !== 'string') return encoded
      const { url = '/' } = request
      const shelf = shelfFor(request.headers)
      const bytes = bytesOf(encoded)
      const before = shelf.take(url)
      // Whoever had the bytes already was sent none; they are the same as before if their tag is.
      const same = before?.etag === etag ? before : undefined
      const whole =
        bytes === undefined
          ? (same?.whole ?? null)
          : { headers: listOf({ ...encoded.headers, 'content-length': bytes.length }), bytes }
      const { 'content-type': _, ...others } = reply.headers ?? {}
      const notModified = listOf({ ...others, etag })
      const plainTag = String(reply.headers?.['etag'])
      const kept = { basis, etag, plainTag, whole, notModified, observers: observersOf(basis.route) }
      shelf.put(url, kept, whole?.bytes.length ?? 0)
      return bytes === undefined ? encoded : { ...encoded, bytes }
    },
  }
}

/** Whether a request is one of the public's, without a body, as any HTTP client sends it. */
const isPlain = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.authorization === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers.host !== undefined || httpVersion !== '1.1')

/** Names and values in turn, as Node takes them without looking further; the request's id comes last. */
function listOf({ [REQUEST_ID]: _, ...headers }: NonNullable<Sendable['headers']> = {}): string[] {
  const all = Object.entries({ ...headers, ...KEEP_ALIVE })
  return [...all.flatMap(([name, value]) => [name, String(value)]), REQUEST_ID, '']
}

/** Node has written the list out when `writeHead` comes back, so it serves again. */
function withId(headers: string[], requestId: string): string[] {
  headers[headers.length - 1] = requestId
  return headers
}

/** Of at most twelve characters for long: the engine writes what is longer as two parts, which have to be joined. */
function runningIds({ next }: Ids): Ids {
  let first: string | null = null
  let count = 0
  return {
    next() {
      first ??= next().slice(-6)
      return `${first}-${(++count).toString(36)}`
    },
  }
}
