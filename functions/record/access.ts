/** Who may read what of a game or a round (contract, "Who may read"). */
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import type { Place } from '../auth/scope.ts'
import { type Outcome, refused } from '../refusal.ts'
import type { FoldedGame, GameRecord } from './games.ts'
import { gameStream } from './recorded.ts'
import type { Service } from './service.ts'
import type { StreamRecord, Streams } from './streams.ts'
import { readTournament, type Tournament } from './tournaments.ts'

/** `all`: the record with touches, offers, claims and verdicts; `public`: moves, clocks, results and states without them. */
export type Reading = 'all' | 'public'

/** How much of a place somebody may read undelayed. Refused (`delayed`) is the public of a tournament with a delay. */
export function readingOf(
  principal: Principal | null,
  place: Place,
  tournament: Pick<Tournament, 'delay' | 'openVerdicts'> | null,
): Outcome<Reading> {
  if (refusalOf(principal, 'read', place) === null) return { ok: true, value: 'all' }
  if (tournament === null) return { ok: true, value: 'public' }
  if (tournament.delay > 0)
    return refused(
      'delayed',
      `the public sees this tournament ${tournament.delay} minutes late, under /delayed/${tournament.delay}/`,
    )
  return { ok: true, value: tournament.openVerdicts ? 'all' : 'public' }
}

export interface GameAccess {
  readonly record: GameRecord
  readonly reading: Reading
}

/** A game as it stands, with what its reader may see of it: `unknown-game`, `delayed`. */
export async function accessGame(
  service: Service,
  principal: Principal | null,
  game: string,
): Promise<Outcome<GameAccess>> {
  const record = await current<FoldedGame>(service, service.games, gameStream(game))
  if (record.seq === 0) return refused('unknown-game', `there is no game ${game}`)
  const { belonging } = record.folded
  const reading = readingOf(
    principal,
    { ...belonging, game },
    await tournamentOf(service, belonging.tournament),
  )
  return reading.ok ? { ok: true, value: { record, reading: reading.value } } : reading
}

/** Like accessGame, for what the public part does not hold: `not-authenticated`, `not-allowed` besides. */
export async function accessWholeGame(
  service: Service,
  principal: Principal | null,
  game: string,
): Promise<Outcome<GameRecord>> {
  const access = await accessGame(service, principal, game)
  if (!access.ok) return access
  const { record, reading } = access.value
  if (reading === 'all') return { ok: true, value: record }
  const refusal = refusalOf(principal, 'read', { ...record.folded.belonging, game })
  return refusal === null ? { ok: true, value: record } : { ok: false, error: refusal }
}

/** A stream's record with everything stored so far: what is warm is all there is where this process alone writes. */
export async function current<Folded>(
  { soleWriter }: Pick<Service, 'soleWriter'>,
  streams: Pick<Streams<never, Folded>, 'load'>,
  stream: string,
): Promise<StreamRecord<Folded>> {
  return (await streams.load(stream, !soleWriter)).state
}

async function tournamentOf(service: Service, id: string | undefined): Promise<Tournament | null> {
  if (id === undefined) return null
  const found = await readTournament(service, id)
  return found.ok ? found.value : null
}
