/**
 * Answers compressed on their way out, once for all who ask for the same bytes. In the cloud CloudFront does it.
 * A strong tag names the bytes that are sent (RFC 9110, 8.8.3), so each coding has its own: the tag with the coding's name.
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { Reply } from '../http/reply.ts'
import type { Sendable } from './send.ts'

export type Coding = 'br' | 'gzip'

/** What is shorter gains nothing. */
const LEAST = 1_024
/** Bytes of compressed bodies kept, the one longest unused going first. */
const MOST_KEPT = 32_000_000

const TEXT = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*json|x-ndjson|x-chess-pgn|problem\+json))/

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

const compress: Readonly<Record<Coding, (body: string) => Promise<Buffer>>> = {
  // Levels at which a round's file takes a few milliseconds; higher ones save little on movetext.
  br: (body) => inBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => inGzip(body, { level: 5 }),
}

export interface Compressor {
  /** The reply as it goes out to who accepts these codings and had these tags. */
  encoded(
    reply: Reply,
    asked: { readonly url: string; readonly accepts: string | undefined; readonly held: string | undefined },
  ): Promise<Sendable>
}

export function openCompressor(): Compressor {
  const kept = new Map<string, Promise<Buffer>>()
  const sizes = new Map<string, number>()
  let total = 0

  const forget = (key: string) => {
    kept.delete(key)
    total -= sizes.get(key) ?? 0
    sizes.delete(key)
  }

  /** Whoever asks meanwhile waits for the same bytes. */
  const once = (key: string, body: string, coding: Coding): Promise<Buffer> => {
    const known = kept.get(key)
    kept.delete(key)
    const bytes = known ?? compress[coding](body)
    kept.set(key, bytes)
    if (known !== undefined) return bytes
    bytes.then(
      ({ length }) => {
        if (kept.get(key) !== bytes) return
        sizes.set(key, length)
        total += length
        for (const oldest of kept.keys()) {
          if (total <= MOST_KEPT) break
          forget(oldest)
        }
      },
      () => forget(key),
    )
    return bytes
  }

  return {
    async encoded(reply, { url, accepts, held }) {
      const { headers = {}, body, statusCode } = reply
      const etag = headers['etag']
      if (statusCode === 304 && typeof etag === 'string') return withHeld(reply, etag, held)
      const coding = codingOf(accepts)
      const type = String(headers['content-type'] ?? '')
      if (
        statusCode !== 200 ||
        body === undefined ||
        reply.isBase64Encoded ||
        headers['content-encoding'] !== undefined
      )
        return reply
      if (body.length < LEAST || !TEXT.test(type)) return reply
      const vary = [headers['vary'], 'accept-encoding'].filter((each) => each !== undefined).join(', ')
      if (coding === null) return { ...reply, headers: { ...headers, vary } }
      const bytes =
        typeof etag === 'string'
          ? await once(`${coding} ${etag} ${url}`, body, coding)
          : await compress[coding](body)
      const tag = typeof etag === 'string' ? { etag: etag.replace(/"$/, `-${coding}"`) } : {}
      const { body: _, ...rest } = reply
      return { ...rest, headers: { ...headers, ...tag, vary, 'content-encoding': coding }, bytes }
    },
  }
}

/** A request's `If-None-Match` with tags as the routes know them. */
export const plainTags = (header: string | undefined): string | undefined =>
  header?.replaceAll(/-(?:br|gzip)"/g, '"')

/** A 304 names the tag its client has: that of the coding he was sent. */
function withHeld(reply: Reply, etag: string, held: string | undefined): Reply {
  const plain = etag.slice(0, -1)
  const own = held?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  const tag = own?.find((each) => each === `${plain}-br"` || each === `${plain}-gzip"`) ?? etag
  return { ...reply, headers: { ...reply.headers, etag: tag } }
}

/** The better coding among those accepted. */
export function codingOf(accepts = ''): Coding | null {
  const accepted = new Negotiator({ headers: { 'accept-encoding': accepts } }).encodings(['br', 'gzip'])
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}
