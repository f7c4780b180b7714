/**
 * The entry list of a tournament: what the pairing program knows of its players, and what a report to the federation says of
 * the tournament itself. Personal data are kept where they can be erased.
 */

import type { TournamentEntry } from '../../domain/formats/entry-list.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import { queueVersion } from '../store/append-log.ts'
import { canonicalText } from '../store/canonical.ts'
import type { Documents } from '../store/documents.ts'
import { sha256OfText } from '../store/hash.ts'
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

/** As it is stored: the salt of its digest goes with it when it is erased. Lists of before have none. */
type Salted<T> = T & { readonly salt?: string }

/** What the log of appends holds of a list: digests of what is erasable, which tell nothing once the salts are gone. */
interface ListDigests {
  /** 1, 2, 3 …, as the log counts it. */
  readonly version: number
  readonly heading: string | null
  /** By the player's random id. */
  readonly players: Readonly<Record<string, string>>
}

const entryDocuments = (service: Pick<Ports, 'persons'>) =>
  service.persons as Documents<Salted<TournamentEntry>>
const headings = (service: Pick<Ports, 'persons'>) => service.persons as Documents<Salted<ReportHeading>>
const listDigests = (service: Pick<Ports, 'persons'>) => service.persons as Documents<ListDigests>
const partition = (tournament: string): string => `entries#${tournament}`
const HEADING = 'heading'
const PLAYER = 'player#'
const DIGESTS = 'digests'
const SALT_BYTES = 16
/** In place of the digest of an entry from before there were salts: it says that the entry is there. */
const NO_SALT = 'no-salt'
const MAX_ATTEMPTS = 8

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
  const salt = () => Buffer.from(service.random.bytes(SALT_BYTES)).toString('hex')
  await headings(service).put(pk, HEADING, { ...heading, salt: salt() })
  const nobodyErased = service.erasures.watch()
  const entered = new Map<string, TournamentEntry>()
  const enter = async (person: string, entry: TournamentEntry) => {
    const sk = `${PLAYER}${person}`
    await personTraces(service).put(`person#${person}`, `entry#${pk}`, { entry: { pk, sk } })
    await entryDocuments(service).put(pk, sk, { ...entry, salt: salt() })
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
  const logged = await logEntryList(service, tournament)
  return logged.ok ? { ok: true, value: { players: players.length } } : logged
}

/**
 * Puts the digests of a tournament's list, as it stands, into the log of appends: a new version where they have changed. Refused
 * (`unavailable`) while others keep entering it.
 */
export async function logEntryList(
  service: Pick<Ports, 'persons' | 'registry'>,
  tournament: string,
): Promise<AppResult<null>> {
  const pk = partition(tournament)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const heading = (await headings(service).get(pk, HEADING))?.value
    const players: Record<string, string> = {}
    for await (const { sk, value } of entryDocuments(service).query(pk, PLAYER)) {
      players[sk.slice(PLAYER.length)] = digestOf(value) ?? NO_SALT
    }
    const before = (await listDigests(service).get(pk, DIGESTS))?.value
    const same = { heading: heading === undefined ? null : digestOf(heading), players }
    const isSame =
      before !== undefined && canonicalText({ ...same, version: before.version }) === canonicalText(before)
    const digests: ListDigests = isSame ? before : { ...same, version: (before?.version ?? 0) + 1 }
    if (!isSame && !(await listDigests(service).putIfNewer(pk, DIGESTS, digests.version, digests))) continue
    const hash = sha256OfText(canonicalText(digests))
    await queueVersion(service, { stream: pk, n: digests.version, hash })
    return { ok: true, value: null }
  }
  return refused('unavailable', `others keep entering the players of ${tournament}; enter them again`)
}

/** SHA-256 of the salt and the canonical JSON of the rest; null without a salt, since names can be guessed from a bare digest. */
function digestOf({ salt, ...fields }: Salted<object>): string | null {
  return salt === undefined ? null : sha256OfText(salt + canonicalText(fields))
}

/**
 * Why the stored documents of a list are not those of which the log of appends holds the digests, or null. What was erased holds;
 * a list that was entered after the log's last version is not looked at.
 */
export function entryListFault(
  documents: readonly { readonly sk: string; readonly value: object }[],
  logged: { readonly n: number; readonly hash: string },
): string | null {
  const digests = documents.find(({ sk }) => sk === DIGESTS)?.value as ListDigests | undefined
  if (digests === undefined) return 'the digests of its entries are gone'
  if (digests.version > logged.n) return null
  if (sha256OfText(canonicalText(digests)) !== logged.hash) return 'its digests are not those of the log'
  for (const { sk, value } of documents) {
    if (sk === DIGESTS) continue
    const isHeading = sk === HEADING
    const noted = isHeading ? digests.heading : (digests.players[sk.slice(PLAYER.length)] ?? null)
    const found = isHeading ? digestOf(value) : (digestOf(value) ?? NO_SALT)
    if (found !== noted)
      return `${isHeading ? 'its heading' : `the entry ${sk}`} is not that with which it was entered, or its entering broke off: enter the list again`
  }
  return null
}

export async function readEntries(
  service: Pick<Ports, 'persons'>,
  tournament: string,
): Promise<TournamentEntries> {
  const pk = partition(tournament)
  const { salt: _, ...heading } = (await headings(service).get(pk, HEADING))?.value ?? {}
  const players: TournamentEntry[] = []
  for await (const { value } of entryDocuments(service).query(pk, PLAYER)) {
    const { salt: _, ...entry } = value
    players.push(entry)
  }
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
