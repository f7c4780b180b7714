/** What a browser may load for the page, wherever it is served from: nothing from elsewhere, nothing inline, in nobody's frame. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The pieces are pictures within the styles.
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
