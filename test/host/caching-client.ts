/** A client of two servers: a host with its cache, and one that reads and renders everything anew for each request. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { serveHttp } from '../../functions/host/http/http-server.ts'
import { createRouter, type Router } from '../../functions/http/router.ts'
import { logOver } from '../../functions/observability/log.ts'
import type { Ports } from '../../functions/ports.ts'
import { ResponseCache } from '../../functions/response-cache.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { openService } from '../kit/compose.ts'
import { openClient, testKeyring, testPorts } from '../kit/service.ts'

export interface Got {
  readonly status: number
  /** Without what differs from request to request. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

type Headers = Readonly<Record<string, string>>

/** Counts what had to be made. */
class CountingCache extends ResponseCache {
  /** Keys of texts rendered. */
  readonly rendered: string[] = []
  /** Keys of bytes compressed. */
  readonly compressed: string[] = []

  override text(key: string, version: string, render: () => string): string {
    return super.text(key, version, () => {
      this.rendered.push(key)
      return render()
    })
  }

  override bytes(key: string, version: string, make: () => Promise<Buffer>): Promise<Buffer> {
    return super.bytes(key, version, () => {
      this.compressed.push(key)
      return make()
    })
  }
}

export async function cachingClient(change: Partial<Ports> = {}, routes = ROUTES) {
  const client = await openClient(testPorts(change))
  const authenticate = authenticator(client.ports, await testKeyring())
  const onFault = (fault: unknown) => client.faults.push(fault)
  const log = logOver(() => {}, 'error')
  const serve = async (ports: Ports, cache: ResponseCache) => {
    const service = openService(ports, cache)
    const router: Router = createRouter({ deps: service, authenticate, onFault }, routes)
    const server = await serveHttp({ router, cache, host: '127.0.0.1', port: 0, log })
    if (!server.ok) throw new Error(server.error.message)
    return { service, ...server.value }
  }
  const cache = new CountingCache()
  const host = await serve({ ...client.ports, singleWriter: true }, cache)
  const bare = await serve({ ...client.ports, singleWriter: false }, new ResponseCache(1))
  return {
    client,
    cache,
    service: host.service,
    got: (path: string, headers: Headers = {}, method = 'GET', body?: object) =>
      got(`${host.url}${path}`, headers, method, body),
    /** The same question put to the server that makes everything anew. */
    gotAnew: (path: string, headers: Headers = {}, method = 'GET') =>
      got(`${bare.url}${path}`, headers, method),
    async close() {
      await host.close()
      await bare.close()
    },
  }
}

const agent = new Agent({ keepAlive: true })

async function got(url: string, headers: Headers, method: string, body?: object): Promise<Got> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const typed = text === undefined ? headers : { ...headers, 'content-type': 'application/json' }
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(url, { method, headers: typed, agent }, resolve).on('error', reject).end(text),
  )
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  const { date: _, 'x-request-id': __, ...others } = response.headers as Record<string, string>
  return { status: response.statusCode!, headers: others, bytes: Buffer.concat(parts) }
}
