/** GET /tournaments/{t}: one tournament and its rounds. */
import { listRounds } from '../../record/rounds.ts'
import { readTournament } from '../../record/tournaments.ts'
import { withEtag } from '../etag.ts'
import { JSON_TYPE, problem } from '../reply.ts'
import { route } from '../route.ts'
import { tournament as shown } from '../shown.ts'

export const tournament = route({
  method: 'GET',
  path: '/tournaments/{t}',
  summary: 'Show a tournament and its rounds',
  open: true,
  replies: { 200: { description: 'The tournament', content: { 'application/json': shown } } },
  async handler(service, { params, event }) {
    const found = await readTournament(service, params.t)
    if (!found.ok) return problem(found.error)
    return withEtag(
      JSON.stringify({ ...found.value, rounds: await listRounds(service, params.t) }),
      JSON_TYPE,
      event,
    )
  },
})
