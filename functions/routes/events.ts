/** GET /games/{g}/events: the events of a game, as JSON or one event a line. */

import * as z from 'zod'
import type { GameReader } from '../app/dependencies.ts'
import { asOfRequest } from '../app/earlier-states.ts'
import { readEvents } from '../app/read-game.ts'
import { preferredType } from '../http/accepts.ts'
import { withNextLink } from '../http/pages.ts'
import { integerParam } from '../http/query.ts'
import { json, replyTo } from '../http/reply.ts'
import { eventPageSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'
import type { Ports } from '../ports.ts'
import { textsOfPage } from '../store/pages.ts'

const NDJSON = 'application/x-ndjson'

/** More events than any game has, so that a reader who gives no limit gets all. */
const MOST = 10_000

const page = z.strictObject(
  {
    after: integerParam(0, 1_000_000_000, 'events after this seq').optional(),
    limit: integerParam(1, MOST, 'at most so many').optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? 'after, limit' : 'a query') },
)

export const eventsRoute = route({
  method: 'GET',
  path: '/games/{g}/events',
  summary: 'Read the events of a game',
  open: true,
  feed: true,
  query: page,
  replies: {
    200: {
      description:
        'Events in order; `next` is the `after` of the next page, where there is one, and a page may have fewer than `limit`',
      content: { 'application/json': eventPageSchema, [NDJSON]: z.string() },
    },
  },
  async handler(
    service: GameReader & Pick<Ports, 'log' | 'persons'>,
    { params, query, principal, event, ...viewer },
  ) {
    const { after = 0, limit = MOST } = query
    const page = await readEvents(service, principal, params.g, { after, limit }, asOfRequest(viewer))
    return replyTo(page, ({ head, events }) => {
      const lines = textsOfPage(events)
      const last = events[lines.length - 1]?.seq ?? after
      const next = last < head ? { after: last } : null
      if (preferredType(event, 'application/json', NDJSON) === NDJSON) {
        const body = lines.map((line) => `${line}\n`).join('')
        return withNextLink({ statusCode: 200, headers: { 'content-type': NDJSON }, body }, query, next)
      }
      const more = next === null ? '' : `,"next":${last}`
      const body = `{"head":${head},"events":[${lines.join(',')}]${more}}`
      return withNextLink({ ...json(200, {}), body }, query, next)
    })
  },
})
