/** The Content-Security-Policy of the page, on a host and in the cloud: nothing from elsewhere, nothing inline, in no frame. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The pictures of the pieces are data URLs in the styles.
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
