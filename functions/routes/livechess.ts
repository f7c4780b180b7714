/** Feeds in the format of DGT's LiveChess Cloud: `/livechess/{t}/…` here is what `/get/{uuid}/…` is there. */

import * as z from 'zod'
import {
  type CountedGame,
  countedGame,
  liveChessGame,
  liveChessIndex,
  liveChessTournament,
} from '../../domain/formats/livechess.ts'
import { numberRounds } from '../../domain/formats/round-numbers.ts'
import type { RoundId } from '../../domain/state/round.ts'
import { type CachedDocument, cachedReply } from '../feeds/cached-reply.ts'
import type { BoardChoice } from '../feeds/read-boards.ts'
import { type ReadContext, readContext } from '../feeds/read-context.ts'
import { WHOLE_BOARDS } from '../feeds/read-rounds.ts'
import type { BoardSnapshot, RoundSnapshot, Snapshot, TournamentSnapshot } from '../feeds/snapshots.ts'
import type { RenderedFeeds } from '../feeds/viewpoint.ts'
import { JSON_TYPE, replyTo } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { type AppResult, refused } from '../refusal.ts'

/** Viewers add `?poll`, also with a number to pass by caches. */
const query = z.looseObject({})

const document = (description: string) => ({
  200: { description, content: { 'application/json': z.looseObject({}) } },
})

/** Reads a round by its id, or by its number where the tournament's rounds have words for ids. */
async function findRound<T>(
  context: ReadContext,
  tournament: string,
  name: string,
  look: (id: RoundId) => Promise<AppResult<T>>,
): Promise<AppResult<T>> {
  const named = await look({ tournament, round: name })
  if (named.ok || named.error.code !== 'unknown-round' || !/^\d{1,3}$/.test(name)) return named
  const rounds = await context.rounds(tournament)
  if (!rounds.ok) return rounds
  const found = numberRounds(rounds.value).find(({ number }) => number === Number(name))
  return found === undefined ? named : look({ tournament, round: found.id })
}

const TOURNAMENT: CachedDocument<TournamentSnapshot<CountedGame>, object> = {
  name: 'livechess tournament',
  contentType: JSON_TYPE,
  render({ tournament: { id, name, site, defaults }, rounds }) {
    // Where the tournament has no default, that of its first game is shown.
    const first = rounds.flatMap(({ games }) => games)[0]
    const { play = first?.play, timeControl = first?.timeControl } = defaults
    const numbered = numberRounds(rounds.map(({ round }) => round.round))
    const numbers = new Map(numbered.map((each) => [each.id, each.number]))
    return JSON.stringify(
      liveChessTournament(
        { id, name, site, play, timeControl },
        rounds.map(({ round, games }) => ({ number: numbers.get(round.round)!, games })),
      ),
    )
  },
}

const INDEX: CachedDocument<RoundSnapshot, object> = {
  name: 'livechess index',
  contentType: JSON_TYPE,
  render: (seen) => {
    const states = seen.games.map(({ state }) => state)
    return JSON.stringify(liveChessIndex(dateOf(seen), states))
  },
}

const GAME: CachedDocument<BoardSnapshot & Snapshot, object> = {
  name: 'livechess game',
  contentType: JSON_TYPE,
  render: ({ state, board }) => JSON.stringify(liveChessGame(state, board)),
}

const dateOf = ({ round, games }: RoundSnapshot): string | null =>
  games[0]?.state.details?.date?.replaceAll('.', '-') ?? round.start?.slice(0, 10) ?? null

const tournamentRoute = route({
  method: 'GET',
  path: '/livechess/{t}/tournament.json',
  summary: 'A tournament as LiveChess Cloud serves it',
  open: true,
  feed: true,
  query,
  replies: document('tournament.json'),
  async handler(service: RenderedFeeds, request) {
    const games = { take: ({ state }: BoardSnapshot) => countedGame(state) }
    const seen = await readContext(service, request).lazyTournament(request.params.t, games)
    return replyTo(seen, (found) => cachedReply(service.responses, TOURNAMENT, found, {}, request))
  },
})

const indexRoute = route({
  method: 'GET',
  path: '/livechess/{t}/round-{r}/index.json',
  summary: "A round's pairings as LiveChess Cloud serves them",
  open: true,
  feed: true,
  query,
  replies: document('index.json'),
  async handler(service: RenderedFeeds, request) {
    const { t, r } = request.params
    const context = readContext(service, request)
    const look = (id: RoundId) => context.lazyRound(id, WHOLE_BOARDS)
    return replyTo(await findRound(context, t, r, look), (found) =>
      cachedReply(service.responses, INDEX, found, {}, request),
    )
  },
})

const gameRoute = route({
  method: 'GET',
  path: '/livechess/{t}/round-{r}/game-{n}.json',
  summary: 'A game as LiveChess Cloud serves it, by its place in the index',
  params: { n: z.string().regex(/^[1-9]\d{0,4}$/, { error: 'a game of the index, a whole number from 1' }) },
  open: true,
  feed: true,
  query,
  replies: document('game-N.json'),
  async handler(service: RenderedFeeds, request) {
    const { t, r, n } = request.params
    const context = readContext(service, request)
    const nth: BoardChoice = (seats) => {
      const seat = seats[Number(n) - 1]
      if (seat !== undefined) return { ok: true, value: seat }
      return refused('unknown-game', `there is no game ${n}; the round has ${seats.length}`)
    }
    const look = (id: RoundId) => context.lazyBoard(id, nth)
    return replyTo(await findRound(context, t, r, look), (found) =>
      cachedReply(service.responses, GAME, found, {}, request),
    )
  },
})

export const LIVECHESS_ROUTES = [tournamentRoute, indexRoute, gameRoute]
