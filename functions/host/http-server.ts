/** HTTP on this machine: requests become the events of API Gateway's HTTP API, for the routes that the cloud serves too. */
import { isUtf8 } from 'node:buffer'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { ok, type Result, refuse } from '../../domain/result.ts'
import { problem, type Reply } from '../http/reply.ts'
import type { Router } from '../http/router.ts'
import { requestEvent } from './request-event.ts'

/** The most that any route takes, and some more so that the route itself can say what it takes. */
const MOST_BYTES = 2 * 1024 * 1024
/** How long answers under way may take once the server is to close. */
const PATIENCE = 5000

export interface HttpServer {
  /** `http://HOST:PORT` */
  readonly url: string
  /** Answers what is under way, takes nothing new. */
  close(): Promise<void>
}

/** Listens; `cannot-listen` where the address is taken or not ours. Port 0 is any free one. */
export async function serveHttp(router: Router, host: string, port: number): Promise<Result<HttpServer>> {
  const server = createServer((request, response) => {
    handle(router, request, response).catch((fault) => {
      console.error(fault)
      response.destroy()
    })
  })
  const failure = await listen(server, host, port)
  if (failure !== null) return refuse('cannot-listen', reasonOf(failure, host, port))
  const { port: taken } = server.address() as AddressInfo
  return ok({ url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, close: () => close(server) })
}

const listen = (server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => {
      server.off('error', resolve)
      resolve(null)
    })
  })

function reasonOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is taken by another process; choose another with --port`
  if (code === 'EACCES') return `this user may not listen on port ${port}; choose one above 1023 with --port`
  return `cannot listen on ${host}:${port}: ${message}`
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), PATIENCE)
  await closed
  clearTimeout(late)
}

/** A client that goes away in the middle harms nobody: what it sent in full is done, its answer is thrown away. */
async function handle(router: Router, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on('error', () => {})
  const body = await readBody(request)
  if (body === 'aborted') return
  if (body === 'too-large') {
    const refusal = problem({ code: 'too-large', message: `the body has more than ${MOST_BYTES} bytes` })
    // The rest of the body is not read, so the connection cannot be used again.
    send(response, { ...refusal, headers: { ...refusal.headers, connection: 'close' } })
    return
  }
  send(response, await router(eventOf(request, body)))
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too-large' | 'aborted'> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return 'too-large'
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MOST_BYTES) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return 'aborted'
  }
  return Buffer.concat(chunks)
}

/** Bytes that are no UTF-8 go as base64, as API Gateway sends what is not text. */
function eventOf(request: IncomingMessage, body: Buffer): APIGatewayProxyEventV2 {
  const { method = 'GET', url = '/', socket, httpVersion } = request
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
  const sent = body.length === 0 ? undefined : isUtf8(body) ? body.toString('utf8') : body
  const peer = {
    protocol: `HTTP/${httpVersion}`,
    ...(socket.remoteAddress !== undefined && { sourceIp: socket.remoteAddress }),
  }
  return requestEvent(method, url, headers, sent, peer)
}

function send(response: ServerResponse, reply: Reply): void {
  const { statusCode = 200, headers = {}, body, isBase64Encoded = false } = reply
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, typeof value === 'boolean' ? String(value) : value)
  response.statusCode = statusCode
  if (body === undefined) response.end()
  else response.end(isBase64Encoded ? Buffer.from(body, 'base64') : body)
}
