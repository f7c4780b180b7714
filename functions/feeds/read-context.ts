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
import type { RoundId } from '../../domain/state/round.ts'
import { accessGame, type Visibility, visibilityFor } from '../app/access.ts'
import { DELAY_UNIT_MS, stateAfter, visibleSeq } from '../app/earlier-states.ts'
import { listRounds, visibleRounds } from '../app/rounds.ts'
import { readTournament, type Tournament } from '../app/tournaments.ts'
import type { ViewedGame } from '../projections/read-views.ts'
import { type AppResult, refused } from '../refusal.ts'
import { followRound } from './follow-round.ts'
import { gameSeat } from './game-seat.ts'
import { lookAtRound, takeRound, takeWhole } from './read-rounds.ts'
import type {
  Extract,
  FollowedRound,
  GameSnapshot,
  GameStepsSnapshot,
  Looked,
  RoundSnapshot,
  SeatedGameSnapshot,
  TournamentSnapshot,
} from './snapshots.ts'
import {
  type FeedSources,
  nameFrom,
  seenState,
  stepsOf,
  type Viewer,
  versionOf,
  viewpointOf,
  viewsFrom,
} from './viewpoint.ts'

export interface ReadContext {
  /** Minutes, 0: now. */
  readonly delay: number
  /** The instant looked at, ms since 1970. */
  readonly instant: number
  /** As it stands, or stood after event `seq`: `unknown-game`, `delayed`, `bad-query` where there is no such event yet. */
  game(game: string, seq?: number): Promise<AppResult<GameSnapshot>>
  /** As it stands, with the board at which it sits: as `game`. */
  seatedGame(game: string): Promise<AppResult<SeatedGameSnapshot>>
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

/** A game that its reader may see. `take`: as it is at that time, since its state is live. */
interface FoundGame extends Pick<GameSnapshot, 'belonging'> {
  take(): GameSnapshot
}

export function readContext(service: FeedSources, viewer: Viewer): ReadContext {
  const viewpoint = viewpointOf(service, viewer)
  const { principal, delay, asOf, instant, viewedAt, follower } = viewpoint

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
    const rounds = await eachRound(id, (round) => takeRound(viewpoint, round, take, false))
    if (!rounds.ok) return rounds
    const version = tournamentVersion(tournament, rounds.value)
    const name = nameFrom(viewpoint, `tournament ${id}`)
    return { ok: true, value: { tournament, reading, rounds: rounds.value, name, version } }
  }

  const findGame = async (game: string, asked?: number): Promise<AppResult<FoundGame>> => {
    const viewed = asked === undefined ? await (await viewsFrom(viewpoint))?.game(game, viewedAt) : null
    if (viewed != null) {
      const seen = await viewedGame(viewed, game)
      return seen.ok ? { ok: true, value: { belonging: seen.value.belonging, take: () => seen.value } } : seen
    }
    const access = await accessGame(service, principal, game, asOf)
    if (!access.ok) return access
    const { record, reading, seq: last } = access.value
    if (asked !== undefined && asked > last) return beyond(game, asked, last)
    const { belonging } = record.folded
    const take = (): GameSnapshot => {
      const seq = asked ?? visibleSeq(record, asOf)
      const name = nameFrom(viewpoint, `game ${game}`)
      const { erased } = record
      const { state, version } =
        asked === undefined
          ? seenState(viewpoint, { game, state: stateAfter(record, seq, follower), seq, erased })
          : { state: stateAfter(record, seq, 'asked'), version: versionOf(game, record, seq) }
      return { game, belonging, reading, state, name, version }
    }
    return { ok: true, value: { belonging, take } }
  }

  return {
    delay,
    instant,
    async game(game, asked) {
      const found = await findGame(game, asked)
      return found.ok ? { ok: true, value: found.value.take() } : found
    },
    async seatedGame(game) {
      const found = await findGame(game)
      if (!found.ok) return found
      const { belonging, take } = found.value
      const seat = await gameSeat(viewpoint, game, belonging)
      return { ok: true, value: { ...take(), seat } }
    },
    async gameSteps(game, after) {
      const viewed = await (await viewsFrom(viewpoint))?.steps(game, viewedAt, [after, after])
      if (viewed != null) {
        const { known, ...of } = viewed
        const access = await viewedGame({ ...of, viewed: known }, game)
        if (!access.ok) return access
        const { name, version, reading, state } = access.value
        const { earlier, causes, erased } = known!
        return { ok: true, value: { name, version, reading, state, earlier, causes, erased } }
      }
      const access = await accessGame(service, principal, game, asOf)
      if (!access.ok) return access
      const { record, reading, seq } = access.value
      const { erased } = record
      const name = nameFrom(viewpoint, `game ${game}`)
      const steps = stepsOf(viewpoint, record, seq, [after, after])
      const { version } = seenState(viewpoint, {
        game,
        state: stateAfter(record, seq, follower),
        seq,
        erased,
      })
      return { ok: true, value: { name, version, reading, erased, ...steps } }
    },
    followRound: (id) => followRound(viewpoint, id),
    round: (id) => takeRound(viewpoint, id, takeWhole, true),
    lookAtRound: (id) => lookAtRound(viewpoint, id),
    tournament: takeTournament,
    async lookAtTournament<G>(id: string, take: Extract<G>) {
      if ((await viewsFrom(viewpoint)) === null) return takeTournament(id, take)
      const access = await openedTournament(id)
      if (!access.ok) return access
      const rounds = await eachRound(id, (round) => lookAtRound(viewpoint, round))
      if (!rounds.ok) return rounds
      const { tournament, reading } = access.value
      const version = tournamentVersion(tournament, rounds.value)
      const name = nameFrom(viewpoint, `tournament ${id}`)
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
    const isPublicNow = knownFrom + (tournament?.delay ?? 0) * DELAY_UNIT_MS <= service.clock.now()
    // A refusal that names the delay would tell that there is a game before the public may know.
    if (!reading.ok) return isPublicNow ? reading : unknown
    if (viewed === null) return unknown
    const name = nameFrom(viewpoint, `game ${game}`)
    const { state, version } = seenState(viewpoint, { game, ...viewed })
    return { ok: true, value: { game, belonging, reading: reading.value, state, name, version } }
  }
}

/** In the order 1, 2, 10. */
const inOrder = (rounds: readonly string[]): string[] =>
  [...rounds].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

const beyond = (game: string, seq: number, last: number) =>
  refused('bad-query', `seq is ${seq}; the record of ${game} ends at ${last}`)
