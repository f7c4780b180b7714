/** One HTTP request of this machine: read within bounds, given to the router, answered. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { type Failure, problem } from '../../http/reply.ts'
import type { Router } from '../../http/router.ts'
import { type Compressor, plainTags } from './compress.ts'
import { toApiGatewayEvent } from './request-event.ts'
import type { HeldMemory } from './response-limits.ts'
import { sendReply } from './send.ts'

/** The most that any route takes, and some more so that the route itself can say what it takes. */
export const MAX_REQUEST_BYTES = 2 * 1024 * 1024

const TOO_MUCH_UNSENT = problem({
  code: 'unavailable',
  message: 'too many answers have not been taken yet; take yours, and send the request again',
})

/** No room for another request, or for the rest of this one. */
export const TOO_MANY_REQUESTS = problem({
  code: 'unavailable',
  message: 'too many requests are under way; send the request again',
  headers: { connection: 'close' },
})

/** As Node looks for it. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

export interface HandlingOptions {
  /** The client is the last address of X-Forwarded-For. */
  readonly behindProxy: boolean
  readonly compressor: Compressor
  /** What the request makes the host hold; without it nobody counts. */
  readonly memory?: HeldMemory
}

/** A client that disconnects harms no other: a request that arrived in full is executed, its answer is discarded. */
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
  // An answer that waits to be compressed is held as well.
  if (memory?.answer.resize(Buffer.byteLength(reply.body ?? '')) === false)
    return sendReply(response, TOO_MUCH_UNSENT)
  const encoded = await compressor.encoded(reply, asked)
  if (encoded.bytes !== undefined) memory?.answer.resize(encoded.bytes.length)
  sendReply(response, encoded)
  // A response gathers what it is given until the turn ends; a stream's messages can go straight to the connection.
  await reply.stream?.(response, response.socket ?? response)
}

/**
 * A response waits for the earlier responses of its connection. A response that never gets the connection sees no `close`
 * event either, so a stream would be held open for ever.
 */
const socketAssigned = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.socket !== null) resolve()
    else response.once('socket', () => resolve())
  })

/** The rest of the request is not read, so the connection cannot be used again. */
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

/** Bytes that are no UTF-8 go as base64, as API Gateway sends what is not text. */
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

/** No address is longer; what is remembered of each client has a bound. */
const MAX_ADDRESS_LENGTH = 64

/** Undefined where the connection has ended. */
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

/** A target may name the whole URL, as it does to proxies (RFC 9112, 3.2.2). */
const pathOf = ({ url = '/' }: IncomingMessage): string => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
