/** GET /tournaments: the tournaments, in pages. */

import { listTournaments as list } from '../app/tournaments.ts'
import { withEtag } from '../http/etag.ts'
import { pageQuery, withNextLink } from '../http/pages.ts'
import { JSON_TYPE } from '../http/reply.ts'
import { tournamentsSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'

export const listTournamentsRoute = route({
  method: 'GET',
  path: '/tournaments',
  summary: 'List the tournaments',
  open: true,
  query: pageQuery,
  replies: {
    200: { description: 'In the order of their ids', content: { 'application/json': tournamentsSchema } },
  },
  async handler(service: Pick<Ports, 'registry'>, { query, event }) {
    const { items: tournaments, next } = await list(service, query)
    const reply = withEtag(JSON.stringify({ tournaments, next }), JSON_TYPE, event)
    return withNextLink(reply, query, next === undefined ? null : { after: next })
  },
})
