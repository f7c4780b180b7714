/** Adds the headers that every answer has. */
import { SECURITY_HEADERS } from '../security-headers.ts'
import type { Middleware } from './routed.ts'

export function securityHeaders(): Middleware {
  const add: NonNullable<Middleware['after']> = ({ response }) => {
    if (response) response.headers = { ...SECURITY_HEADERS, ...response.headers }
  }
  return { after: add, onError: add }
}
