/** Public documents that pages of other sites may fetch from a browser (Fetch standard, CORS). */
import type { Reply } from './reply.ts'

export const allowAnyOrigin = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'access-control-allow-origin': '*', 'access-control-expose-headers': 'etag' },
})
