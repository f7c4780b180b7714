/** POST /tournaments/{t}/rounds/{r}/games: opens a round's games, one or many. */

import { openRoundGames } from '../app/round-games.ts'
import { refusalOf } from '../auth/authorise.ts'
import { keyOf } from '../http/idempotency.ts'
import { answer, json } from '../http/reply.ts'
import { newGames, newGamesShown } from '../http/request-schemas.ts'
import { openedGames } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

/** A round of some hundred boards with full descriptions. */
const MAX_BYTES = 1024 * 1024

export const openGames = route({
  method: 'POST',
  path: '/tournaments/{t}/rounds/{r}/games',
  summary: 'Open games of a round; with an Idempotency-Key games without id get theirs from it',
  open: false,
  rights: (principal, { t, r }) => refusalOf(principal, 'open-games', { tournament: t, round: r }),
  body: newGames,
  shownBody: newGamesShown,
  maxBytes: MAX_BYTES,
  replies: {
    201: { description: 'Opened', content: { 'application/json': openedGames } },
    200: { description: 'All were open already', content: { 'application/json': openedGames } },
  },
  async handler(service, { params, body, principal, receivedAt, event }) {
    const id = { tournament: params.t, round: params.r }
    return answer(await openRoundGames(service, principal, id, body, keyOf(event), receivedAt), (games) =>
      json(games.every(({ replayed }) => replayed) ? 200 : 201, { games }),
    )
  },
})
