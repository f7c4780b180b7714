/**
 * PGN files of a whole tournament and of single boards, for programs that read one file, and for those that read one for each
 * game.
 */

import * as z from 'zod'
import { cachedReply } from '../feeds/cached-reply.ts'
import { BOARD_PGN, boardTexts, TOURNAMENT_PGN } from '../feeds/pgn-documents.ts'
import { PGN_NAMES, pgnQuery, styleOf } from '../feeds/pgn-query.ts'
import type { BoardChoice } from '../feeds/read-boards.ts'
import { readContext } from '../feeds/read-context.ts'
import type { RenderedFeeds } from '../feeds/viewpoint.ts'
import { onlyNames } from '../http/query.ts'
import { replyTo } from '../http/reply.ts'
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
    const atBoard: BoardChoice = (seats) => {
      const seat = seats.find(({ board }) => board === Number(n))
      return seat ? { ok: true, value: seat } : refused('unknown-game', `nobody plays at board ${n}`)
    }
    const seen = await readContext(service, request).lazyBoard({ tournament: t, round: r }, atBoard)
    return replyTo(seen, (found) => cachedReply(service.responses, BOARD_PGN, found, style, request))
  },
})

export const PGN_FILE_ROUTES = [tournamentPgn, boardPgn]
