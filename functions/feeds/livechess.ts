/** The feeds of DGT's LiveChess Cloud: what polls `/get/{uuid}/…` there polls `/livechess/{t}/…` here. */
import * as z from 'zod'
import {
  countedGame,
  liveChessGame,
  liveChessIndex,
  liveChessTournament,
} from '../../domain/feeds/livechess.ts'
import { numberRounds } from '../../domain/feeds/round-numbers.ts'
import { withTag } from '../http/etag.ts'
import { answer, JSON_TYPE, problem, type Reply } from '../http/reply.ts'
import { type Route, route } from '../http/route.ts'
import { type Outcome, refused } from '../refusal.ts'
import { type Lens, lensOf, type SeenRound } from './lens.ts'
import { openToAll } from './open-to-all.ts'

/** Viewers add `?poll`, also with a number to pass by caches. */
const query = z.looseObject({})

const document = (description: string) => ({
  200: { description, content: { 'application/json': z.looseObject({}) } },
})

/** A round by its id, or by its number where the id is a word. */
async function roundOf(lens: Lens, tournament: string, name: string): Promise<Outcome<SeenRound>> {
  const named = await lens.round({ tournament, round: name })
  if (named.ok || named.error.code !== 'unknown-round' || !/^\d{1,3}$/.test(name)) return named
  const rounds = await lens.rounds(tournament)
  if (!rounds.ok) return rounds
  const found = numberRounds(rounds.value).find(({ number }) => number === Number(name))
  return found === undefined ? named : lens.round({ tournament, round: found.id })
}

const dateOf = ({ round, games }: SeenRound): string | null =>
  games[0]?.state.details?.date?.replaceAll('.', '-') ?? round.start?.slice(0, 10) ?? null

const tournamentRoute = route({
  method: 'GET',
  path: '/livechess/{t}/tournament.json',
  summary: 'A tournament as LiveChess Cloud serves it',
  open: true,
  feed: true,
  kept: true,
  query,
  replies: document('tournament.json'),
  async handler(service, request) {
    const seen = await lensOf(service, request).tournament(request.params.t, ({ state }) =>
      countedGame(state),
    )
    return answer(seen, (found) => {
      const render = () => {
        const { id, name, site, defaults } = found.tournament
        // Where the tournament says nothing for all its games, its first game speaks.
        const first = found.rounds.flatMap(({ games }) => games)[0]
        const { play = first?.play, timeControl = first?.timeControl } = defaults
        const heading = { id, name, site, play, timeControl }
        const numbers = new Map(
          numberRounds(found.rounds.map(({ round }) => round.round)).map((each) => [each.id, each.number]),
        )
        const rounds = found.rounds.map(({ round, games }) => ({
          number: numbers.get(round.round)!,
          games,
        }))
        return JSON.stringify(liveChessTournament(heading, rounds))
      }
      return openToAll(withTag(found, 'livechess tournament', request.event, JSON_TYPE, render))
    })
  },
})

const indexRoute = route({
  method: 'GET',
  path: '/livechess/{t}/round-{r}/index.json',
  summary: "A round's pairings as LiveChess Cloud serves them",
  open: true,
  feed: true,
  kept: true,
  query,
  replies: document('index.json'),
  async handler(service, request) {
    const { t, r } = request.params
    return answer(await roundOf(lensOf(service, request), t, r), (found) => {
      const render = () =>
        JSON.stringify(
          liveChessIndex(
            dateOf(found),
            found.games.map(({ state }) => state),
          ),
        )
      return openToAll(withTag(found, 'livechess index', request.event, JSON_TYPE, render))
    })
  },
})

const gameRoute = route({
  method: 'GET',
  path: '/livechess/{t}/round-{r}/game-{n}.json',
  summary: 'A game as LiveChess Cloud serves it, by its place in the index',
  params: { n: z.string().regex(/^[1-9]\d{0,4}$/, { error: 'a game of the index, a whole number from 1' }) },
  open: true,
  feed: true,
  kept: true,
  query,
  replies: document('game-N.json'),
  async handler(service, request) {
    const { t, r, n } = request.params
    return answer(await roundOf(lensOf(service, request), t, r), (found): Reply => {
      const seen = found.games[Number(n) - 1]
      if (seen === undefined) return missing(n, found)
      const render = () => JSON.stringify(liveChessGame(seen.state, seen.board))
      return openToAll(withTag(found, `livechess game ${n}`, request.event, JSON_TYPE, render))
    })
  },
})

const missing = (n: string, { games }: SeenRound): Reply =>
  problem(refused('unknown-game', `there is no game ${n}; the round has ${games.length}`).error)

export const LIVECHESS_ROUTES: readonly Route[] = [tournamentRoute, indexRoute, gameRoute]
