/** The feeds: small public documents made from states, with strong validators, so that anybody may poll them. */
import * as z from 'zod'
import { renderPgnFile, type ShownGame } from '../../domain/feeds/pgn.ts'
import { PGN_VIEWS, type PgnView } from '../../domain/feeds/pgn-view.ts'
import { withTag } from '../http/etag.ts'
import { wholeNumber } from '../http/query.ts'
import { answer } from '../http/reply.ts'
import { type Route, route } from '../http/route.ts'
import { lensOf } from './lens.ts'
import { renderedOnce } from './rendered.ts'

export const PGN_TYPE = 'application/x-chess-pgn; charset=utf-8'

const VIEWS = `one of ${PGN_VIEWS.join(', ')}`
const view = z
  .enum(PGN_VIEWS, { error: VIEWS })
  .optional()
  .meta({ description: 'How an illegal move that stood is shown' })

const known = (names: string) => ({
  error: (issue: { code?: string | undefined }) => (issue.code === 'unrecognized_keys' ? names : 'a query'),
})
const replies = { 200: { description: 'PGN', content: { 'application/x-chess-pgn': z.string() } } }

/** Games of a file do not depend on each other, so each is written once for all files it is in. */
const pgnOf = (games: readonly ShownGame[], view: PgnView): string =>
  games
    .map(({ game, state, seat }) =>
      renderedOnce(state, `pgn ${view} ${seat?.round}.${seat?.board}`, () =>
        renderPgnFile([{ game, state, seat }], view),
      ),
    )
    .join('\n')

const gamePgn = route({
  method: 'GET',
  path: '/games/{g}.pgn',
  summary: 'Show a game as PGN',
  open: true,
  feed: true,
  query: z.strictObject(
    { view, seq: wholeNumber(1, 1_000_000_000, 'as it stood after this event').optional() },
    known('view, seq'),
  ),
  replies,
  async handler(service, request) {
    const { view = 'strict', seq } = request.query
    const game = await lensOf(service, request).game(request.params.g, seq)
    return answer(game, (seen) =>
      withTag(seen, `pgn ${view}`, request.event, PGN_TYPE, () => pgnOf([seen], view), {
        immutable: seq !== undefined,
      }),
    )
  },
})

const roundPgn = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}.pgn',
  summary: "Show a round's games as PGN",
  open: true,
  feed: true,
  query: z.strictObject({ view }, known('view')),
  replies,
  async handler(service, request) {
    const { params, event } = request
    const { view = 'strict' } = request.query
    const round = await lensOf(service, request).round({ tournament: params.t, round: params.r })
    return answer(round, (seen) => {
      const seated = seen.games.map((each) => ({ ...each, seat: { round: params.r, board: each.board } }))
      return withTag(seen, `pgn ${view}`, event, PGN_TYPE, () => pgnOf(seated, view))
    })
  },
})

export const FEED_ROUTES: readonly Route[] = [gamePgn, roundPgn]
