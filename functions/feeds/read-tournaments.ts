/** Reads tournaments with their rounds as of a viewpoint. */
import type { RoundId } from '../../domain/state/round.ts'
import { type Visibility, visibilityFor } from '../app/access.ts'
import { listRounds, roundAsOf, visibleRounds } from '../app/rounds.ts'
import { readTournament, type Tournament } from '../app/tournaments.ts'
import type { AppResult } from '../refusal.ts'
import { extractRound, lazyRound } from './read-rounds.ts'
import type { GameReading, LazySnapshot, TournamentSnapshot } from './snapshots.ts'
import { type FeedSources, nameFrom, type Viewpoint, viewsFrom } from './viewpoint.ts'

/** A tournament with all its rounds, and what `extract` takes of their games. */
export async function extractTournament<G>(
  viewpoint: Viewpoint,
  id: string,
  asked: GameReading<G>,
): Promise<AppResult<TournamentSnapshot<G>>> {
  const access = await accessTournament(viewpoint, id)
  if (!access.ok) return access
  const { tournament, reading } = access.value
  const rounds = await eachRound(viewpoint.service, id, (round) => extractRound(viewpoint, round, asked))
  if (!rounds.ok) return rounds
  const version = versionFrom(tournament, rounds.value)
  const name = nameFrom(viewpoint, `tournament ${id}`)
  return { ok: true, value: { tournament, reading, rounds: rounds.value, name, version } }
}

/** Without its games until it is opened. */
export async function lazyTournament<G>(
  viewpoint: Viewpoint,
  id: string,
  asked: GameReading<G>,
): Promise<AppResult<LazySnapshot<TournamentSnapshot<G>>>> {
  const access = await accessTournament(viewpoint, id)
  if (!access.ok) return access
  const rounds = await eachRound(viewpoint.service, id, (round) => lazyRound(viewpoint, round, asked))
  if (!rounds.ok) return rounds
  const { tournament, reading } = access.value
  const version = versionFrom(tournament, rounds.value)
  const name = nameFrom(viewpoint, `tournament ${id}`)
  return { ok: true, value: { reading, name, version, open: () => extractTournament(viewpoint, id, asked) } }
}

/** Ids of its rounds that can be seen. */
export async function readRoundIds(viewpoint: Viewpoint, id: string): Promise<AppResult<readonly string[]>> {
  const access = await accessTournament(viewpoint, id)
  if (!access.ok) return access
  const { service, asOf, viewedAt } = viewpoint
  const reader = await viewsFrom(viewpoint)
  if (reader === null) return { ok: true, value: await visibleRounds(service, id, asOf) }
  const seen = await Promise.all(
    (await listRounds(service, id)).map(async (round) => {
      const knownFrom = await reader.roundKnownFrom(id, round)
      // A round that was opened a moment ago has no view yet.
      if (knownFrom === null)
        return (await roundAsOf(service, { tournament: id, round }, asOf)) ? [round] : []
      return viewedAt === null || knownFrom <= viewedAt ? [round] : []
    }),
  )
  return { ok: true, value: seen.flat() }
}

/** A tournament and how much of it may be read: `unknown-tournament`, `delayed`. */
async function accessTournament(
  { service, principal, delay }: Viewpoint,
  id: string,
): Promise<AppResult<{ readonly tournament: Tournament; readonly reading: Visibility }>> {
  const found = await readTournament(service, id)
  if (!found.ok) return found
  const reading = visibilityFor(principal, { tournament: id }, found.value, delay)
  if (!reading.ok) return reading
  return { ok: true, value: { tournament: found.value, reading: reading.value } }
}

/** What `read` returns for each visible round, in their order; rounds that are not visible yet are left out. */
async function eachRound<R>(
  service: FeedSources,
  id: string,
  read: (round: RoundId) => Promise<AppResult<R>>,
): Promise<AppResult<readonly R[]>> {
  const rounds: R[] = []
  for (const round of inOrder(await listRounds(service, id))) {
    const seen = await read({ tournament: id, round })
    if (seen.ok) rounds.push(seen.value)
    else if (seen.error.code !== 'unknown-round') return seen
  }
  return { ok: true, value: rounds }
}

const versionFrom = (tournament: Tournament, rounds: readonly { readonly version: string }[]): string =>
  [JSON.stringify(tournament), ...rounds.map(({ version }) => version)].join(' ')

/** In the order 1, 2, 10. */
const inOrder = (rounds: readonly string[]): string[] =>
  [...rounds].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
