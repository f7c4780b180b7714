/** The reply of a feed, or its refusal, with the headers by which pages of other sites may read it (Fetch standard, CORS). */
import type { Reply } from './reply.ts'

export const allowAnyOrigin = (reply: Reply): Reply => ({
  ...reply,
  headers: {
    ...reply.headers,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag, link',
  },
})
