/**
 * The entry list of a tournament: what the pairing program knows of its players, and the heading of the tournament's report to
 * the federation. It lies in the table of personal data, where it can be erased.
 */

import type { TournamentEntry } from '../../domain/formats/entry-list.ts'
import { omit } from '../../events/omit.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import { announceEntering, type EntryListPorts, logEntryList } from './entry-list-digests.ts'
import {
  ENTRY_PREFIX,
  entriesPartition,
  entryDocuments,
  HEADING_KEY,
  headingDocuments,
  type ReportHeading,
  type Salted,
  salted,
} from './entry-list-documents.ts'
import { erasedPersons } from './erase.ts'
import { dropUnusedKeys, personIdentityKey, personIdFor, personTraces } from './person-identity.ts'
import type { PersonalDataWriter } from './personal-data.ts'
import { readTournament } from './tournaments.ts'

export interface TournamentEntries {
  readonly heading: ReportHeading
  readonly players: readonly TournamentEntry[]
}

export interface EntryListInput extends ReportHeading {
  readonly players: readonly TournamentEntry[]
}

/** Replaces the list by another one; resolves with the number of its players. */
export async function replaceEntries(
  service: PersonalDataWriter & EntryListPorts,
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
  const pk = entriesPartition(tournament)
  const nobodyErased = service.erasures.watch()
  const entered = new Map<string, Salted<TournamentEntry>>()
  for (const entry of players)
    entered.set(await personIdFor(service, personIdentityKey(entry, tournament)), salted(service, entry))
  const newHeading = salted(service, heading)
  const begun = await announceEntering(service, tournament, { heading: newHeading, players: entered })
  if (!begun.ok) return begun
  const enterings = [begun.value]
  await headingDocuments(service).put(pk, HEADING_KEY, newHeading)
  const enter = async (person: string, entry: Salted<TournamentEntry>) => {
    const sk = `${ENTRY_PREFIX}${person}`
    await personTraces(service).put(`person#${person}`, `entry#${pk}`, { entry: { pk, sk } })
    await entryDocuments(service).put(pk, sk, entry)
  }
  for (const [person, entry] of entered) await enter(person, entry)
  // A person who was erased while being entered gets a new id, so that nothing stays under the erased one.
  if (!(service.singleWriter && nobodyErased())) {
    const again = new Map<string, Salted<TournamentEntry>>()
    for await (const person of erasedPersons(service)) {
      const entry = entered.get(person)
      if (entry === undefined) continue
      entered.delete(person)
      again.set(await personIdFor(service, null), salted(service, entry))
    }
    if (again.size > 0) {
      const more = await announceEntering(service, tournament, { players: again })
      if (!more.ok) return more
      enterings.push(more.value)
    }
    for (const [person, entry] of again) {
      await enter(person, entry)
      entered.set(person, entry)
    }
  }
  for await (const { sk } of entryDocuments(service).query(pk, ENTRY_PREFIX)) {
    const person = sk.slice(ENTRY_PREFIX.length)
    if (entered.has(person)) continue
    await dropEntry(service, pk, person)
  }
  const logged = await logEntryList(service, tournament, enterings)
  return logged.ok ? { ok: true, value: { players: players.length } } : logged
}

/** Removes a player from a list. */
async function dropEntry(service: Pick<Ports, 'persons'>, pk: string, person: string): Promise<void> {
  await entryDocuments(service).delete(pk, `${ENTRY_PREFIX}${person}`)
  await personTraces(service).delete(`person#${person}`, `entry#${pk}`)
}

/**
 * Erases the players of a list, and the identity keys of those of whom nothing else is stored; resolves with the number of
 * players. The heading stays, and so do the digests in the log: without the salts they reveal nothing. `dry`: only counts.
 */
export async function eraseEntries(
  service: Pick<Ports, 'persons'>,
  tournament: string,
  dry: boolean,
): Promise<number> {
  const pk = entriesPartition(tournament)
  let count = 0
  for await (const { sk } of entryDocuments(service).query(pk, ENTRY_PREFIX)) {
    count++
    if (dry) continue
    const person = sk.slice(ENTRY_PREFIX.length)
    await dropEntry(service, pk, person)
    await dropUnusedKeys(service, person)
  }
  return count
}

export async function readEntries(
  service: Pick<Ports, 'persons'>,
  tournament: string,
): Promise<TournamentEntries> {
  const pk = entriesPartition(tournament)
  const heading = omit((await headingDocuments(service).get(pk, HEADING_KEY))?.value ?? {}, 'salt')
  const players: TournamentEntry[] = []
  for await (const { value } of entryDocuments(service).query(pk, ENTRY_PREFIX))
    players.push(omit(value, 'salt'))
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

/** The list without what the public need not know of players: their births and sexes. */
export const withoutPrivate = ({ heading, players }: TournamentEntries): TournamentEntries => ({
  heading,
  players: players.map((entry) => omit(entry, 'sex', 'birth')),
})
