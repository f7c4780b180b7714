/** POST /games/whole: records whole games, as imports bring them, many in one request. */

import type { GameLoader, Recorder } from '../app/dependencies.ts'
import { recordWholeGames } from '../app/whole-games.ts'
import { refusalByRole } from '../auth/authorise.ts'
import { json, problemBody } from '../http/reply.ts'
import { wholeGamesDocs, wholeGamesSchema } from '../http/request-schemas.ts'
import { wholeGamesReplySchema } from '../http/response-schemas.ts'
import { route } from '../http/route.ts'

/** Room for some twenty games of a hundred plies with their clocks. */
const MAX_BYTES = 1024 * 1024

export const wholeGamesRoute = route({
  method: 'POST',
  path: '/games/whole',
  summary: 'Record games that belong to no tournament, each whole or not at all',
  open: false,
  rights: (principal) => refusalByRole(principal, 'open-games'),
  body: wholeGamesSchema,
  documentedBody: wholeGamesDocs,
  maxBytes: MAX_BYTES,
  replies: {
    200: {
      description: 'What became of each, in their order',
      content: { 'application/json': wholeGamesReplySchema },
    },
  },
  async handler(service: Recorder & GameLoader, { body, principal, receivedAt }) {
    const games = body.games.map(({ id, at, events, ...data }) => ({ id, at, events, data }))
    const outcomes = await recordWholeGames(service, principal, games, receivedAt)
    return json(200, {
      games: outcomes.map((each, k) =>
        each.ok ? each.value : { id: games[k]!.id, problem: problemBody(each.error) },
      ),
    })
  },
})
