/** GET /tournaments/{t}/rounds/{r}/games: a round's games at their boards. */

import { readContext } from '../feeds/read-context.ts'
import { roundList } from '../feeds/round-list.ts'
import type { FeedSources } from '../feeds/viewpoint.ts'
import { withEtag } from '../http/etag.ts'
import { JSON_TYPE, replyTo } from '../http/reply.ts'
import { gameListSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

export const listGamesRoute = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}/games',
  summary: 'List the games of a round',
  open: true,
  feed: true,
  replies: { 200: { description: 'By boards', content: { 'application/json': gameListSchema } } },
  async handler(service: FeedSources, request) {
    const { params, event } = request
    const round = await readContext(service, request).round({ tournament: params.t, round: params.r })
    return replyTo(round, (found) =>
      withEtag(JSON.stringify(roundList(found)), JSON_TYPE, event, 'private, no-cache'),
    )
  },
})
