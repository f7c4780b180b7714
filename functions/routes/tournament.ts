/** GET /tournaments/{t}: one tournament and its rounds. */

import { visibilityFor } from '../app/access.ts'
import { readTournament } from '../app/tournaments.ts'
import { readContext } from '../feeds/read-context.ts'
import type { FeedSources } from '../feeds/viewpoint.ts'
import { cachingOf, withEtag } from '../http/etag.ts'
import { JSON_TYPE, problem, replyTo } from '../http/reply.ts'
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
  async handler(service: FeedSources, request) {
    const { params, principal, event } = request
    const found = await readTournament(service, params.t)
    if (!found.ok) return problem(found.error)
    const reading = visibilityFor(principal, { tournament: params.t }, found.value, request.delay)
    if (!reading.ok && request.delay > 0) return problem(reading.error)
    const delay = reading.ok ? request.delay : found.value.delay
    const seen = await readContext(service, { ...request, delay }).rounds(params.t)
    const caching = cachingOf(reading.ok ? reading.value : 'public')
    return replyTo(seen, (rounds) =>
      withEtag(JSON.stringify({ ...found.value, rounds }), JSON_TYPE, event, caching),
    )
  },
})
