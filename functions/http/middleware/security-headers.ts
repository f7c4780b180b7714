/**
 * Adds the security headers that every answer has. middy's http-security-headers is not used, since it gives a content security
 * policy to HTML alone and overwrites an answer's own headers.
 */
import { SECURITY_HEADERS } from '../security-headers.ts'
import type { Middleware } from './routed.ts'

export function securityHeaders(): Middleware {
  const add: NonNullable<Middleware['after']> = ({ response }) => {
    if (response) response.headers = { ...SECURITY_HEADERS, ...response.headers }
  }
  return { after: add, onError: add }
}
