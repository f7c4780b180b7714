/** One HTTP request of this machine: read within bounds, given to the router, answered. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { type Failure, problem } from '../../http/reply.ts'
import type { Router } from '../../http/router.ts'
import { type Compressor, plainTags } from './compress.ts'
import { toApiGatewayEvent } from './request-event.ts'
import { type UnsentBytes, unsentBytes } from './response-limits.ts'
import { sendReply } from './send.ts'

/** The most that any route takes, and some more so that the route itself can say what it takes. */
export const MAX_REQUEST_BYTES = 2 * 1024 * 1024

const TOO_MUCH_UNSENT = problem({
  code: 'unavailable',
  message: 'others have not taken their answers yet; send the request again',
})

/** A client that disconnects harms no other: a request that arrived in full is executed, its answer is discarded. */
export async function handleRequest(
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
  behindProxy: boolean,
  compressor: Compressor,
  unsent: UnsentBytes = unsentBytes(),
): Promise<void> {
  response.on('error', () => {})
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    return refuseAndClose(response, { code: 'bad-request', message: 'an HTTP/1.1 request has a Host header' })
  const body = await readBody(request)
  if (body === 'aborted') return
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
  const encoded = await compressor.encoded(reply, asked)
  const bytes = encoded.bytes?.length ?? Buffer.byteLength(encoded.body ?? '')
  sendReply(response, unsent.admit(response, bytes) ? encoded : TOO_MUCH_UNSENT)
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

async function readBody(request: IncomingMessage): Promise<Buffer | 'too-large' | 'aborted'> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) return 'too-large'
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_REQUEST_BYTES) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return 'aborted'
  }
  return Buffer.concat(chunks)
}

/** Bytes that are no UTF-8 go as base64, as API Gateway sends what is not text. */
function eventOf(request: IncomingMessage, body: Buffer, behindProxy: boolean): APIGatewayProxyEventV2 {
  const { method = 'GET', socket, httpVersion } = request
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
  const sent = body.length === 0 ? undefined : isUtf8(body) ? body.toString('utf8') : body
  const forwarded = behindProxy ? headers['x-forwarded-for']?.split(',').at(-1)?.trim() : undefined
  const sourceIp = forwarded || socket.remoteAddress
  const peer = { protocol: `HTTP/${httpVersion}`, ...(sourceIp !== undefined && { sourceIp }) }
  return toApiGatewayEvent(method, pathOf(request), headers, sent, peer)
}

/** A target may name the whole URL, as it does to proxies (RFC 9112, 3.2.2). */
const pathOf = ({ url = '/' }: IncomingMessage): string => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
