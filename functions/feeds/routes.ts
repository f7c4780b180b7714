/** The feeds: small public documents made from states, with strong validators, so that anybody may poll them. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as z from 'zod'
import { renderPgnFile } from '../../domain/feeds/pgn.ts'
import { PGN_VIEWS } from '../../domain/feeds/pgn-view.ts'
import type { GameState } from '../../domain/game/index.ts'
import { withEtag } from '../http/etag.ts'
import { answer, problem } from '../http/reply.ts'
import { type Route, route } from '../http/route.ts'
import { accessGame, type Reading } from '../record/access.ts'
import { roundStates } from './round-states.ts'

export const PGN_TYPE = 'application/x-chess-pgn; charset=utf-8'

const VIEWS = `one of ${PGN_VIEWS.join(', ')}`
const pgnQuery = z.strictObject(
  {
    view: z
      .enum(PGN_VIEWS, { error: VIEWS })
      .optional()
      .meta({ description: 'How an illegal move that stood is shown' }),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? 'view' : 'a query') },
)
const replies = { 200: { description: 'PGN', content: { 'application/x-chess-pgn': z.string() } } }

interface Shown {
  readonly reading: Reading
  readonly games: readonly { readonly game: string; readonly state: GameState }[]
}

/** What a token opens before the public may see it stays out of shared caches. */
function pgn({ reading, games }: Shown, view: (typeof PGN_VIEWS)[number], event: APIGatewayProxyEventV2) {
  return withEtag(
    renderPgnFile(games, view),
    PGN_TYPE,
    event,
    reading === 'all' ? 'private, no-cache' : undefined,
  )
}

const gamePgn = route({
  method: 'GET',
  path: '/games/{g}.pgn',
  summary: 'Show a game as PGN',
  open: true,
  query: pgnQuery,
  replies,
  async handler(service, { params, query, principal, event }) {
    const { g: game } = params
    const access = await accessGame(service, principal, game)
    if (!access.ok) return problem(access.error)
    const { record, reading } = access.value
    return pgn({ reading, games: [{ game, state: record.folded.fold.state }] }, query.view ?? 'strict', event)
  },
})

const roundPgn = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}.pgn',
  summary: "Show a round's games as PGN",
  open: true,
  query: pgnQuery,
  replies,
  async handler(service, { params, query, principal, event }) {
    const round = await roundStates(service, principal, { tournament: params.t, round: params.r })
    return answer(round, (shown) => pgn(shown, query.view ?? 'strict', event))
  },
})

export const FEED_ROUTES: readonly Route[] = [gamePgn, roundPgn]
