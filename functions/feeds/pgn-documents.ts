/** The PGN documents: of a game, of a round, of a tournament. */
import { renderPgnFile } from '../../domain/formats/pgn.ts'
import type { PgnSeat } from '../../domain/formats/pgn-view.ts'
import type { RoundView } from '../app/rounds.ts'
import type { ResponseCache } from '../response-cache.ts'
import type { CachedDocument } from './cached-reply.ts'
import type { PgnStyle } from './pgn-query.ts'
import type { BoardSnapshot, GameSnapshot, RoundSnapshot, Snapshot, TournamentSnapshot } from './snapshots.ts'

const PGN_TYPE = 'application/x-chess-pgn; charset=utf-8'

interface GameOptions extends PgnStyle {
  /** As it stood after this event. */
  readonly seq?: number | undefined
  /** Where it sits now, if its reader may know. */
  readonly seat?: PgnSeat | undefined
}

export const GAME_PGN: CachedDocument<GameSnapshot, GameOptions> = {
  name: 'game pgn',
  contentType: PGN_TYPE,
  render: ({ game, state }, { seat, ...style }) => renderPgnFile([{ game, state, seat }], style.view, style),
}

export const BOARD_PGN: CachedDocument<BoardSnapshot & Snapshot, PgnStyle> = {
  name: 'board pgn',
  contentType: PGN_TYPE,
  render: (seated, style) => boardText(seated, style),
}

/** Some of a round's boards, in their order; neither: all of them. */
interface BoardsPage {
  /** The first board shown. */
  readonly from?: number | undefined
  /** How many at most. */
  readonly boards?: number | undefined
}

/** The games of a page: of the boards of the round, also of those at which nothing is to be seen yet. */
function onPage(round: RoundView, { from = 1, boards = Number.POSITIVE_INFINITY }: BoardsPage) {
  const behind = round.boards.filter(({ board }) => board >= from)
  return {
    shown: new Set(behind.slice(0, boards).map(({ game }) => game)),
    next: behind[boards]?.board ?? null,
  }
}

/** The first board behind a page; null where it is the last page. */
export const nextBoard = (round: RoundView, page: BoardsPage): number | null => onPage(round, page).next

export const ROUND_PGN: CachedDocument<RoundSnapshot, PgnStyle & BoardsPage> = {
  name: 'round pgn',
  contentType: PGN_TYPE,
  render({ round, games }, { from, boards, ...style }, cache) {
    const { shown } = onPage(round, { from, boards })
    const those = games.filter(({ game }) => shown.has(game))
    return joined(those.map((seated) => cachedBoardText(cache, seated, style)))
  },
}

/** Of games whose texts were taken while they passed. */
export const TOURNAMENT_PGN: CachedDocument<TournamentSnapshot<string>, PgnStyle> = {
  name: 'tournament pgn',
  contentType: PGN_TYPE,
  render: ({ rounds }) => joined(rounds.flatMap(({ games }) => games)),
}

/** Games of a file do not depend on each other: after a move all but one are there already. */
export const cachedBoardText = (cache: ResponseCache, seated: BoardSnapshot, style: PgnStyle): string =>
  cache.text(`pgn ${JSON.stringify(style)} ${seated.name}`, seated.version, () => boardText(seated, style))

const boardText = ({ game, state, board, round: { round } }: BoardSnapshot, style: PgnStyle): string =>
  renderPgnFile([{ game, state, seat: { round, board } }], style.view, style)

const joined = (texts: readonly string[]): string => texts.join('\n')
