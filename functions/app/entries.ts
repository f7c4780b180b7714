/**
 * The entry list of a tournament: what the pairing program knows of its players, and what a report to the federation says of
 * the tournament itself. Personal data are kept where they can be erased.
 */

import type { TournamentEntry } from '../../domain/formats/entry-list.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import type { Documents } from '../store/documents.ts'
import { listErasures } from './erase.ts'
import { personIdentityKey, personOf, personTraces } from './person-identity.ts'
import type { PersonalDataWriter } from './personal-data.ts'
import { readTournament } from './tournaments.ts'

/** What no game tells of a tournament. */
export interface ReportHeading {
  readonly city?: string | undefined
  readonly federation?: string | undefined
  readonly type?: string | undefined
  readonly chiefArbiter?: string | undefined
  readonly deputies?: readonly string[] | undefined
  readonly timeControlText?: string | undefined
  readonly rounds?: number | undefined
}

export interface TournamentEntries {
  readonly heading: ReportHeading
  readonly players: readonly TournamentEntry[]
}

export interface EntryListInput extends ReportHeading {
  readonly players: readonly TournamentEntry[]
}

const entryDocuments = (service: Pick<Ports, 'persons'>) => service.persons as Documents<TournamentEntry>
const headings = (service: Pick<Ports, 'persons'>) => service.persons as Documents<ReportHeading>
const partition = (tournament: string): string => `entries#${tournament}`
const HEADING = 'heading'
const PLAYER = 'player#'

/** Puts the list in place of the one there was. */
export async function replaceEntries(
  service: PersonalDataWriter & Pick<Ports, 'registry'>,
  principal: Principal | null,
  tournament: string,
  { players, ...heading }: EntryListInput,
): Promise<AppResult<{ players: number }>> {
  const refusal = refusalOf(principal, 'manage-tournament', { tournament })
  if (refusal !== null) return { ok: false, error: refusal }
  const found = await readTournament(service, tournament)
  if (!found.ok) return found
  const faults = repeatedRanks(players)
  if (faults.length > 0)
    return refused('invalid', faults.map(({ detail }) => detail).join('; '), { errors: faults })
  const pk = partition(tournament)
  await headings(service).put(pk, HEADING, heading)
  const nobodyErased = service.erasures.watch()
  const entered = new Map<string, TournamentEntry>()
  const enter = async (person: string, entry: TournamentEntry) => {
    const sk = `${PLAYER}${person}`
    await personTraces(service).put(`person#${person}`, `entry#${pk}`, { entry: { pk, sk } })
    await entryDocuments(service).put(pk, sk, entry)
    entered.set(person, entry)
  }
  for (const entry of players)
    await enter(await personOf(service, personIdentityKey(entry, tournament)), entry)
  // A person who was erased while being entered gets a new id, so that nothing stays under the erased one.
  if (!(service.singleWriter && nobodyErased()))
    for (const { person } of await listErasures(service)) {
      const entry = entered.get(person)
      if (entry !== undefined) await enter(await personOf(service, null), entry)
      entered.delete(person)
    }
  for await (const { sk } of entryDocuments(service).query(pk, PLAYER)) {
    const person = sk.slice(PLAYER.length)
    if (entered.has(person)) continue
    await entryDocuments(service).delete(pk, sk)
    await personTraces(service).delete(`person#${person}`, `entry#${pk}`)
  }
  return { ok: true, value: { players: players.length } }
}

export async function readEntries(
  service: Pick<Ports, 'persons'>,
  tournament: string,
): Promise<TournamentEntries> {
  const pk = partition(tournament)
  const heading = (await headings(service).get(pk, HEADING))?.value ?? {}
  const players: TournamentEntry[] = []
  for await (const { value } of entryDocuments(service).query(pk, PLAYER)) players.push(value)
  return { heading, players }
}

function repeatedRanks(players: readonly TournamentEntry[]) {
  const seen = new Set<number>()
  return players.flatMap(({ startingRank }, k) => {
    if (startingRank === undefined || seen.size < seen.add(startingRank).size) return []
    const detail = `the starting rank ${startingRank} is given to two players`
    return [{ pointer: `/players/${k}/startingRank`, detail }]
  })
}

/** What the public need not know of players: when they were born, and their sex. */
export const withoutPrivate = ({ heading, players }: TournamentEntries): TournamentEntries => ({
  heading,
  players: players.map(({ sex: _, birth: __, ...entry }) => entry),
})
