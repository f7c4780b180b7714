/** Headers that keep answers from being read as something else, framed, or kept by caches that should not. */
import type { Middleware } from './routed.ts'

/** An answer's own header stands. The pages bring a policy of their own. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000',
  'cache-control': 'no-store',
}

export function securityHeaders(): Middleware {
  const add: NonNullable<Middleware['after']> = ({ response }) => {
    if (response) response.headers = { ...HEADERS, ...response.headers }
  }
  return { after: add, onError: add }
}
