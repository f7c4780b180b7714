/** POST /tournaments/{t}/rounds/{r}/games: opens a round's games, one or many. */

import type { GameReader, Recorder, RoundReader } from '../app/dependencies.ts'
import { openRoundGames } from '../app/round-games.ts'
import { refusalOf } from '../auth/authorise.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { json, replyTo } from '../http/reply.ts'
import { newGamesDocs, newGamesSchema } from '../http/request-schemas.ts'
import { openedGamesSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

/** A round of some hundred boards with full descriptions. */
const MAX_BYTES = 1024 * 1024

export const openGamesRoute = route({
  method: 'POST',
  path: '/tournaments/{t}/rounds/{r}/games',
  summary: 'Open games of a round; with an Idempotency-Key games without id get theirs from it',
  open: false,
  rights: (principal, { t, r }) => refusalOf(principal, 'open-games', { tournament: t, round: r }),
  body: newGamesSchema,
  documentedBody: newGamesDocs,
  maxBytes: MAX_BYTES,
  replies: {
    201: { description: 'Opened', content: { 'application/json': openedGamesSchema } },
    200: { description: 'All were open already', content: { 'application/json': openedGamesSchema } },
  },
  async handler(
    service: Recorder & GameReader & RoundReader,
    { params, body, principal, receivedAt, event },
  ) {
    const id = { tournament: params.t, round: params.r }
    return replyTo(
      await openRoundGames(service, principal, id, body, idempotencyKeyOf(event), receivedAt),
      (games) => json(games.every(({ replayed }) => replayed) ? 200 : 201, { games }),
    )
  },
})
