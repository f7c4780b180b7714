/**
 * The read context of a feed: games, rounds and tournaments as they stand, or as they were known some minutes ago.
 *
 * A new public feed is written once and served twice, now and under `/delayed/{minutes}`:
 *
 *     export const roundReport = route({
 *       method: 'GET',
 *       path: '/tournaments/{t}/rounds/{r}.report',
 *       open: true,
 *       feed: true,
 *       …
 *       async handler(service: RenderedFeeds, request) {
 *         const { params, event } = request
 *         const round = await readContext(service, request).round({ tournament: params.t, round: params.r })
 *         return replyTo(round, (seen) => cachedReply(service.responses, REPORT, seen, { language }, { event }))
 *       },
 *     })
 *
 * and goes into a table of routes to which `withDelayed` (delayed.ts) adds the twins. Three rules: whatever the body, a
 * header or a refusal says of the record comes from the read context, never from `service`; the clock is its `instant`,
 * never `service.clock`; and states are changed by later commits, so that they are rendered before the next `await`.
 * The read context checks rights: its refusals are those of docs/roles.md, and `reading` says whether touches, offers, claims
 * and verdicts may be shown.
 */
import type { RoundId } from '../../domain/state/round.ts'
import type { AppResult } from '../refusal.ts'
import { followRound } from './follow-round.ts'
import { type BoardChoice, lazyBoard } from './read-boards.ts'
import { readGameSnapshot, readGameStepsSnapshot, readSeatedGameSnapshot } from './read-games.ts'
import { extractRound, lazyRound, recordedAccess, WHOLE_BOARDS } from './read-rounds.ts'
import { extractTournament, lazyTournament, readRoundIds } from './read-tournaments.ts'
import type {
  BoardSnapshot,
  FollowedRound,
  GameExtractor,
  GameReading,
  GameSnapshot,
  GameStepsSnapshot,
  LazyRound,
  LazySnapshot,
  RoundSnapshot,
  SeatedGameSnapshot,
  Snapshot,
  TournamentSnapshot,
} from './snapshots.ts'
import { type FeedSources, type Viewer, viewpointOf } from './viewpoint.ts'

export interface ReadContext {
  /** Minutes, 0: now. */
  readonly delay: number
  /** The instant as of which is read, ms since 1970: that of the request less the delay. */
  readonly instant: number
  /**
   * A game as it stands, or stood after event `seq`. Refused: `unknown-game`, `delayed`, `bad-query` for an event that does not
   * exist yet.
   */
  game(game: string, seq?: number): Promise<AppResult<GameSnapshot>>
  /** A game with the board at which it sits; refused as `game`. */
  seatedGame(game: string): Promise<AppResult<SeatedGameSnapshot>>
  /** A game with its state after event `after`; refused as `game`. */
  gameSteps(game: string, after: number): Promise<AppResult<GameStepsSnapshot>>
  /** A round for increments, to be compared with what its reader saw earlier; refused as `round`. */
  followRound(id: RoundId): Promise<AppResult<FollowedRound>>
  /** How much of a round may be seen, without reading its games; refused as `round`. */
  roundAccess(id: RoundId): Promise<AppResult<Pick<RoundSnapshot, 'reading'>>>
  /** `unknown-tournament`, `unknown-round`, `delayed`. `shown`: the games to be read; all, where it is not said. */
  round(id: RoundId, shown?: GameReading<unknown>['shown']): Promise<AppResult<RoundSnapshot>>
  /** As `round`, without its games until it is opened. */
  lazyRound<G>(id: RoundId, reading: GameReading<G>): Promise<AppResult<LazyRound<G>>>
  /** A board of a round, without its state until it is opened; refused as `round`, and as `choose` refuses. */
  lazyBoard(id: RoundId, choose: BoardChoice): Promise<AppResult<LazySnapshot<BoardSnapshot & Snapshot>>>
  /**
   * A tournament with all its rounds. Refused: `unknown-tournament`, `delayed`. Games are read one after the other, so that of
   * thousands no more is held in memory than what `take` extracts of each.
   */
  tournament<G>(tournament: string, take: GameExtractor<G>): Promise<AppResult<TournamentSnapshot<G>>>
  /** As `tournament`, without its games until it is opened. */
  lazyTournament<G>(
    tournament: string,
    reading: GameReading<G>,
  ): Promise<AppResult<LazySnapshot<TournamentSnapshot<G>>>>
  /** Ids of its rounds, without their games: `unknown-tournament`, `delayed` */
  rounds(tournament: string): Promise<AppResult<readonly string[]>>
}

export function readContext(service: FeedSources, viewer: Viewer): ReadContext {
  const viewpoint = viewpointOf(service, viewer)
  return {
    delay: viewpoint.delay,
    instant: viewpoint.instant,
    game: (game, seq) => readGameSnapshot(viewpoint, game, seq),
    seatedGame: (game) => readSeatedGameSnapshot(viewpoint, game),
    gameSteps: (game, after) => readGameStepsSnapshot(viewpoint, game, after),
    followRound: (id) => followRound(viewpoint, id),
    roundAccess: (id) => recordedAccess(viewpoint, id),
    round: (id, shown) => extractRound(viewpoint, id, { ...WHOLE_BOARDS, ...(shown && { shown }) }),
    lazyRound: (id, reading) => lazyRound(viewpoint, id, reading),
    lazyBoard: (id, choose) => lazyBoard(viewpoint, id, choose),
    tournament: (id, take) => extractTournament(viewpoint, id, { take }),
    lazyTournament: (id, reading) => lazyTournament(viewpoint, id, reading),
    rounds: (id) => readRoundIds(viewpoint, id),
  }
}
