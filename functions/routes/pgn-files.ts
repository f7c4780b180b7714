/**
 * PGN files of a whole tournament and of single boards, for programs that read one file, and for those that read one for each
 * game.
 */

import * as z from 'zod'
import type { RoundView } from '../app/rounds.ts'
import { cachedReply } from '../feeds/cached-reply.ts'
import { BOARD_PGN, boardTexts, TOURNAMENT_PGN } from '../feeds/pgn-documents.ts'
import { PGN_NAMES, pgnQuery, styleOf } from '../feeds/pgn-query.ts'
import { readContext } from '../feeds/read-context.ts'
import type { RenderedFeeds } from '../feeds/viewpoint.ts'
import { onlyNames } from '../http/query.ts'
import { problem, replyTo } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { refused } from '../refusal.ts'

const query = z.strictObject(pgnQuery, onlyNames(PGN_NAMES))
const replies = { 200: { description: 'PGN', content: { 'application/x-chess-pgn': z.string() } } }

const tournamentPgn = route({
  method: 'GET',
  path: '/tournaments/{t}.pgn',
  summary: "Show a tournament's games as PGN",
  open: true,
  feed: true,
  query,
  replies,
  async handler(service: RenderedFeeds, request) {
    const style = styleOf(request.query)
    // A game's text is made while the game passes: of thousands only their texts are held.
    const texts = boardTexts(service.responses, style)
    const seen = await readContext(service, request).lazyTournament(request.params.t, texts)
    return replyTo(seen, (found) => cachedReply(service.responses, TOURNAMENT_PGN, found, style, request))
  },
})

const boardPgn = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}/game-{n}.pgn',
  summary: 'Show the game of a board as PGN',
  params: { n: z.string().regex(/^[1-9]\d{0,5}$/, { error: 'a board, a whole number from 1' }) },
  open: true,
  feed: true,
  query,
  replies,
  async handler(service: RenderedFeeds, request) {
    const { t, r, n } = request.params
    const style = styleOf(request.query)
    const atBoard = ({ boards }: RoundView) =>
      new Set(boards.filter(({ board }) => board === Number(n)).map(({ game }) => game))
    const seen = await readContext(service, request).round({ tournament: t, round: r }, atBoard)
    return replyTo(seen, (found) => {
      const [seated] = found.games
      if (seated === undefined) return problem(refused('unknown-game', `nobody plays at board ${n}`).error)
      const { reading } = found
      return cachedReply(service.responses, BOARD_PGN, { ...seated, reading }, style, request)
    })
  },
})

export const PGN_FILE_ROUTES = [tournamentPgn, boardPgn]
