/** A desk behind two servers: one that gives replies again, and one that sends every request the whole way. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { serveHttp } from '../../functions/host/http-server.ts'
import { openKeptReplies } from '../../functions/host/kept/replies.ts'
import { createRouter } from '../../functions/http/router.ts'
import { ROUTES } from '../../functions/http/routes.ts'
import { logOver } from '../../functions/log/log.ts'
import { metricsRegistry } from '../../functions/metrics/registry.ts'
import type { Ports } from '../../functions/ports.ts'
import { openDesk, testKeyring, testPorts } from '../kit/service.ts'

export interface Got {
  readonly status: number
  /** Without what differs from request to request. */
  readonly headers: Readonly<Record<string, string>>
  readonly requestId: string
  readonly bytes: Buffer
}

type Headers = Readonly<Record<string, string>>

/** `given`: how many replies were given again so far. */
export async function keptDesk(change: Partial<Ports> = {}) {
  const metrics = metricsRegistry()
  const desk = await openDesk(testPorts({ soleWriter: true, metrics, ...change }))
  const lines: Record<string, unknown>[] = []
  const log = logOver((level, fields) => lines.push({ level, ...fields }), 'debug')
  const kept = openKeptReplies(desk.service, log)
  const authenticate = authenticator(desk.ports, await testKeyring())
  const onFault = (fault: unknown) => desk.faults.push(fault)
  const router = createRouter(
    { service: desk.service, authenticate, onFault, log, noting: kept.noting },
    ROUTES,
  )
  let given = 0
  const counting: typeof kept = {
    ...kept,
    answered(request, response) {
      const answered = kept.answered(request, response)
      if (answered) given++
      return answered
    },
  }
  const where = { host: '127.0.0.1', port: 0, log }
  const [quick, whole] = await Promise.all([
    serveHttp({ ...where, router, kept: counting }),
    serveHttp({ ...where, router: desk.router }),
  ])
  if (!quick.ok || !whole.ok) throw new Error('no port')
  return {
    desk,
    lines,
    metrics,
    url: quick.value.url,
    given: () => given,
    got: (path: string, headers: Headers = {}, method = 'GET') =>
      got(`${quick.value.url}${path}`, headers, method),
    /** The same question put to the other server. */
    gotWhole: (path: string, headers: Headers = {}, method = 'GET') =>
      got(`${whole.value.url}${path}`, headers, method),
    async close() {
      await quick.value.close()
      await whole.value.close()
    },
  }
}

const agent = new Agent({ keepAlive: true })

async function got(url: string, headers: Headers, method: string): Promise<Got> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(url, { method, headers, agent }, resolve).on('error', reject).end(),
  )
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  const { date: _, 'x-request-id': requestId = '', ...others } = response.headers as Record<string, string>
  return { status: response.statusCode!, headers: others, requestId, bytes: Buffer.concat(parts) }
}
