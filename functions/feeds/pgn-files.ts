/** PGN files of a tournament, and of a round board by board: for programs that want one file, and for those that want one a game. */
import * as z from 'zod'
import { renderPgnFile, type ShownGame } from '../../domain/feeds/pgn.ts'
import { withTag } from '../http/etag.ts'
import { answer, problem } from '../http/reply.ts'
import { type Route, route } from '../http/route.ts'
import type { RoundView } from '../record/rounds.ts'
import { refused } from '../refusal.ts'
import { lensOf, type SeenBoard, type SeenRound } from './lens.ts'
import { openToAll } from './open-to-all.ts'
import { onlyNames, PGN_NAMES, type PgnStyle, pgnQuery, styleName, styleOf } from './pgn-query.ts'
import { renderedOnce } from './rendered.ts'

export const PGN_TYPE = 'application/x-chess-pgn; charset=utf-8'

const query = z.strictObject(pgnQuery, onlyNames(PGN_NAMES))
const replies = { 200: { description: 'PGN', content: { 'application/x-chess-pgn': z.string() } } }

/**
 * Games of a file do not depend on each other, so each is written once for all files it is in. The engine joins them when
 * the text is laid out as bytes, once, where `join` would lay it out before.
 */
export const pgnText = (games: readonly ShownGame[], style: PgnStyle): string =>
  joined(games.map((game) => gameText(game, style)))

function gameText({ game, state, seat }: ShownGame, style: PgnStyle): string {
  return renderedOnce(state, styleName(style), seat, () =>
    renderPgnFile([{ game, state, seat }], style.view, style),
  )
}

function joined(texts: readonly string[]): string {
  let text = ''
  for (const own of texts) text += text === '' ? own : `\n${own}`
  return text
}

/** Where each game of a round sits. */
export const seatedGames = ({ round, games }: SeenRound): ShownGame[] =>
  games.map((seated) => seatedGame(seated, round))

const seatedGame = ({ game, state, board }: SeenBoard, { round }: RoundView): ShownGame => ({
  game,
  state,
  seat: { round, board },
})

const tournamentPgn = route({
  method: 'GET',
  path: '/tournaments/{t}.pgn',
  summary: "Show a tournament's games as PGN",
  open: true,
  feed: true,
  kept: true,
  query,
  replies,
  async handler(service, request) {
    const style = styleOf(request.query)
    // A game's text is made while the game passes: of thousands only their texts are held.
    const seen = await lensOf(service, request).tournament(request.params.t, (seated, round) =>
      gameText(seatedGame(seated, round), style),
    )
    return answer(seen, (found) =>
      openToAll(
        withTag(found, styleName(style), request.event, PGN_TYPE, () =>
          joined(found.rounds.flatMap(({ games }) => games)),
        ),
      ),
    )
  },
})

const boardPgn = route({
  method: 'GET',
  path: '/tournaments/{t}/rounds/{r}/game-{n}.pgn',
  summary: 'Show the game of a board as PGN',
  params: { n: z.string().regex(/^[1-9]\d{0,5}$/, { error: 'a board, a whole number from 1' }) },
  open: true,
  feed: true,
  kept: true,
  query,
  replies,
  async handler(service, request) {
    const { t, r, n } = request.params
    const style = styleOf(request.query)
    const seen = await lensOf(service, request).round({ tournament: t, round: r })
    return answer(seen, (found) => {
      const game = seatedGames(found).find(({ seat }) => seat?.board === Number(n))
      if (game === undefined) return problem(refused('unknown-game', `nobody plays at board ${n}`).error)
      return openToAll(
        withTag(found, `${styleName(style)} board ${n}`, request.event, PGN_TYPE, () =>
          pgnText([game], style),
        ),
      )
    })
  },
})

export const PGN_FILE_ROUTES: readonly Route[] = [tournamentPgn, boardPgn]
