/** The PGN documents: of a game, of a round, of a tournament. */
import { renderPgnFile } from '../../domain/formats/pgn.ts'
import type { PgnSeat } from '../../domain/formats/pgn-view.ts'
import type { RoundView } from '../app/rounds.ts'
import type { ResponseCache } from '../response-cache.ts'
import type { CachedDocument } from './cached-reply.ts'
import type { PgnStyle } from './pgn-query.ts'
import type {
  BoardSnapshot,
  GameReading,
  GameSnapshot,
  RoundSnapshot,
  Snapshot,
  TournamentSnapshot,
} from './snapshots.ts'

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

/** The boards of the round from one on, also those at which nothing is to be seen yet. */
const boardsFrom = ({ boards }: RoundView, from = 1) => boards.filter(({ board }) => board >= from)

/** The first board behind a page; null where it is the last page. */
export const nextBoard = (round: RoundView, { from, boards }: BoardsPage): number | null =>
  boards === undefined ? null : (boardsFrom(round, from)[boards]?.board ?? null)

/** The games of a page. */
const gamesOf = (round: RoundView, { from, boards }: BoardsPage): ReadonlySet<string> =>
  new Set(
    boardsFrom(round, from)
      .slice(0, boards)
      .map(({ game }) => game),
  )

/** Of the texts of a page's games (`boardTexts`). */
export const ROUND_PGN: CachedDocument<RoundSnapshot<string>, PgnStyle & BoardsPage> = {
  name: 'round pgn',
  contentType: PGN_TYPE,
  render: ({ games }) => joined(games),
}

/** Of the texts of its games (`boardTexts`). */
export const TOURNAMENT_PGN: CachedDocument<TournamentSnapshot<string>, PgnStyle> = {
  name: 'tournament pgn',
  contentType: PGN_TYPE,
  render: ({ rounds }) => joined(rounds.flatMap(({ games }) => games)),
}

/** The texts of games for a file. They do not depend on each other: after a move all but one are there already. */
export function boardTexts(
  cache: ResponseCache,
  style: PgnStyle,
  page: BoardsPage = {},
): GameReading<string> {
  const kind = `pgn ${JSON.stringify(style)}`
  return {
    shown: (round) => gamesOf(round, page),
    known: ({ name, version }) => cache.known(`${kind} ${name}`, version),
    take: (seated) => cache.text(`${kind} ${seated.name}`, seated.version, () => boardText(seated, style)),
  }
}

const boardText = ({ game, state, board, round: { round } }: BoardSnapshot, style: PgnStyle): string =>
  renderPgnFile([{ game, state, seat: { round, board } }], style.view, style)

const joined = (texts: readonly string[]): string => texts.join('\n')
