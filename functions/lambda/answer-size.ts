/**
 * The limit of answers: a Lambda function returns at most 6 MB of JSON, in which the body's text is escaped. A larger answer is
 * compressed, a PGN file to about an eighth, for clients that accept that, as the edge does; else it is refused.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptsGzip, variedByEncoding } from '../http/accepts.ts'
import { problem, type Reply } from '../http/reply.ts'

/** Bytes of a body in the answer's JSON; some are left for its headers. */
const MAX_BODY_BYTES = 6_000_000
/** A text of no more characters is never too large: a character takes six bytes at most, as an escaped control character does. */
const SMALL = MAX_BODY_BYTES / 6

const gzipped = promisify(gzip)

/** The reply, compressed or refused where it would be too large. */
export async function withinAnswerSize(
  reply: Reply,
  request: { readonly headers: Readonly<Record<string, string | undefined>> },
): Promise<Reply> {
  const { body, headers, isBase64Encoded } = reply
  if (body === undefined || isBase64Encoded === true || body.length <= SMALL) return reply
  if (Buffer.byteLength(JSON.stringify(body)) <= MAX_BODY_BYTES) return reply
  if (!acceptsGzip(request)) return tooLarge(body, 'with Accept-Encoding: gzip, or for parts of it')
  const packed = (await gzipped(body)).toString('base64')
  if (packed.length > MAX_BODY_BYTES) return tooLarge(body, 'for parts of it')
  const etag = headers?.['etag']
  return {
    ...reply,
    headers: {
      ...headers,
      'content-encoding': 'gzip',
      vary: variedByEncoding(reply),
      // A strong tag would name the bytes that are not sent; caches compare these as they do what the edge compresses.
      ...(typeof etag === 'string' && !etag.startsWith('W/') && { etag: `W/${etag}` }),
    },
    body: packed,
    isBase64Encoded: true,
  }
}

/** `remedy`: what the client should ask for instead. */
const tooLarge = (body: string, remedy: string): Reply => {
  const megabytes = (Buffer.byteLength(body) / 1e6).toFixed(1)
  return problem({
    code: 'answer-too-large',
    message: `the answer has ${megabytes} MB, more than this deployment can send: ask ${remedy}: a round, so many of its boards (rounds/1.pgn?from=1&boards=500), a page`,
  })
}
