/** Writes a reply to Node's response. */
import type { ServerResponse } from 'node:http'
import type { Reply } from '../../http/reply.ts'

/** A reply whose body may be given as the bytes to be sent. */
export interface EncodedReply extends Reply {
  readonly bytes?: Buffer
}

/** How long an idle connection stays open, as its clients are informed: one that uses it later may lose a request. */
export const IDLE_TIMEOUT_SECONDS = 59
export const KEEP_ALIVE_HEADER = { 'keep-alive': `timeout=${IDLE_TIMEOUT_SECONDS}` }

export function sendReply(response: ServerResponse, reply: EncodedReply): void {
  const { statusCode = 200, headers = {} } = reply
  const staying =
    response.shouldKeepAlive && reply.stream === undefined && headers['connection'] === undefined
  for (const [name, value] of Object.entries({ ...headers, ...(staying && KEEP_ALIVE_HEADER) }))
    response.setHeader(name, typeof value === 'boolean' ? String(value) : value)
  response.statusCode = statusCode
  if (reply.stream === undefined) response.end(bodyBytes(reply))
  else openStream(response)
}

/**
 * A stream ends with its connection (RFC 9112, 6.3), so that each message is one write without the framing of a chunk.
 * Readers that read nothing are disconnected by feeds/stream-readers.ts: a socket's timeout, reset at each of a thousand writes,
 * would cost a tenth of their time.
 */
function openStream(response: ServerResponse): void {
  response.setHeader('connection', 'close')
  response.removeHeader('transfer-encoding')
  response.flushHeaders()
  response.socket?.setTimeout(0)
}

/** The bytes of a reply's body; undefined where there is none. */
export function bodyBytes({ bytes, body, isBase64Encoded = false }: EncodedReply): Buffer | undefined {
  if (bytes !== undefined || body === undefined) return bytes
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
}
