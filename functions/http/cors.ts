/** Feeds, which pages of other sites may fetch from a browser (Fetch standard, CORS), refusals included: they say where to ask instead. */
import type { Reply } from './reply.ts'

export const allowAnyOrigin = (reply: Reply): Reply => ({
  ...reply,
  headers: {
    ...reply.headers,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag, link',
  },
})
