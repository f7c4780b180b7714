/** What feeds are made of: a game, a round or a tournament as its reader sees it, with the name and version of what was seen. */
import type { PgnSeat } from '../../domain/formats/pgn-view.ts'
import type { GameState, LogEntry } from '../../domain/game/index.ts'
import type { RoundId } from '../../domain/state/round.ts'
import type { Visibility } from '../app/access.ts'
import type { AsOf } from '../app/earlier-states.ts'
import type { RoundView } from '../app/rounds.ts'
import type { Belonging } from '../app/stored-events.ts'
import type { Tournament } from '../app/tournaments.ts'
import type { SeqRange } from '../projections/history.ts'
import type { ViewedProgress, ViewedSeat } from '../projections/round-index.ts'
import type { AppResult } from '../refusal.ts'

/** What was seen: two snapshots with the same name and version are equal, and no two documents share both. */
export interface Snapshot {
  readonly reading: Visibility
  /** The thing and the delay: `game g1`, `delayed 5 round T/1`. It stays the same when the record grows. */
  readonly name: string
  /** Names the thing and the events it was made of. Short for a game; for a round it names each of its games. */
  readonly version: string
}

export interface GameSnapshot extends Snapshot {
  readonly game: string
  readonly belonging: Belonging
  readonly state: GameState
}

export interface SeatedGameSnapshot extends GameSnapshot {
  /** Undefined for a game that stands alone, and for one that has no board then. */
  readonly seat: PgnSeat | undefined
}

/** A game at its board, as the round seats it; name and version are those of all that is here, tournament and round too. */
export interface BoardSnapshot extends Omit<Snapshot, 'reading'> {
  readonly tournament: Tournament
  readonly round: RoundView
  readonly board: number
  readonly game: string
  readonly state: GameState
}

export interface RoundSnapshot<G = BoardSnapshot> extends Snapshot, RoundExtract<G> {
  readonly tournament: Tournament
  readonly version: string
}

/** A round with what was taken of its opened games, in the order of the boards. */
export interface RoundExtract<G> {
  readonly round: RoundView
  readonly games: readonly G[]
  readonly version: string
}

export interface TournamentSnapshot<G> extends Snapshot {
  readonly tournament: Tournament
  /** In the order 1, 2, 10, without those that are not open yet. */
  readonly rounds: readonly RoundExtract<G>[]
}

/** Takes what a document needs of a game. It must not retain the state, which later commits change in place. */
export type GameExtractor<G> = (seated: BoardSnapshot) => G

/** What a document takes of which games. */
export interface GameReading<G> {
  readonly take: GameExtractor<G>
  /** What was taken of a game in that version before: its state is not read for it. */
  known?(seen: Pick<BoardSnapshot, 'name' | 'version'>): G | undefined
  /** The games of a round that are shown; all, where it is not said. */
  shown?(round: RoundView): ReadonlySet<string>
}

/**
 * A snapshot of which only the index was read: its version says whether a reader has it already. `open` reads the rest,
 * which may be of a later version.
 */
export interface LazySnapshot<S extends Snapshot> extends Snapshot {
  open(): Promise<AppResult<S>>
}

/** A game as it stands, and as it stood before that. */
export interface GameSteps {
  readonly state: GameState
  /** Copies, in their order; none where there were no such events yet. */
  readonly earlier: readonly GameState[]
  /** The events since the first of these by which moves can have been taken back. */
  readonly causes: readonly LogEntry[]
}

export interface GameStepsSnapshot extends Snapshot, GameSteps {
  /** Persons and texts of it that were erased. */
  readonly erased: number
}

/** A round of which only the index was read. */
export interface LazyRound<G = BoardSnapshot> extends LazySnapshot<RoundSnapshot<G>> {
  readonly round: RoundView
}

/** A round for increments: how far its reader sees it and saw it earlier; states are read where they are needed. */
export interface FollowedRound extends Snapshot {
  readonly round: RoundView
  readonly own: ViewedProgress
  /** Opened games in the order of their ids. */
  readonly games: readonly ViewedSeat[]
  /** Those behind a game, in the order of their ids; a state is to be read before the next is asked for. */
  states(behind: string | undefined): AsyncIterable<readonly [game: string, state: GameState]>
  /** A game and what it was after some of its events; null: it cannot be read, or is not to be seen. */
  steps(game: string, range: SeqRange): Promise<GameSteps | null>
}

/** A game at its board that is to be seen, and the version of what is seen of it. */
export interface SeenSeat extends ViewedSeat {
  readonly version: string
}

/** What is to be seen of a round's own record and of each of its games. */
export interface SeenRound {
  /** The time of the last look: what a game shows as of then has the version of its seat, unless it has gone on. */
  readonly asOf: AsOf
  readonly round: RoundView
  readonly own: ViewedProgress
  /** Opened games in the order of the boards. */
  readonly seats: readonly SeenSeat[]
  /** The versions of all of them, digested. */
  readonly version: string
}

export interface SeenRounds {
  /** A round that its reader may see: as it is to be seen at that time, or later. */
  see(id: RoundId, asOf: AsOf): Promise<SeenRound>
}
