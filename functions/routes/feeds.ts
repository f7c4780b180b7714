/** The PGN feeds of games and rounds, with strong validators, so that any number of viewers may poll them. */

import * as z from 'zod'
import { cachedReply } from '../feeds/cached-reply.ts'
import { boardTexts, GAME_PGN, ROUND_PGN } from '../feeds/pgn-documents.ts'
import { PGN_NAMES, pgnQuery, styleOf } from '../feeds/pgn-query.ts'
import { readContext } from '../feeds/read-context.ts'
import { boardsPageQuery, nextBoards } from '../feeds/round-pages.ts'
import type { RenderedFeeds } from '../feeds/viewpoint.ts'
import { withNextLink } from '../http/pages.ts'
import { integerParam, onlyNames } from '../http/query.ts'
import { replyTo } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { PGN_FILE_ROUTES } from './pgn-files.ts'

const replies = { 200: { description: 'PGN', content: { 'application/x-chess-pgn': z.string() } } }

const gamePgn = route({
  method: 'GET',
  path: '/games/{g}.pgn',
  summary: 'Show a game as PGN',
  open: true,
  feed: true,
  query: z.strictObject(
    { ...pgnQuery, seq: integerParam(1, 1_000_000_000, 'as it stood after this event').optional() },
    onlyNames(`${PGN_NAMES}, seq`),
  ),
  replies,
  async handler(service: RenderedFeeds, request) {
    const { g: id } = request.params
    const { seq } = request.query
    const style = styleOf(request.query)
    const context = readContext(service, request)
    const { event } = request
    if (seq === undefined)
      return replyTo(await context.seatedGame(id), (seen) =>
        cachedReply(service.responses, GAME_PGN, seen, { ...style, seat: seen.seat }, { event }),
      )
    // The state after a given event does not change, so the document has the board at which the game was opened.
    return replyTo(await context.game(id, seq), (seen) =>
      cachedReply(service.responses, GAME_PGN, seen, { ...style, seq }, { event, tag: { lasting: true } }),
    )
  },
})

const roundPgn = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}.pgn',
  summary: "Show a round's games as PGN",
  open: true,
  feed: true,
  query: z.strictObject(
    {
      ...pgnQuery,
      ...boardsPageQuery,
    },
    onlyNames(`${PGN_NAMES}, from, boards`),
  ),
  replies,
  async handler(service: RenderedFeeds, request) {
    const { params, query } = request
    const { from, boards } = query
    const style = styleOf(query)
    const options = { ...style, from, boards }
    const texts = boardTexts(service.responses, style, { from, boards })
    const id = { tournament: params.t, round: params.r }
    const round = await readContext(service, request).lazyRound(id, texts)
    return replyTo(round, async (seen) => {
      const reply = await cachedReply(service.responses, ROUND_PGN, seen, options, request)
      return withNextLink(reply, query, nextBoards(seen.round, options))
    })
  },
})

export const FEED_ROUTES = [gamePgn, roundPgn, ...PGN_FILE_ROUTES]
