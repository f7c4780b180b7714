/** HTTP on this machine: requests become the events of API Gateway's HTTP API, for the routes that the cloud serves too. */
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import { clientNetwork } from '../../http/client-network.ts'
import type { Router } from '../../http/router.ts'
import { failureFields, type Log } from '../../observability/log.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { ResponseCache } from '../../response-cache.ts'
import { byteBudget } from './byte-budget.ts'
import { onClientError, onExpectation } from './client-error.ts'
import { openCompressor } from './compress.ts'
import { limitConnections, MAX_CONNECTIONS } from './connection-limits.ts'
import { clientAddress, handleRequest, TOO_MANY_REQUESTS } from './handle-request.ts'
import { type PendingResponses, trackPendingResponses } from './pending-responses.ts'
import { limitRequestsPerTurn } from './requests-per-turn.ts'
import { MAX_REQUESTS_BYTES, MAX_UNSENT_ANSWER_BYTES, oneAtATime } from './response-limits.ts'
import { IDLE_TIMEOUT_SECONDS, sendReply } from './send.ts'

/** How long answers under way may take once the server is to close. */
const CLOSE_TIMEOUT_MS = 5000

/** How long a client may leave an answer that waits for it, or ask nothing, ms: it would be held in memory for ever. */
const STALLED_TIMEOUT_MS = (IDLE_TIMEOUT_SECONDS + 1) * 1000

/** Against clients that send a byte a minute: header and whole request must be there by then (ms). */
const LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // STALLED_TIMEOUT_MS ends idle connections too: Node would set two more timers at each request.
  keepAliveTimeout: 0,
  maxHeaderSize: 16 * 1024,
  // As from Node 22 on: a feed of a game is written without waiting for room.
  highWaterMark: 64 * 1024,
  // Node would refuse what has no Host with an empty answer; ours says what is missing.
  requireHostHeader: false,
}

/** PEM texts. */
export interface Tls {
  readonly cert: string
  readonly key: string
}

export interface HttpServerOptions {
  readonly router: Router
  readonly host: string
  /** 0 is any free one. */
  readonly port: number
  readonly tls?: Tls | undefined
  /** The client is the last address of X-Forwarded-For; without a proxy the client could write any address there. */
  readonly behindProxy?: boolean
  readonly log: Log
  readonly metrics?: Metrics | undefined
  /** The cache of compressed bytes. */
  readonly cache?: ResponseCache
  /** How long a client may take nothing of its answer, ms. */
  readonly stalledTimeoutMs?: number
  /** Bytes of answers that may wait for clients to take them, of all connections together. */
  readonly maxUnsentBytes?: number
  /** Bytes of requests that are not answered yet, of all connections together. */
  readonly maxRequestsBytes?: number
  readonly maxConnections?: number
}

export interface HttpServer {
  /** `http://HOST:PORT` or `https://…` */
  readonly url: string
  /** Answers what is under way, takes nothing new. */
  close(): Promise<void>
}

/** Listens: `cannot-listen` where the address is taken or not ours, `bad-tls` where certificate and key do not serve. */
export async function serveHttp(options: HttpServerOptions): Promise<Result<HttpServer>> {
  const { router, host, port, tls, behindProxy = false, log, metrics, cache = new ResponseCache() } = options
  let streams = 0
  const change = (by: number) => {
    streams += by
    metrics?.set('touchmove_streams_open', streams)
  }
  /** What has been answered and goes on is a live stream. */
  const countStream = (response: ServerResponse) => {
    if (response.writableEnded || response.closed) return
    change(1)
    response.once('close', () => change(-1))
  }
  const compressor = openCompressor(cache)
  const budgets = {
    requests: byteBudget(options.maxRequestsBytes ?? MAX_REQUESTS_BYTES),
    answers: byteBudget(options.maxUnsentBytes ?? MAX_UNSENT_ANSWER_BYTES),
  }
  const onFault = (fault: unknown, response: ServerResponse) => {
    log.write('error', 'fault', failureFields(fault))
    response.destroy()
  }
  const inTurn = oneAtATime(budgets, (response) => sendReply(response, TOO_MANY_REQUESTS), onFault)
  const onRequest: RequestListener = (request, response) => {
    const client = clientNetwork(clientAddress(request, behindProxy) ?? '')
    inTurn(request, response, client, async (memory) => {
      await handleRequest(router, request, response, { behindProxy, compressor, memory })
      countStream(response)
    })
  }
  const made = makeServer(tls, onRequest)
  if (!made.ok) return made
  const server = made.value
  const underWay = trackPendingResponses(server)
  onClientError(server, underWay)
  onExpectation(server)
  limitConnections(server, options.maxConnections ?? MAX_CONNECTIONS, behindProxy)
  limitRequestsPerTurn(server, tls === undefined ? 'connection' : 'secureConnection')
  closeStalled(server, underWay, options.stalledTimeoutMs ?? STALLED_TIMEOUT_MS)
  const failure = await listen(server, host, port)
  if (failure !== null) return refuse('cannot-listen', reasonOf(failure, host, port))
  const { port: taken } = server.address() as AddressInfo
  const scheme = tls === undefined ? 'http' : 'https'
  return ok({
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: () => close(server),
  })
}

function makeServer(tls: Tls | undefined, onRequest: RequestListener): Result<Server> {
  if (tls === undefined) return ok(createServer(LIMITS, onRequest))
  try {
    return ok(
      createTlsServer(
        { ...LIMITS, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: LIMITS.headersTimeout },
        onRequest,
      ),
    )
  } catch (error) {
    return refuse('bad-tls', `certificate and key do not serve: ${(error as Error).message}`)
  }
}

/** Closes connections whose client reads no answer, or sends no further request. A request in progress may take its time. */
function closeStalled(server: Server, underWay: PendingResponses, ms: number): void {
  server.timeout = ms
  server.on('timeout', (socket: Socket) => {
    const working = underWay(socket).length > 0 && socket.writableLength === 0
    if (working) socket.setTimeout(ms)
    else socket.destroy()
  })
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
  // A connection may be kept by its client after the answer that was under way.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
