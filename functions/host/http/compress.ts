/**
 * Compresses answers, once for all requests of the same bytes. In the cloud CloudFront does so.
 * A strong ETag names the bytes that are sent (RFC 9110, 8.8.3), so each coding has its own: the tag with the coding's name.
 */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import { omit } from '../../../events/omit.ts'
import { variedByEncoding } from '../../http/accepts.ts'
import type { Reply } from '../../http/reply.ts'
import type { ResponseCache } from '../../response-cache.ts'
import type { EncodedReply } from './send.ts'

export type CompressionCoding = 'br' | 'gzip'

/** Bodies of fewer characters gain nothing. */
const MIN_LENGTH = 1_024
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*json|x-ndjson|x-chess-pgn|problem\+json))/

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const compress: Readonly<Record<CompressionCoding, (body: string) => Promise<Buffer>>> = {
  // At these levels a round's PGN takes a few milliseconds; higher levels save little on movetext.
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => gzipped(body, { level: 5 }),
}

export interface Compressor {
  /** The reply for a client: `accepts` is its Accept-Encoding, `held` its If-None-Match. */
  encoded(
    reply: Reply,
    asked: { readonly url: string; readonly accepts: string | undefined; readonly held: string | undefined },
  ): Promise<EncodedReply>
}

/** `cache` stores the compressed bytes by URL and coding, for the version that the ETag names. */
export function openCompressor(cache: ResponseCache): Compressor {
  return {
    async encoded(reply, { url, accepts, held }) {
      const { headers = {}, body, statusCode } = reply
      const etag = headers['etag']
      if (statusCode === 304 && typeof etag === 'string') return withCodedTag(reply, etag, held)
      const coding = negotiateCoding(accepts)
      const type = String(headers['content-type'] ?? '')
      if (
        statusCode !== 200 ||
        body === undefined ||
        reply.isBase64Encoded ||
        headers['content-encoding'] !== undefined
      )
        return reply
      if (body.length < MIN_LENGTH || !COMPRESSIBLE.test(type)) return reply
      const vary = variedByEncoding(reply)
      if (coding === null) return { ...reply, headers: { ...headers, vary } }
      const bytes =
        typeof etag === 'string'
          ? await cache.bytes(`${coding} ${url}`, etag, () => compress[coding](body))
          : await compress[coding](body)
      const tag = typeof etag === 'string' ? { etag: etag.replace(/"$/, `-${coding}"`) } : {}
      const encoded = { ...headers, ...tag, vary, 'content-encoding': coding }
      return { ...omit(reply, 'body'), headers: encoded, bytes }
    },
  }
}

/** A request's `If-None-Match` with tags as the routes know them, without the names of codings. */
export const plainTags = (header: string | undefined): string | undefined =>
  header?.replaceAll(/-(?:br|gzip)"/g, '"')

/** A 304 with the tag that the client holds: the one of the coding that it was sent. */
function withCodedTag(reply: Reply, etag: string, held: string | undefined): Reply {
  const plain = etag.slice(0, -1)
  const own = held?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  const tag = own?.find((each) => each === `${plain}-br"` || each === `${plain}-gzip"`) ?? etag
  return { ...reply, headers: { ...reply.headers, etag: tag } }
}

/** Brotli if the client accepts it, else gzip if it accepts that, else null. */
function negotiateCoding(accepts = ''): CompressionCoding | null {
  const accepted = new Negotiator({ headers: { 'accept-encoding': accepts } }).encodings(['br', 'gzip'])
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}
