/** GET /tournaments/{t}/rounds/{r}/games: a round's games at their boards. */

import { type CachedDocument, cachedReply } from '../feeds/cached-reply.ts'
import { readContext } from '../feeds/read-context.ts'
import { WHOLE_BOARDS } from '../feeds/read-rounds.ts'
import { roundList } from '../feeds/round-list.ts'
import type { RoundSnapshot } from '../feeds/snapshots.ts'
import type { RenderedFeeds } from '../feeds/viewpoint.ts'
import { JSON_TYPE, replyTo } from '../http/reply.ts'
import { gameListSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

const GAME_LIST: CachedDocument<RoundSnapshot, object> = {
  name: 'game list',
  contentType: JSON_TYPE,
  render: (seen) => JSON.stringify(roundList(seen)),
}

export const listGamesRoute = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}/games',
  summary: 'List the games of a round',
  open: true,
  feed: true,
  replies: { 200: { description: 'By boards', content: { 'application/json': gameListSchema } } },
  async handler(service: RenderedFeeds, request) {
    const { t: tournament, r: round } = request.params
    const asked = { event: request.event, tag: { isAskedAnew: true } }
    const found = await readContext(service, request).lazyRound({ tournament, round }, WHOLE_BOARDS)
    return replyTo(found, (looked) => cachedReply(service.responses, GAME_LIST, looked, {}, asked))
  },
})
