/** GET /tournaments/{t}/rounds/{r}/games: a round's games at their boards. */
import { asOfRequest } from '../app/earlier-states.ts'
import { listRoundGames } from '../app/round-games.ts'
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
  async handler(service, { params, principal, event, ...viewer }) {
    const id = { tournament: params.t, round: params.r }
    const games = await listRoundGames(service, principal, id, asOfRequest(viewer))
    return replyTo(games, (list) => withEtag(JSON.stringify(list), JSON_TYPE, event, 'private, no-cache'))
  },
})
