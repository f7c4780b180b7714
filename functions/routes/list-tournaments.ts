/** GET /tournaments: all tournaments. */

import { listTournaments as list } from '../app/tournaments.ts'
import { withEtag } from '../http/etag.ts'
import { JSON_TYPE } from '../http/reply.ts'
import { tournamentsSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'

export const listTournamentsRoute = route({
  method: 'GET',
  path: '/tournaments',
  summary: 'List the tournaments',
  open: true,
  replies: { 200: { description: 'All of them', content: { 'application/json': tournamentsSchema } } },
  async handler(service: Pick<Ports, 'registry'>, { event }) {
    return withEtag(JSON.stringify({ tournaments: await list(service) }), JSON_TYPE, event)
  },
})
