/** Handles one HTTP request: reads it within bounds, gives it to the router, and sends the answer. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { type Failure, problem } from '../../http/reply.ts'
import type { Router } from '../../http/router.ts'
import { type Compressor, plainTags } from './compress.ts'
import { toApiGatewayEvent } from './request-event.ts'
import type { HeldMemory } from './response-limits.ts'
import { sendReply } from './send.ts'

/** More than any route accepts, so that the route itself can say what it accepts. */
export const MAX_REQUEST_BYTES = 2 * 1024 * 1024

const TOO_MUCH_UNSENT = problem({
  code: 'unavailable',
  message: 'too many answers have not been taken yet; take yours, and send the request again',
})

/** The answer where there is no memory for another request, or for the rest of this one. */
export const TOO_MANY_REQUESTS = problem({
  code: 'unavailable',
  message: 'too many requests are under way; send the request again',
  headers: { connection: 'close' },
})

/** Node's own pattern for this expectation. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

export interface HandlingOptions {
  /** The client is the last address of X-Forwarded-For. */
  readonly behindProxy: boolean
  readonly compressor: Compressor
  /** Counts what the request makes the host hold; without it nothing is limited. */
  readonly memory?: HeldMemory
}

/** Never fails because a client disconnects: a request that arrived in full is executed, and its answer discarded. */
export async function handleRequest(
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
  { behindProxy, compressor, memory }: HandlingOptions,
): Promise<void> {
  response.on('error', () => {})
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    return refuseAndClose(response, { code: 'bad-request', message: 'an HTTP/1.1 request has a Host header' })
  if (request.headers.expect !== undefined && !CONTINUE.test(request.headers.expect))
    return refuseAndClose(response, {
      code: 'expectation-failed',
      message: 'the only expectation that is met is 100-continue',
    })
  const body = await readBody(request, memory)
  if (body === 'aborted') return
  if (body === 'no-room') return sendReply(response, TOO_MANY_REQUESTS)
  if (body === 'too-large')
    return refuseAndClose(response, {
      code: 'too-large',
      message: `the body has more than ${MAX_REQUEST_BYTES} bytes`,
    })
  const event = eventOf(request, body, behindProxy)
  const held = event.headers['if-none-match']
  const plain = plainTags(held)
  if (plain !== undefined) event.headers['if-none-match'] = plain
  const reply = await router(event)
  if (reply.stream !== undefined) await socketAssigned(response)
  const asked = { url: request.url ?? '/', accepts: event.headers['accept-encoding'], held }
  // The answer is counted before it is compressed: until then it is held whole.
  if (memory?.answer.resize(Buffer.byteLength(reply.body ?? '')) === false)
    return sendReply(response, TOO_MUCH_UNSENT)
  const encoded = await compressor.encoded(reply, asked)
  if (encoded.bytes !== undefined) memory?.answer.resize(encoded.bytes.length)
  sendReply(response, encoded)
  // A response collects what is written to it until the event loop's turn ends; a stream may write to the connection itself.
  await reply.stream?.(response, response.socket ?? response)
}

/**
 * Waits until the response has its connection, after the earlier responses. One that never gets the connection emits no `close`
 * either, so a stream that was begun before would stay open for ever.
 */
const socketAssigned = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.socket !== null) resolve()
    else response.once('socket', () => resolve())
  })

/** Refuses a request and closes its connection: the rest of the request is not read. */
function refuseAndClose(response: ServerResponse, failure: Failure): void {
  sendReply(response, problem({ ...failure, headers: { connection: 'close' } }))
}

async function readBody(
  request: IncomingMessage,
  memory: HeldMemory | undefined,
): Promise<Buffer | 'too-large' | 'aborted' | 'no-room'> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) return 'too-large'
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_REQUEST_BYTES) return 'too-large'
      if (memory?.takeBody(bytes) === false) return 'no-room'
      chunks.push(chunk)
    }
  } catch {
    return 'aborted'
  }
  memory?.endBody(bytes)
  return Buffer.concat(chunks)
}

/** The request as an event of API Gateway. A body that is not UTF-8 is given as base64, as API Gateway gives what is not text. */
function eventOf(request: IncomingMessage, body: Buffer, behindProxy: boolean): APIGatewayProxyEventV2 {
  const { method = 'GET', httpVersion } = request
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
  const sent = body.length === 0 ? undefined : isUtf8(body) ? body.toString('utf8') : body
  const sourceIp = clientAddress(request, behindProxy)
  const peer = { protocol: `HTTP/${httpVersion}`, ...(sourceIp !== undefined && { sourceIp }) }
  return toApiGatewayEvent(method, pathOf(request), headers, sent, peer)
}

/** Characters. No address is longer, and the header must not make the host remember more. */
const MAX_ADDRESS_LENGTH = 64

/** The client's IP address; undefined where the connection has ended. */
export function clientAddress(
  { headers, socket }: IncomingMessage,
  behindProxy: boolean,
): string | undefined {
  const all = headers['x-forwarded-for']
  const forwarded = behindProxy
    ? String(all ?? '')
        .split(',')
        .at(-1)
        ?.trim()
        .slice(0, MAX_ADDRESS_LENGTH)
    : undefined
  return forwarded || socket.remoteAddress
}

/** Path and query. The request's target may be a whole URL, as it is for proxies (RFC 9112, 3.2.2). */
const pathOf = ({ url = '/' }: IncomingMessage): string => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
