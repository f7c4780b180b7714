/** POST /games: opens a single game. */

import type { GameLoader, Recorder } from '../app/dependencies.ts'
import { gameIdFor, openNewGame as open } from '../app/open-game.ts'
import { refusalByRole } from '../auth/authorise.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { json, replyTo } from '../http/reply.ts'
import { newGameDocs, newGameSchema } from '../http/request-schemas.ts'
import { openedGameSchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

export const openGameRoute = route({
  method: 'POST',
  path: '/games',
  summary: 'Open a game that belongs to no tournament',
  open: false,
  rights: (principal) => refusalByRole(principal, 'open-games'),
  body: newGameSchema,
  documentedBody: newGameDocs,
  replies: {
    201: { description: 'Opened', content: { 'application/json': openedGameSchema } },
    200: {
      description: 'It was open already, with the same description',
      content: { 'application/json': openedGameSchema },
    },
  },
  async handler(service: Recorder & GameLoader, { body, principal, receivedAt, event }) {
    const { id = gameIdFor(service, idempotencyKeyOf(event), []), at, ...data } = body
    return replyTo(await open(service, { id, at, data, principal, receivedAt }), (opened) =>
      json(opened.replayed ? 200 : 201, opened, { location: `/games/${opened.id}` }),
    )
  },
})
