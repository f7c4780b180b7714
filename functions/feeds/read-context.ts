/**
 * What a feed reads through: games, rounds and tournaments as they stand, or as they were known some minutes ago.
 *
 * A new public feed is written once and served twice, now and under `/delayed/{minutes}`:
 *
 *     export const roundReport = route({
 *       method: 'GET',
 *       path: '/tournaments/{t}/rounds/{r}.report',
 *       open: true,
 *       feed: true,
 *       …
 *       async handler(service, request) {
 *         const { params, event } = request
 *         const round = await readContext(service, request).round({ tournament: params.t, round: params.r })
 *         return answer(round, (seen) => cachedReply(service.responses, REPORT, seen, { language }, { event }))
 *       },
 *     })
 *
 * and goes into a table of routes to which `withDelayed` (delayed.ts) adds the twins. Three rules: whatever the body, a
 * header or a refusal says of the record comes from the lens, never from `service`; the clock is the lens's `instant`,
 * never `service.clock`; and states are live, so that they are rendered before the next `await`.
 * The lens checks who may read: its outcomes are refused as docs/roles.md says, and `reading` tells
 * whether touches, offers, claims and verdicts may be shown.
 */
import type { GameState } from '../../domain/game/index.ts'
import {
  accessGame,
  isPublicByNow,
  loadUnlessDamaged,
  type Visibility,
  visibilityFor,
} from '../app/access.ts'
import { type AsOf, asOfInstant, stateAfter, visibleSeq } from '../app/earlier-states.ts'
import type { FoldedGame, GameRecord } from '../app/games.ts'
import { boardsOf, roundAfter } from '../app/round-state.ts'
import {
  listRounds,
  type RoundId,
  type RoundView,
  readRound,
  roundViewOf,
  unknownRound,
  visibleRounds,
} from '../app/rounds.ts'
import type { Service } from '../app/service.ts'
import { type Belonging, gameStream } from '../app/stored-events.ts'
import { readTournament, type Tournament } from '../app/tournaments.ts'
import type { Principal } from '../auth/roles.ts'
import { viewedRound } from '../projections/read-views.ts'
import { type AppResult, refused } from '../refusal.ts'
import { sha256OfText } from '../store/hash.ts'

/** What was seen, so that two glances that saw the same are known to be equal: no two documents share identity and version. */
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

export interface ReadContext {
  /** Minutes, 0: now. */
  readonly delay: number
  /** The instant looked at, ms since 1970. */
  readonly instant: number
  /** As it stands, or stood after event `seq`: `unknown-game`, `delayed`, `bad-query` where there is no such event yet. */
  game(game: string, seq?: number): Promise<AppResult<GameSnapshot>>
  /** `unknown-tournament`, `unknown-round`, `delayed` */
  round(id: RoundId): Promise<AppResult<RoundSnapshot>>
  /**
   * With all its rounds: `unknown-tournament`, `delayed`. Its games pass one after the other, so that a tournament of
   * thousands takes no more memory than what is taken of each.
   */
  tournament<G>(tournament: string, take: Extract<G>): Promise<AppResult<TournamentSnapshot<G>>>
  /** Ids of its rounds, without their games: `unknown-tournament`, `delayed` */
  rounds(tournament: string): Promise<AppResult<readonly string[]>>
}

/** Whose request it is and from how far behind he looks: a request of a route has all of it. */
export interface Viewer {
  readonly principal: Principal | null
  /** When he asks, ms since 1970. */
  readonly receivedAt: number
  /** Minutes. */
  readonly delay: number
}

export function readContext(service: Service, { principal, receivedAt, delay }: Viewer): ReadContext {
  const glance: AsOf = { delay, now: receivedAt }
  /** Whoever follows at the same distance shares the work. */
  const follower = `delay ${delay}`
  const nameOf = (thing: string) => (delay === 0 ? thing : `delayed ${delay} ${thing}`)

  /** The round as it may be read, with its games still to come; null where there is no view of it yet. */
  const fromViews = async <G>(id: RoundId, take: Extract<G>): Promise<AppResult<Told<G>> | null> => {
    const tournament = await readTournament(service, id.tournament)
    if (!tournament.ok) return tournament
    const reading = visibilityFor(principal, id, tournament.value)
    if (!reading.ok) return reading
    const viewed = await viewedRound(service, id, (round, seq) => {
      const place = placeOf(tournament.value, round, seq)
      return ({ board, game, state, erased }) =>
        takenAt(place, { board, game, state, version: versionOf(game, { erased }, state.seq) }, take)
    })
    return viewed && told(placeOf(tournament.value, viewed.round, viewed.seq), reading.value, viewed.games)
  }

  const takenAt = <G>(place: Place, { version, ...seated }: Seated, take: Extract<G>): TakenGame<G> => {
    const { tournament, round } = place
    const name = nameOf(`game ${seated.game} of ${tournament.id}/${round.round}`)
    return {
      version,
      taken: take({ ...seated, tournament, round, name, version: `${place.version} ${version}` }),
    }
  }

  const told = <G>(place: Place, reading: Visibility, games: readonly TakenGame<G>[]): AppResult<Told<G>> => {
    const { tournament, round } = place
    const name = nameOf(`round ${tournament.id}/${round.round}`)
    const version = [place.version, ...games.map((each) => each.version)].join(' ')
    const taken = games.map((each) => each.taken)
    return { ok: true, value: { tournament, reading, round, games: taken, name, version } }
  }

  /** `together`: all games as they stood at one instant, for which they are all held in memory. */
  const look = async <G>(id: RoundId, take: Extract<G>, together: boolean): Promise<AppResult<Told<G>>> => {
    // Where games are not kept warm, a round of hundreds is read from its views.
    const viewed = service.useReadModels && delay === 0 ? await fromViews(id, take) : null
    if (viewed !== null) return viewed
    const found = await readRound(service, id, glance)
    if (!found.ok) return found
    const { tournament, record } = found.value
    const reading = visibilityFor(principal, id, tournament, delay)
    if (!reading.ok) return isPublicByNow(service, record, tournament) ? reading : unknownRound(id)
    // Others may have written since it was read: seq and boards are taken in one go.
    const seq = visibleSeq(record, glance)
    const folded = roundAfter(record, seq)
    const place = placeOf(tournament, roundViewOf(id, folded), seq)
    const boards = boardsOf(folded)
    const games: TakenGame<G>[] = []
    const add = (k: number, record: GameRecord | null) => {
      const last = record === null ? 0 : visibleSeq(record, glance)
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
    return told(place, reading.value, games)
  }

  /** A tournament and how much of it may be read. */
  const opened = async (id: string): Promise<AppResult<Pick<Told<never>, 'tournament' | 'reading'>>> => {
    const found = await readTournament(service, id)
    if (!found.ok) return found
    const reading = visibilityFor(principal, { tournament: id }, found.value, delay)
    if (!reading.ok) return reading
    return { ok: true, value: { tournament: found.value, reading: reading.value } }
  }

  return {
    delay,
    instant: asOfInstant(glance),
    async game(game, asked) {
      const access = await accessGame(service, principal, game, glance)
      if (!access.ok) return access
      const { record, reading, seq: last } = access.value
      const seq = asked ?? last
      if (seq > last) return beyond(game, seq, last)
      const { belonging } = record.folded
      const state = stateAfter(record, seq, asked === undefined ? follower : 'asked')
      const [name, version] = [nameOf(`game ${game}`), versionOf(game, record, seq)]
      return { ok: true, value: { game, belonging, reading, state, name, version } }
    },
    round: (id) => look(id, (seated) => seated, true),
    async tournament<G>(id: string, take: Extract<G>) {
      const access = await opened(id)
      if (!access.ok) return access
      const rounds: RoundExtract<G>[] = []
      for (const name of await listRounds(service, id)) {
        const seen = await look({ tournament: id, round: name }, take, false)
        if (seen.ok) rounds.push(seen.value)
        else if (seen.error.code !== 'unknown-round') return seen
      }
      rounds.sort((a, b) => a.round.round.localeCompare(b.round.round, 'en', { numeric: true }))
      const { tournament, reading } = access.value
      const version = [JSON.stringify(tournament), ...rounds.map((each) => each.version)].join(' ')
      return { ok: true, value: { tournament, reading, rounds, name: nameOf(`tournament ${id}`), version } }
    },
    async rounds(id) {
      const access = await opened(id)
      return access.ok ? { ok: true, value: await visibleRounds(service, id, glance) } : access
    },
  }
}

interface TakenGame<G> {
  readonly version: string
  readonly taken: G
}

/** A round with what was taken of its games. */
interface Told<G> extends Snapshot, RoundExtract<G> {
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

/** What was erased since is not in the record, so it is counted beside it. */
const versionOf = (game: string, { erased }: Pick<GameRecord, 'erased'>, seq: number): string =>
  erased === 0 ? `${game}:${seq}` : `${game}:${seq}-${erased}`
