/** Headers that keep answers from being read as something else, framed, or kept by caches that should not. */

/** An answer's own header stands. The pages bring a policy of their own. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000',
  'cache-control': 'no-store',
}
