/** Headers against content sniffing, framing, referrers, plain HTTP and unwanted caching. */

/** Added to every answer; a header that the answer has itself, such as a page's content security policy, takes precedence. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000',
  'cache-control': 'no-store',
}
