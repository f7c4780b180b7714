/** The PGN documents: of a game, of a round, of a tournament. */
import { renderPgnFile } from '../../domain/formats/pgn.ts'
import type { PgnSeat } from '../../domain/formats/pgn-view.ts'
import type { ResponseCache } from '../response-cache.ts'
import type { CachedDocument } from './cached-reply.ts'
import type { PgnStyle } from './pgn-query.ts'
import { type BoardsPage, gamesOfPage } from './round-pages.ts'
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
    shown: (round) => gamesOfPage(round, page),
    known: ({ name, version }) => cache.known(`${kind} ${name}`, version),
    take: (seated) => cache.text(`${kind} ${seated.name}`, seated.version, () => boardText(seated, style)),
  }
}

const boardText = ({ game, state, board, round: { round } }: BoardSnapshot, style: PgnStyle): string =>
  renderPgnFile([{ game, state, seat: { round, board } }], style.view, style)

const joined = (texts: readonly string[]): string => texts.join('\n')
