/** POST /games: opens a single game. */

import { gameId, openGame as open } from '../app/open-game.ts'
import { refusalByRole } from '../auth/authorise.ts'
import { keyOf } from '../http/idempotency.ts'
import { answer, json } from '../http/reply.ts'
import { newGame, newGameShown } from '../http/request-schemas.ts'
import { openedGame } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

export const openGame = route({
  method: 'POST',
  path: '/games',
  summary: 'Open a game that belongs to no tournament',
  open: false,
  rights: (principal) => refusalByRole(principal, 'open-games'),
  body: newGame,
  shownBody: newGameShown,
  replies: {
    201: { description: 'Opened', content: { 'application/json': openedGame } },
    200: {
      description: 'It was open already, with the same description',
      content: { 'application/json': openedGame },
    },
  },
  async handler(service, { body, principal, receivedAt, event }) {
    const { id = gameId(service, keyOf(event), []), at, ...data } = body
    return answer(await open(service, { id, at, data, principal, receivedAt }), (opened) =>
      json(opened.replayed ? 200 : 201, opened, { location: `/games/${opened.id}` }),
    )
  },
})
