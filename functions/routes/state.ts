/** GET /games/{g} and /games/{g}/state: the state now, after an event, or at an instant. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as z from 'zod'
import type { Visibility } from '../app/access.ts'
import type { GameReader } from '../app/dependencies.ts'
import { asOfRequest } from '../app/earlier-states.ts'
import { readState, stateVisibleTo } from '../app/read-game.ts'
import { readContext } from '../feeds/read-context.ts'
import type { FeedSources } from '../feeds/viewpoint.ts'
import { cachingOf, withEtag } from '../http/etag.ts'
import { instantParam, integerParam } from '../http/query.ts'
import { JSON_TYPE, replyTo } from '../http/reply.ts'
import { stateSchema as shown, stateWithClocksSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

const repliesOf = (schema: z.ZodType) => ({
  200: { description: 'The state', content: { 'application/json': schema } },
})

export const gameRoute = route({
  method: 'GET',
  path: '/games/{g}',
  summary: 'Show the state of a game now',
  open: true,
  feed: true,
  replies: repliesOf(shown),
  async handler(service: FeedSources, request) {
    const { params, principal, event, ...viewer } = request
    // The public reads views; requests with a token read the record, so that reporters see their reports at once.
    if (service.readModels !== undefined && principal === null)
      return replyTo(await readContext(service, request).game(params.g), ({ reading, state }) =>
        shownState(reading, stateVisibleTo(reading, state), event),
      )
    const read = await readState(service, principal, params.g, {}, asOfRequest(viewer))
    return replyTo(read, ({ reading, state }) => shownState(reading, state, event))
  },
})

const pointInTimeQuery = z
  .strictObject(
    {
      seq: integerParam(0, 1_000_000_000, 'after this event').optional(),
      at: instantParam('at this instant, the clocks run on to it').optional(),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? 'seq, at' : 'a query') },
  )
  .refine(({ seq, at }) => seq === undefined || at === undefined, {
    error: 'give either seq or at',
    path: ['at'],
  })

export const stateRoute = route({
  method: 'GET',
  path: '/games/{g}/state',
  summary: 'Show the state of a game after an event or at an instant, else now',
  open: true,
  feed: true,
  query: pointInTimeQuery,
  replies: repliesOf(stateWithClocksSchema),
  async handler(service: GameReader & FeedSources, request) {
    const { params, query, principal, event, ...viewer } = request
    // As above; the state at an instant, and that before the first event, are read from the record.
    const isViewed = query.at === undefined && query.seq !== 0
    if (service.readModels !== undefined && principal === null && isViewed)
      return replyTo(await readContext(service, request).game(params.g, query.seq), ({ reading, state }) =>
        shownState(reading, stateVisibleTo(reading, state), event, query.seq !== undefined),
      )
    const read = await readState(service, principal, params.g, query, asOfRequest(viewer))
    return replyTo(read, ({ reading, state, clockOffsets }) => {
      const whole = clockOffsets.length === 0 ? state : { ...state, clockOffsets }
      return shownState(reading, whole, event, query.seq !== undefined)
    })
  },
})

/** The reply with a state; what a token opened stays out of shared caches. */
const shownState = (reading: Visibility, state: object, event: APIGatewayProxyEventV2, lasting = false) =>
  withEtag(JSON.stringify(state), JSON_TYPE, event, cachingOf(reading, { lasting }))
