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
 *         return answer(round, (seen) => cachedReply(service.responses, REPORT, seen, { language }, { event }))
 *       },
 *     })
 *
 * and goes into a table of routes to which `withDelayed` (delayed.ts) adds the twins. Three rules: whatever the body, a
 * header or a refusal says of the record comes from the read context, never from `service`; the clock is its `instant`,
 * never `service.clock`; and states are live, so that they are rendered before the next `await`.
 * The read context checks rights: its refusals are those of docs/roles.md, and `reading` tells
 * whether touches, offers, claims and verdicts may be shown.
 */
import { canRetract } from '../../domain/formats/change-messages.ts'
import type { GameState, LogEntry } from '../../domain/game/index.ts'
import {
  accessGame,
  isPublicByNow,
  loadUnlessDamaged,
  type Visibility,
  visibilityFor,
} from '../app/access.ts'
import type { GameReader, RoundReader } from '../app/dependencies.ts'
import { type AsOf, asOfInstant, stateAfter, visibleSeq } from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { boardsOf, type RoundRecord, roundAfter } from '../app/round-state.ts'
import {
  listRounds,
  type RoundId,
  type RoundView,
  readRound,
  roundViewOf,
  unknownRound,
  visibleRounds,
} from '../app/rounds.ts'
import { type Belonging, gameStream } from '../app/stored-events.ts'
import { readTournament, type Tournament } from '../app/tournaments.ts'
import type { Principal } from '../auth/roles.ts'
import type { SeqRange } from '../projections/history.ts'
import type {
  ReadModels,
  RoundIndex,
  ViewedGame,
  ViewedProgress,
  ViewedSeat,
  ViewReader,
} from '../projections/read-views.ts'
import { type AppResult, refused } from '../refusal.ts'
import type { ResponseCache } from '../response-cache.ts'
import { sha256OfText } from '../store/hash.ts'

/** What was seen: two snapshots with the same name and version are equal, and no two documents share both. */
export interface Snapshot {
  readonly reading: Visibility
  /** What was looked at, and from how far behind: `game g1`, `delayed 5 round T/1`. Stays when its record goes on. */
  readonly name: string
  /** Names the thing and the events it was made of. Short for a game; for a round it names each of its games. */
  readonly version: string
}

export interface GameSnapshot extends Snapshot {
  readonly game: string
  readonly belonging: Belonging
  readonly state: GameState
}

/** A game at its board, as the round seats it; name and version are those of all that is here, tournament and round too. */
export interface BoardSnapshot extends Omit<Snapshot, 'reading'> {
  readonly tournament: Tournament
  readonly round: RoundView
  readonly board: number
  readonly game: string
  readonly state: GameState
}

export interface RoundSnapshot extends Snapshot {
  readonly tournament: Tournament
  readonly round: RoundView
  /** Opened games in the order of the boards. */
  readonly games: readonly BoardSnapshot[]
}

/** A round of a tournament with what was taken of its games, in the order of the boards. */
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

/** What a document needs of a game; it must not keep the state, which is live and large. */
export type Extract<G> = (seated: BoardSnapshot) => G

/**
 * A snapshot of which only the index was read: its version says whether a reader has it already. `open` reads the rest,
 * which may be of a later version.
 */
export interface Looked<S extends Snapshot> extends Snapshot {
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

/** A round by how far its reader sees it and saw it earlier; states are read where they are needed. */
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

export interface ReadContext {
  /** Minutes, 0: now. */
  readonly delay: number
  /** The instant looked at, ms since 1970. */
  readonly instant: number
  /** As it stands, or stood after event `seq`: `unknown-game`, `delayed`, `bad-query` where there is no such event yet. */
  game(game: string, seq?: number): Promise<AppResult<GameSnapshot>>
  /** A game with what it was after event `after`: as `game`. */
  gameSteps(game: string, after: number): Promise<AppResult<GameStepsSnapshot>>
  /** As `round`, to be compared with what its reader saw earlier. */
  followRound(id: RoundId): Promise<AppResult<FollowedRound>>
  /** `unknown-tournament`, `unknown-round`, `delayed` */
  round(id: RoundId): Promise<AppResult<RoundSnapshot>>
  /** As `round`, without its games until it is opened. */
  lookAtRound(id: RoundId): Promise<AppResult<RoundSnapshot | Looked<RoundSnapshot>>>
  /**
   * With all its rounds: `unknown-tournament`, `delayed`. Its games pass one after the other, so that a tournament of
   * thousands takes no more memory than what is taken of each.
   */
  tournament<G>(tournament: string, take: Extract<G>): Promise<AppResult<TournamentSnapshot<G>>>
  /** As `tournament`, without its games until it is opened. */
  lookAtTournament<G>(
    tournament: string,
    take: Extract<G>,
  ): Promise<AppResult<TournamentSnapshot<G> | Looked<TournamentSnapshot<G>>>>
  /** Ids of its rounds, without their games: `unknown-tournament`, `delayed` */
  rounds(tournament: string): Promise<AppResult<readonly string[]>>
}

/** Whose request it is and with which delay they read: a request of a route has all of it. */
export interface Viewer {
  readonly principal: Principal | null
  /** When the request came, ms since 1970. */
  readonly receivedAt: number
  /** Minutes. */
  readonly delay: number
}

/** What feeds read: the record, or the views where a process has read models. */
export interface FeedSources extends GameReader, RoundReader {
  readonly readModels?: ReadModels | undefined
}

/** Feeds whose documents are rendered once for each state. */
export interface RenderedFeeds extends FeedSources {
  readonly responses: ResponseCache
}

export function readContext(service: FeedSources, { principal, receivedAt, delay }: Viewer): ReadContext {
  const asOf: AsOf = { delay, now: receivedAt }
  const instant = asOfInstant(asOf)
  const viewedAt = delay === 0 ? null : instant
  /** Readers with the same delay share the work. */
  const follower = `delay ${delay}`
  const nameOf = (thing: string) => (delay === 0 ? thing : `delayed ${delay} ${thing}`)
  const views = async () => (await service.readModels?.open()) ?? null

  const takenAt = <G>(place: Place, { version, ...seated }: Seated, take: Extract<G>): TakenGame<G> => {
    const { tournament, round } = place
    const name = nameOf(`game ${seated.game} of ${tournament.id}/${round.round}`)
    return {
      version,
      taken: take({ ...seated, tournament, round, name, version: `${place.version} ${version}` }),
    }
  }

  const seenAt = (place: Place, reading: Visibility, versions: readonly string[]): RoundLook => {
    const { tournament, round } = place
    const name = nameOf(`round ${tournament.id}/${round.round}`)
    return { place, reading, name, version: [place.version, ...versions].join(' ') }
  }

  const takenRound = <G>(
    place: Place,
    reading: Visibility,
    games: readonly TakenGame<G>[],
  ): TakenSeen<G> => ({
    ...seenAt(
      place,
      reading,
      games.map((each) => each.version),
    ),
    tournament: place.tournament,
    round: place.round,
    games: games.map((each) => each.taken),
  })

  /** A game's state from the record: for one whose views are not whole. Null: it cannot be read, or is not to be seen. */
  const recordedState = async (game: string): Promise<Omit<Seated, 'board'> | null> => {
    const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
    const last = record === null ? 0 : visibleSeq(record, asOf)
    if (record === null || last === 0) return null
    return { game, state: stateAfter(record, last, follower), version: versionOf(game, record, last) }
  }

  const recordedSteps = async (game: string, range: SeqRange): Promise<GameSteps | null> => {
    const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
    const last = record === null ? 0 : visibleSeq(record, asOf)
    return record === null || last === 0 ? null : stepsOf(record, last, range)
  }

  const stepsOf = (record: GameRecord, last: number, [from, to]: SeqRange): GameSteps => {
    const earlier: GameState[] = []
    for (let seq = Math.max(1, from); seq <= Math.min(to, last); seq++)
      earlier.push(structuredClone({ ...stateAfter(record, seq, 'asked'), log: [] }))
    const causes = record.folded.fold.state.log.slice(from, last).filter(canRetract)
    return { state: stateAfter(record, last, follower), earlier, causes }
  }

  /** What a reader sees of a stream of the record, and saw of it earlier. */
  const progressOf = ({ known, seq: head }: Pick<GameRecord, 'known' | 'seq'>): ViewedProgress => {
    const seq = visibleSeq({ known, seq: head }, asOf)
    const late = delay * MINUTE
    const seqAt = (instant: number) =>
      known.slice(0, seq).findLastIndex((since) => since + late <= instant) + 1
    return { seq, since: seq === 0 ? 0 : known[seq - 1]! + late, seqAt }
  }

  const followViewed = (
    id: RoundId,
    { index, ...looked }: OpenableRound,
    reader: ViewReader,
  ): FollowedRound => ({
    ...looked,
    round: looked.place.round,
    own: index,
    games: inIdOrder(index.seats.filter(({ seq }) => seq > 0)),
    async *states(behind) {
      for await (const [game, viewed] of reader.states(id.tournament, id.round, viewedAt, behind)) {
        const state = viewed?.state ?? (await recordedState(game))?.state
        if (state !== undefined) yield [game, state]
      }
    },
    async steps(game, range) {
      const viewed = await reader.steps(game, viewedAt, range)
      return viewed === null ? recordedSteps(game, range) : viewed.known
    },
  })

  const followRecorded = async (id: RoundId): Promise<AppResult<FollowedRound>> => {
    const found = await readRound(service, id, asOf)
    if (!found.ok) return found
    const { tournament, record, seq } = found.value
    const reading = visibilityFor(principal, id, tournament, delay)
    if (!reading.ok) return isPublicByNow(service, record, tournament) ? reading : unknownRound(id)
    const folded = roundAfter(record, seq)
    const place = placeOf(tournament, roundViewOf(id, folded), seq)
    const own = progressOf(record)
    const placedBy = placements(record, seq)
    const games: ViewedSeat[] = []
    const versions: string[] = []
    for (const { board, game } of boardsOf(folded)) {
      const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
      const progress = record === null ? null : progressOf(record)
      if (record === null || progress === null || progress.seq === 0) continue
      games.push({ board, game, erased: record.erased, placedBy: placedBy.get(game) ?? seq, ...progress })
      versions.push(versionOf(game, record, progress.seq))
    }
    const followed: FollowedRound = {
      ...seenAt(place, reading.value, versions),
      round: place.round,
      own,
      games: inIdOrder(games),
      async *states(behind) {
        for (const { game } of this.games) {
          if (behind !== undefined && game <= behind) continue
          const recorded = await recordedState(game)
          if (recorded !== null) yield [game, recorded.state]
        }
      },
      steps: recordedSteps,
    }
    return { ok: true, value: followed }
  }

  /** From the round's views: a query for its index, and one for its states where it is opened. */
  const viewedRound = async (id: RoundId): Promise<AppResult<OpenableRound> | null> => {
    const reader = await views()
    if (reader === null) return null
    const [tournament, index] = await Promise.all([
      readTournament(service, id.tournament),
      reader.round(id.tournament, id.round, viewedAt, delay * MINUTE),
    ])
    if (!tournament.ok) return tournament
    if (index === null) return null
    const reading = visibilityFor(principal, id, tournament.value, delay)
    const isPublicNow = index.knownFrom + tournament.value.delay * MINUTE <= service.clock.now()
    if (!reading.ok) return isPublicNow ? reading : unknownRound(id)
    if (index.seq === 0) return unknownRound(id)
    const { seq, start, publishedAt, closedAt, seats } = index
    const boards = seats.map(({ board, game }) => ({ board, game }))
    const place = placeOf(tournament.value, { ...id, start, publishedAt, closedAt, boards }, seq)
    const shown = seats.filter((seat) => seat.seq > 0)
    const versions = shown.map(({ game, erased, seq }) => versionOf(game, { erased }, seq))
    const open = async <G>(take: Extract<G>): Promise<AppResult<TakenSeen<G>>> => {
      const boardOf = new Map(boards.map(({ board, game }) => [game, board]))
      const taken = new Map<string, TakenGame<G>>()
      for await (const [game, viewed] of reader.states(id.tournament, id.round, viewedAt)) {
        const board = boardOf.get(game)
        if (board === undefined || viewed === null) continue
        const version = versionOf(game, viewed, viewed.seq)
        taken.set(game, takenAt(place, { board, game, state: viewed.state, version }, take))
      }
      for (const { board, game } of shown) {
        if (taken.has(game)) continue
        const recorded = await recordedState(game)
        if (recorded !== null) taken.set(game, takenAt(place, { board, ...recorded }, take))
      }
      const games = boards.flatMap(({ game }) => taken.get(game) ?? [])
      return { ok: true, value: takenRound(place, reading.value, games) }
    }
    return { ok: true, value: { ...seenAt(place, reading.value, versions), open, index } }
  }

  /** From the record. `together`: all games as they stood at one instant, for which they are all held in memory. */
  const recordedRound = async <G>(
    id: RoundId,
    take: Extract<G>,
    together: boolean,
  ): Promise<AppResult<TakenSeen<G>>> => {
    const found = await readRound(service, id, asOf)
    if (!found.ok) return found
    const { tournament, record } = found.value
    const reading = visibilityFor(principal, id, tournament, delay)
    if (!reading.ok) return isPublicByNow(service, record, tournament) ? reading : unknownRound(id)
    // Others may have written since it was read: seq and boards are taken in one go.
    const seq = visibleSeq(record, asOf)
    const folded = roundAfter(record, seq)
    const place = placeOf(tournament, roundViewOf(id, folded), seq)
    const boards = boardsOf(folded)
    const games: TakenGame<G>[] = []
    const add = (k: number, record: GameRecord | null) => {
      const last = record === null ? 0 : visibleSeq(record, asOf)
      if (record === null || last === 0) return
      const { board, game } = boards[k]!
      const version = versionOf(game, record, last)
      const state = stateAfter(record, last, follower)
      games.push(takenAt(place, { board, game, state, version }, take))
    }
    const held: (GameRecord | null)[] = []
    for (const [k, { game }] of boards.entries()) {
      const record = await loadUnlessDamaged<FoldedGame>(service, service.games, gameStream(game))
      if (together) held.push(record)
      else add(k, record)
    }
    for (const [k, record] of held.entries()) add(k, record)
    return { ok: true, value: takenRound(place, reading.value, games) }
  }

  const takeRound = async <G>(
    id: RoundId,
    take: Extract<G>,
    together: boolean,
  ): Promise<AppResult<TakenSeen<G>>> => {
    const viewed = await viewedRound(id)
    if (viewed === null) return recordedRound(id, take, together)
    return viewed.ok ? viewed.value.open(take) : viewed
  }

  const whole = (seated: BoardSnapshot): BoardSnapshot => seated

  const lookAtRound = async (id: RoundId): Promise<AppResult<RoundSnapshot | Looked<RoundSnapshot>>> => {
    const viewed = await viewedRound(id)
    if (viewed === null) return recordedRound(id, whole, true)
    if (!viewed.ok) return viewed
    const { reading, name, version, open } = viewed.value
    return { ok: true, value: { reading, name, version, open: () => open(whole) } }
  }

  /** A tournament and how much of it may be read. */
  const openedTournament = async (
    id: string,
  ): Promise<AppResult<{ readonly tournament: Tournament; readonly reading: Visibility }>> => {
    const found = await readTournament(service, id)
    if (!found.ok) return found
    const reading = visibilityFor(principal, { tournament: id }, found.value, delay)
    if (!reading.ok) return reading
    return { ok: true, value: { tournament: found.value, reading: reading.value } }
  }

  /** Of each round that can be seen. A round that is not open yet is left out. */
  const eachRound = async <R>(
    id: string,
    read: (round: RoundId) => Promise<AppResult<R>>,
  ): Promise<AppResult<readonly R[]>> => {
    const rounds: R[] = []
    for (const round of inOrder(await listRounds(service, id))) {
      const seen = await read({ tournament: id, round })
      if (seen.ok) rounds.push(seen.value)
      else if (seen.error.code !== 'unknown-round') return seen
    }
    return { ok: true, value: rounds }
  }

  const tournamentVersion = (tournament: Tournament, rounds: readonly { readonly version: string }[]) =>
    [JSON.stringify(tournament), ...rounds.map(({ version }) => version)].join(' ')

  const takeTournament = async <G>(
    id: string,
    take: Extract<G>,
  ): Promise<AppResult<TournamentSnapshot<G>>> => {
    const access = await openedTournament(id)
    if (!access.ok) return access
    const { tournament, reading } = access.value
    const rounds = await eachRound(id, (round) => takeRound(round, take, false))
    if (!rounds.ok) return rounds
    const version = tournamentVersion(tournament, rounds.value)
    const name = nameOf(`tournament ${id}`)
    return { ok: true, value: { tournament, reading, rounds: rounds.value, name, version } }
  }

  return {
    delay,
    instant,
    async game(game, asked) {
      const viewed = asked === undefined ? await (await views())?.game(game, viewedAt) : null
      if (viewed != null) return viewedGame(viewed, game)
      const access = await accessGame(service, principal, game, asOf)
      if (!access.ok) return access
      const { record, reading, seq: last } = access.value
      const seq = asked ?? last
      if (seq > last) return beyond(game, seq, last)
      const { belonging } = record.folded
      const state = stateAfter(record, seq, asked === undefined ? follower : 'asked')
      const [name, version] = [nameOf(`game ${game}`), versionOf(game, record, seq)]
      return { ok: true, value: { game, belonging, reading, state, name, version } }
    },
    async gameSteps(game, after) {
      const viewed = await (await views())?.steps(game, viewedAt, [after, after])
      if (viewed != null) {
        const { known, ...of } = viewed
        const access = await viewedGame({ ...of, viewed: known }, game)
        if (!access.ok) return access
        const { name, version, reading } = access.value
        const { state, earlier, causes, erased } = known!
        return { ok: true, value: { name, version, reading, state, earlier, causes, erased } }
      }
      const access = await accessGame(service, principal, game, asOf)
      if (!access.ok) return access
      const { record, reading, seq } = access.value
      const [name, version] = [nameOf(`game ${game}`), versionOf(game, record, seq)]
      return {
        ok: true,
        value: { name, version, reading, erased: record.erased, ...stepsOf(record, seq, [after, after]) },
      }
    },
    async followRound(id) {
      const reader = await views()
      const viewed = reader === null ? null : await viewedRound(id)
      if (reader === null || viewed === null) return followRecorded(id)
      return viewed.ok ? { ok: true, value: followViewed(id, viewed.value, reader) } : viewed
    },
    round: (id) => takeRound(id, whole, true),
    lookAtRound,
    tournament: takeTournament,
    async lookAtTournament<G>(id: string, take: Extract<G>) {
      if ((await views()) === null) return takeTournament(id, take)
      const access = await openedTournament(id)
      if (!access.ok) return access
      const rounds = await eachRound(id, lookAtRound)
      if (!rounds.ok) return rounds
      const { tournament, reading } = access.value
      const version = tournamentVersion(tournament, rounds.value)
      const name = nameOf(`tournament ${id}`)
      return { ok: true, value: { reading, name, version, open: () => takeTournament(id, take) } }
    },
    async rounds(id) {
      const access = await openedTournament(id)
      return access.ok ? { ok: true, value: await visibleRounds(service, id, asOf) } : access
    },
  }

  async function viewedGame(
    { belonging, knownFrom, viewed }: ViewedGame,
    game: string,
  ): Promise<AppResult<GameSnapshot>> {
    const unknown = refused('unknown-game', `there is no game ${game}`)
    const found =
      belonging.tournament === undefined ? null : await readTournament(service, belonging.tournament)
    const tournament = found?.ok === true ? found.value : null
    const reading = visibilityFor(principal, { ...belonging, game }, tournament, delay)
    const isPublicNow = knownFrom + (tournament?.delay ?? 0) * MINUTE <= service.clock.now()
    // A refusal that names the delay would tell that there is a game before the public may know.
    if (!reading.ok) return isPublicNow ? reading : unknown
    if (viewed === null) return unknown
    const { state, seq } = viewed
    const [name, version] = [nameOf(`game ${game}`), versionOf(game, viewed, seq)]
    return { ok: true, value: { game, belonging, reading: reading.value, state, name, version } }
  }
}

const MINUTE = 60_000

const inIdOrder = <G extends { readonly game: string }>(games: readonly G[]): G[] =>
  [...games].sort((a, b) => (a.game < b.game ? -1 : 1))

/** By which event of its round each game came to its board. */
const placements = ({ folded }: RoundRecord, seq: number): Map<string, number> =>
  new Map(
    folded.events.flatMap((event) =>
      event.type === 'board-assigned' && event.seq <= seq ? [[event.data.game, event.seq] as const] : [],
    ),
  )

/** In the order 1, 2, 10. */
const inOrder = (rounds: readonly string[]): string[] =>
  [...rounds].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** A round without its games. */
interface RoundLook extends Snapshot {
  readonly place: Place
}

interface OpenableRound extends RoundLook {
  readonly index: RoundIndex
  open<G>(take: Extract<G>): Promise<AppResult<TakenSeen<G>>>
}

interface TakenGame<G> {
  readonly version: string
  readonly taken: G
}

/** A round with what was taken of its games. */
interface TakenSeen<G> extends Snapshot, RoundExtract<G> {
  readonly tournament: Tournament
  readonly version: string
}

/** Where games sit, as it was seen. */
interface Place {
  readonly tournament: Tournament
  readonly round: RoundView
  readonly version: string
}

/** `seq`: of the round's last event seen. */
const placeOf = (tournament: Tournament, round: RoundView, seq: number): Place => ({
  tournament,
  round,
  version: `${tournament.id}/${round.round}:${seq} ${sha256OfText(JSON.stringify(tournament))}`,
})

type Seated = Pick<BoardSnapshot, 'board' | 'game' | 'state' | 'version'>

const beyond = (game: string, seq: number, last: number) =>
  refused('bad-query', `seq is ${seq}; the record of ${game} ends at ${last}`)

/** Erasures are not in the record, so they are counted beside it. */
const versionOf = (game: string, { erased }: Pick<GameRecord, 'erased'>, seq: number): string =>
  erased === 0 ? `${game}:${seq}` : `${game}:${seq}-${erased}`
