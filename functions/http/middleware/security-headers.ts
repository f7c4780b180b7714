/**
 * Adds the headers that every answer has. Not middy's http-security-headers, which gives a content policy to HTML alone and
 * writes over what an answer says itself.
 */
import { SECURITY_HEADERS } from '../security-headers.ts'
import type { Middleware } from './routed.ts'

export function securityHeaders(): Middleware {
  const add: NonNullable<Middleware['after']> = ({ response }) => {
    if (response) response.headers = { ...SECURITY_HEADERS, ...response.headers }
  }
  return { after: add, onError: add }
}
