/** The HTTP server of a host: requests become events of API Gateway's HTTP API, which the routes of the cloud take. */
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

/** How long answers under way may take once the server closes, ms. */
const CLOSE_TIMEOUT_MS = 5000

/** How long a client may leave an answer unread, or send no request, ms: unread answers would stay in memory for ever. */
const STALLED_TIMEOUT_MS = (IDLE_TIMEOUT_SECONDS + 1) * 1000

/** Timeouts in ms, for header and whole request, against clients that send a byte a minute; sizes in bytes. */
const LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // STALLED_TIMEOUT_MS ends idle connections too: Node would set two more timers at each request.
  keepAliveTimeout: 0,
  maxHeaderSize: 16 * 1024,
  // The default from Node 22 on: a game's feed is written without waiting for the client.
  highWaterMark: 64 * 1024,
  // Node would answer a request without Host with an empty body; handle-request.ts says what is missing.
  requireHostHeader: false,
}

/** Certificate and private key, as PEM texts. */
export interface Tls {
  readonly cert: string
  readonly key: string
}

export interface HttpServerOptions {
  readonly router: Router
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly tls?: Tls | undefined
  /** The client's address is the last one of X-Forwarded-For. Only for hosts behind a proxy: a client could write any address there. */
  readonly behindProxy?: boolean
  readonly log: Log
  readonly metrics?: Metrics | undefined
  /** The cache of compressed bytes. */
  readonly cache?: ResponseCache
  /** How long a client may read nothing of its answer, ms. */
  readonly stalledTimeoutMs?: number
  /** Bytes of answers that may wait to be read by clients, of all connections together. */
  readonly maxUnsentBytes?: number
  /** Bytes of requests that are not answered yet, of all connections together. */
  readonly maxRequestsBytes?: number
  readonly maxConnections?: number
}

export interface HttpServer {
  /** `http://HOST:PORT` or `https://…` */
  readonly url: string
  /** Accepts no more connections, and resolves when answers under way are sent, or after CLOSE_TIMEOUT_MS. */
  close(): Promise<void>
}

/**
 * Starts the server. Refuses with `cannot-listen` where the address is taken or is not this machine's, and with `bad-tls` where
 * certificate and key cannot be used.
 */
export async function serveHttp(options: HttpServerOptions): Promise<Result<HttpServer>> {
  const { router, host, port, tls, behindProxy = false, log, metrics, cache = new ResponseCache() } = options
  let streams = 0
  const change = (by: number) => {
    streams += by
    metrics?.set('touchmove_streams_open', streams)
  }
  /** Counts a response that is still open once its request was handled: that is a live stream. */
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

/**
 * Connections that may wait to be accepted; the system may allow fewer. Node accepts one in each turn of the event loop, so that those
 * of readers who come back together wait. Beyond this their systems would try again after a second, and then after ever more.
 */
const MAX_WAITING_CONNECTIONS = 4_096

const listen = (server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    server.once('error', resolve)
    server.listen({ port, host, backlog: MAX_WAITING_CONNECTIONS }, () => {
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
  // A client may leave its connection open after the answer that was under way.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
