/** Counts and logs each request when it has been answered. */
import type { Principal } from '../auth/roles.ts'
import type { Log } from '../log/log.ts'
import type { Service } from '../record/service.ts'
import { PROBLEM_TYPE, type Reply } from './reply.ts'

interface Asked {
  readonly method: string
  /** The route's pattern, or `none`: paths and queries are the caller's words and stay out of logs and figures. */
  readonly route: string
  readonly receivedAt: number
  readonly requestId: string
  readonly principal: Principal | null
}

const READING = new Set(['GET', 'HEAD'])
const METHODS = new Set([...READING, 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

export function observe(
  { clock, metrics }: Pick<Service, 'clock' | 'metrics'>,
  log: Log | undefined,
  { method, route, receivedAt, requestId, principal }: Asked,
  reply: Reply,
): void {
  const status = reply.statusCode ?? 200
  const ms = Math.max(0, clock.now() - receivedAt)
  const labels = { method: METHODS.has(method) ? method : 'other', route }
  metrics?.count('touchmove_requests_total', { ...labels, status: String(status) })
  metrics?.observe('touchmove_request_seconds', ms / 1000, labels)
  const idle = READING.has(method) && (status < 400 || status === 404)
  const level = status >= 500 ? 'error' : idle ? 'debug' : 'info'
  const who = { reporter: principal?.id, token: principal?.token, role: principal?.role }
  log?.write(level, 'request', { requestId, ...labels, status, problem: problemOf(reply), ms, ...who })
}

/** The kind of a refusal; its detail may quote what a caller wrote. */
function problemOf({ headers, body }: Reply): string | undefined {
  if (headers?.['content-type'] !== PROBLEM_TYPE) return undefined
  return (JSON.parse(body ?? '{}') as { type?: string }).type
}
