/** Tournaments: names, how their games are shown, and the defaults of their games. */

import type { GameDefaults } from '../../domain/state/round.ts'
import { omit } from '../../events/omit.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import { withRetries } from '../retries.ts'
import { queueVersion } from '../store/append-log.ts'
import { canonicalJson, canonicalText } from '../store/canonical.ts'
import type { Documents } from '../store/documents.ts'
import { sha256OfText } from '../store/hash.ts'
import { type Page, type PageRequest, readPage } from '../store/pages.ts'

export interface TournamentFields {
  readonly name: string
  readonly site?: string | undefined
  readonly dates?: { readonly from: string; readonly to?: string | undefined } | undefined
  /** Minutes of delay with which the public sees its games. */
  readonly delay: number
  /** Whether events, verdicts and audits are public too. */
  readonly openVerdicts: boolean
  /** Fields of the tournament's games where neither the round nor the game says otherwise. */
  readonly defaults: GameDefaults
}

export interface Tournament extends TournamentFields {
  readonly id: string
  readonly createdAt: string
}

/** A change: absent fields stay as they are, null removes a value. */
export type TournamentChange = {
  readonly [F in keyof TournamentFields]?: TournamentFields[F] | null | undefined
}

const DEFAULTS = { delay: 0, openVerdicts: false, defaults: {} }
const PARTITION = 'tournament'

/** Attempts of a change while other processes change the same tournament. */
const MAX_TRIES = 8

const tournaments = (ports: Pick<Ports, 'registry'>) => ports.registry as Documents<Tournament>

/**
 * Creates a tournament. The same id with the same fields is the same tournament (`replayed`); with others it is refused
 * (`id-reused`).
 */
export async function createTournament(
  ports: Pick<Ports, 'clock' | 'ids' | 'registry'>,
  principal: Principal | null,
  fields: TournamentChange & Pick<TournamentFields, 'name'>,
  id: string = ports.ids.next(),
): Promise<AppResult<{ tournament: Tournament; replayed: boolean }>> {
  const refusal = refusalOf(principal, 'manage-tournament', { tournament: id })
  if (refusal !== null) return { ok: false, error: refusal }
  const createdAt = new Date(ports.clock.now()).toISOString()
  const tournament = complete({ id, createdAt, ...fields })
  if (await tournaments(ports).putIfNewer(PARTITION, id, 1, tournament)) {
    await logTournament(ports, 1, tournament)
    return { ok: true, value: { tournament, replayed: false } }
  }
  const there = await tournaments(ports).get(PARTITION, id)
  if (there !== null && sameFields(there.value, tournament))
    return { ok: true, value: { tournament: there.value, replayed: true } }
  return refused(
    'id-reused',
    `the id ${id} is that of another tournament; PATCH changes it, a new one needs its own id`,
  )
}

const sameFields = (a: Tournament, b: Tournament): boolean => {
  const text = (tournament: Tournament) => canonicalJson(omit(tournament, 'createdAt'))
  const [one, other] = [text(a), text(b)]
  return one.ok && other.ok && one.value === other.value
}

export async function readTournament(
  ports: Pick<Ports, 'registry'>,
  id: string,
): Promise<AppResult<Tournament>> {
  const found = await tournaments(ports).get(PARTITION, id)
  return found === null ? unknownTournament(id) : { ok: true, value: found.value }
}

/** All tournaments by their ids, read on as they are used. */
export async function* allTournaments(ports: Pick<Ports, 'registry'>): AsyncGenerator<Tournament> {
  for await (const { value } of tournaments(ports).query(PARTITION)) yield value
}

export const listTournaments = (
  ports: Pick<Ports, 'registry'>,
  page: PageRequest = {},
): Promise<Page<Tournament>> => readPage(tournaments(ports), PARTITION, page)

/** Changes the fields that are named; null resets one to its default. */
export async function changeTournament(
  ports: Pick<Ports, 'notify' | 'pause' | 'registry'>,
  principal: Principal | null,
  id: string,
  change: TournamentChange,
): Promise<AppResult<Tournament>> {
  const refusal = refusalOf(principal, 'manage-tournament', { tournament: id })
  if (refusal !== null) return { ok: false, error: refusal }
  const changed = await withRetries<AppResult<Tournament>>(MAX_TRIES, ports.pause, async () => {
    const found = await tournaments(ports).get(PARTITION, id)
    if (found === null) return unknownTournament(id)
    const tournament = complete({ ...found.value, ...change })
    const version = (found.n ?? 0) + 1
    if (!(await tournaments(ports).putIfNewer(PARTITION, id, version, tournament))) return null
    await logTournament(ports, version, tournament)
    // Followers of its live games may have lost the right to them.
    ports.notify?.(`tournament#${id}`)
    return { ok: true, value: tournament }
  })
  return changed ?? refused('unavailable', 'others keep changing the tournament; send the request again')
}

/**
 * Queues a version for the log of appends: delay and defaults decide what is shown and what rules hold, so changes must be
 * provable.
 */
const logTournament = (ports: Pick<Ports, 'registry'>, n: number, tournament: Tournament): Promise<void> =>
  queueVersion(ports, {
    stream: `tournament#${tournament.id}`,
    n,
    hash: sha256OfText(canonicalText(tournament)),
  })

/** The tournament with defaults in place of what is null or absent. */
function complete(fields: TournamentChange & Pick<Tournament, 'id' | 'createdAt'>): Tournament {
  const said = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return { ...DEFAULTS, ...Object.fromEntries(said) } as Tournament
}

const unknownTournament = (id: string) => refused('unknown-tournament', `there is no tournament ${id}`)
