/** Counts and logs each request when it has been answered. */

import type { Principal } from '../auth/roles.ts'
import type { Log } from '../observability/log.ts'
import type { Ports } from '../ports.ts'
import { PROBLEM_TYPE, type Reply } from './reply.ts'

interface AnsweredRequest {
  readonly method: string
  /** The route's pattern, or `none`: paths and queries are the caller's words and stay out of logs and metrics. */
  readonly route: string
  readonly status: number
  /** The problem type of a refusal. */
  readonly problem: string | undefined
  /** Time until it was answered. */
  readonly ms: number
  readonly requestId: string
  readonly principal: Principal | null
}

const READING = new Set(['GET', 'HEAD'])
const METHODS = new Set([...READING, 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

export function logRequest(
  { metrics }: Pick<Ports, 'metrics'>,
  log: Log | undefined,
  { method: asked, route, status, problem, ms, requestId, principal }: AnsweredRequest,
): void {
  const method = METHODS.has(asked) ? asked : 'other'
  metrics?.count('touchmove_requests_total', { method, route, status: String(status) })
  metrics?.observe('touchmove_request_seconds', ms / 1000, { method, route })
  const idle = READING.has(method) && (status < 400 || status === 404)
  const level = status >= 500 ? 'error' : idle ? 'debug' : 'info'
  const [reporter, token, role] = [principal?.id, principal?.token, principal?.role]
  log?.write(level, 'request', { requestId, method, route, status, problem, ms, reporter, token, role })
}

/** The problem type of a reply that is a refusal. Its detail is not logged, since it may quote what a caller wrote. */
export function replyProblemType({ headers, body }: Reply): string | undefined {
  if (headers?.['content-type'] !== PROBLEM_TYPE) return undefined
  return (JSON.parse(body ?? '{}') as { type?: string }).type
}
