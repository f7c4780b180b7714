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
 *         const round = await lensOf(service, request).round({ tournament: params.t, round: params.r })
 *         return answer(round, (seen) => withTag(seen, 'report', event, REPORT_TYPE, () => renderReport(seen.games)))
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
import type { Principal } from '../auth/roles.ts'
import { accessGame, atOnce, isSeenLate, type Reading, readable, readingOf } from '../record/access.ts'
import type { FoldedGame, GameRecord } from '../record/games.ts'
import { type Glance, instantOf, lastSeen, stateAfter } from '../record/past.ts'
import { type Belonging, gameStream } from '../record/recorded.ts'
import { boardsOf } from '../record/round-record.ts'
import {
  listRounds,
  type RoundId,
  type RoundView,
  readRound,
  unknownRound,
  viewOf,
} from '../record/rounds.ts'
import type { Service } from '../record/service.ts'
import { readTournament, type Tournament } from '../record/tournaments.ts'
import { type Outcome, refused } from '../refusal.ts'
import { viewedRound } from '../views/read-views.ts'

/** What was seen, so that two glances that saw the same are known to be equal: no two documents share identity and version. */
export interface Seen {
  readonly reading: Reading
  /** Names the thing and the events it was made of. Short for a game; for a round it names each of its games. */
  readonly version: string
}

export interface SeenGame extends Seen {
  readonly game: string
  readonly belonging: Belonging
  readonly state: GameState
}

/** A game at its board, as the round seats it. */
export interface SeenBoard {
  readonly board: number
  readonly game: string
  readonly state: GameState
}

export interface SeenRound extends Seen {
  readonly tournament: Tournament
  readonly round: RoundView
  /** Opened games in the order of the boards. */
  readonly games: readonly SeenBoard[]
}

export interface SeenTournament extends Seen {
  readonly tournament: Tournament
  /** In the order 1, 2, 10, without those that are not open yet. */
  readonly rounds: readonly SeenRound[]
}

export interface Lens {
  /** Minutes, 0: now. */
  readonly delay: number
  /** The instant looked at, ms since 1970. */
  readonly instant: number
  /** As it stands, or stood after event `seq`: `unknown-game`, `delayed`, `bad-query` where there is no such event yet. */
  game(game: string, seq?: number): Promise<Outcome<SeenGame>>
  /** `unknown-tournament`, `unknown-round`, `delayed` */
  round(id: RoundId): Promise<Outcome<SeenRound>>
  /** With all its rounds: `unknown-tournament`, `delayed` */
  tournament(tournament: string): Promise<Outcome<SeenTournament>>
}

/** Whose request it is and from how far behind he looks: a request of a route has all of it. */
export interface Viewer {
  readonly principal: Principal | null
  /** When he asks, ms since 1970. */
  readonly receivedAt: number
  /** Minutes. */
  readonly delay: number
}

export function lensOf(service: Service, { principal, receivedAt, delay }: Viewer): Lens {
  const glance: Glance = { delay, now: receivedAt }
  /** Whoever follows at the same distance shares the work. */
  const follower = `delay ${delay}`

  /** Where games are not kept warm, a round of hundreds is read from its views; null where there is none yet. */
  const fromViews = async (id: RoundId): Promise<Outcome<SeenRound> | null> => {
    const tournament = await readTournament(service, id.tournament)
    if (!tournament.ok) return tournament
    const reading = readingOf(principal, id, tournament.value)
    if (!reading.ok) return reading
    const viewed = await viewedRound(service, id)
    if (viewed === null) return null
    const { seq, round, games } = viewed
    const versions = games.map((each) => versionOf(each.game, each, each.state.seq))
    const version = [
      `${id.tournament}/${id.round}:${seq}`,
      JSON.stringify(tournament.value),
      ...versions,
    ].join(' ')
    return {
      ok: true,
      value: { tournament: tournament.value, reading: reading.value, round, games, version },
    }
  }

  const round = async (id: RoundId): Promise<Outcome<SeenRound>> => {
    const viewed = service.readsViews && delay === 0 ? await fromViews(id) : null
    if (viewed !== null) return viewed
    const found = await readRound(service, id, glance)
    if (!found.ok) return found
    const { tournament, folded, seq, record: round } = found.value
    const reading = readingOf(principal, id, tournament, delay)
    if (!reading.ok) return isSeenLate(service, round, tournament) ? reading : unknownRound(id)
    const { games: streams } = service
    const boards = boardsOf(folded)
    const records: (GameRecord | null)[] = []
    for (const stream of streamsOf(boards))
      records.push(
        atOnce<FoldedGame>(service, streams, stream) ??
          (await readable<FoldedGame>(service, streams, stream)),
      )
    const versions = [`${id.tournament}/${id.round}:${seq}`, JSON.stringify(tournament)]
    const games: SeenBoard[] = []
    for (const [k, { board, game }] of boards.entries()) {
      const record = records[k] ?? null
      const last = record === null ? 0 : lastSeen(record, glance)
      if (record === null || last === 0) continue
      versions.push(versionOf(game, record, last))
      games.push({ board, game, state: stateAfter(record, last, follower) })
    }
    const value = { tournament, round: viewOf(id, folded), reading: reading.value, games }
    return { ok: true, value: { ...value, version: versions.join(' ') } }
  }

  return {
    delay,
    instant: instantOf(glance),
    async game(game, asked) {
      const access = await accessGame(service, principal, game, glance)
      if (!access.ok) return access
      const { record, reading, seq: last } = access.value
      const seq = asked ?? last
      if (seq > last) return beyond(game, seq, last)
      const { belonging } = record.folded
      const state = stateAfter(record, seq, asked === undefined ? follower : 'asked')
      return { ok: true, value: { game, belonging, reading, state, version: versionOf(game, record, seq) } }
    },
    round,
    async tournament(id) {
      const found = await readTournament(service, id)
      if (!found.ok) return found
      const reading = readingOf(principal, { tournament: id }, found.value, delay)
      if (!reading.ok) return reading
      const rounds: SeenRound[] = []
      for (const name of await listRounds(service, id)) {
        const seen = await round({ tournament: id, round: name })
        if (seen.ok) rounds.push(seen.value)
        else if (seen.error.code !== 'unknown-round') return seen
      }
      rounds.sort((a, b) => a.round.round.localeCompare(b.round.round, 'en', { numeric: true }))
      const version = [JSON.stringify(found.value), ...rounds.map((each) => each.version)].join(' ')
      return { ok: true, value: { tournament: found.value, reading: reading.value, rounds, version } }
    },
  }
}

/** Names of streams by the order they belong to. */
const named = new WeakMap<readonly SeatedGame[], readonly string[]>()
type SeatedGame = Pick<SeenBoard, 'game'>

/** The games' streams; their names are put together once for an order of boards. */
function streamsOf(boards: readonly SeatedGame[]): readonly string[] {
  const streams = named.get(boards) ?? boards.map(({ game }) => gameStream(game))
  named.set(boards, streams)
  return streams
}

const beyond = (game: string, seq: number, last: number) =>
  refused('bad-query', `seq is ${seq}; the record of ${game} ends at ${last}`)

/** What was erased since is not in the record, so it is counted beside it. */
const versionOf = (game: string, { erased }: Pick<GameRecord, 'erased'>, seq: number): string =>
  erased === 0 ? `${game}:${seq}` : `${game}:${seq}-${erased}`
