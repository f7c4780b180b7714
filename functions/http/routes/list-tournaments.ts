/** GET /tournaments: all tournaments. */
import { listTournaments as list } from '../../record/tournaments.ts'
import { withEtag } from '../etag.ts'
import { JSON_TYPE } from '../reply.ts'
import { route } from '../route.ts'
import { tournaments } from '../shown.ts'

export const listTournaments = route({
  method: 'GET',
  path: '/tournaments',
  summary: 'List the tournaments',
  open: true,
  replies: { 200: { description: 'All of them', content: { 'application/json': tournaments } } },
  async handler(service, { event }) {
    return withEtag(JSON.stringify({ tournaments: await list(service) }), JSON_TYPE, event)
  },
})
