/** GET /tournaments/{t}: one tournament and its rounds. */

import { visibilityFor } from '../app/access.ts'
import type { RoundReader } from '../app/dependencies.ts'
import { asOfRequest } from '../app/earlier-states.ts'
import { visibleRounds } from '../app/rounds.ts'
import { readTournament } from '../app/tournaments.ts'
import { cachingOf, withEtag } from '../http/etag.ts'
import { JSON_TYPE, problem } from '../http/reply.ts'
import { tournamentSchema as shown } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

/** Shows the present settings without delay, since they say how long the delay is; the rounds are shown with it. */
export const tournamentRoute = route({
  method: 'GET',
  path: '/tournaments/{t}',
  summary: 'Show a tournament and its rounds',
  open: true,
  feed: true,
  replies: { 200: { description: 'The tournament', content: { 'application/json': shown } } },
  async handler(service: RoundReader, { params, principal, event, ...viewer }) {
    const found = await readTournament(service, params.t)
    if (!found.ok) return problem(found.error)
    const reading = visibilityFor(principal, { tournament: params.t }, found.value, viewer.delay)
    if (!reading.ok && viewer.delay > 0) return problem(reading.error)
    const asOf = asOfRequest(reading.ok ? viewer : { ...viewer, delay: found.value.delay })
    const rounds = await visibleRounds(service, params.t, asOf)
    const caching = cachingOf(reading.ok ? reading.value : 'public')
    return withEtag(JSON.stringify({ ...found.value, rounds }), JSON_TYPE, event, caching)
  },
})
