/**
 * The entry list of a tournament: what the pairing program knows of its players, and what a report to the federation says of
 * the tournament itself. Personal data are kept where they can be erased.
 */

import type { TournamentEntry } from '../../domain/formats/entry-list.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import { queueVersion, sequencedHead } from '../store/append-log.ts'
import { canonicalText } from '../store/canonical.ts'
import type { Documents } from '../store/documents.ts'
import { sha256OfText } from '../store/hash.ts'
import { listErasures } from './erase.ts'
import { dropUnusedKeys, personIdentityKey, personIdFor, personTraces } from './person-identity.ts'
import type { PersonalDataWriter } from './personal-data.ts'
import { listTournaments, readTournament } from './tournaments.ts'

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

/** Digests of what is erasable, which tell nothing once the salts are gone. */
interface Digests {
  readonly heading: string | null
  /** By the player's random id. */
  readonly players: Readonly<Record<string, string>>
}

/** What the log of appends holds of a list. */
interface ListDigests extends Digests {
  /** 1, 2, 3 …, as the log counts it. */
  readonly version: number
  /**
   * Enterings under way, or that broke off: each document of the list is one of the digests above, or of one of these. By the
   * entering's id: when it began (ms), and the hash of the document that holds its digests.
   */
  readonly entering?: Readonly<Record<string, { readonly at: number; readonly hash: string }>>
}

/** Digests of what an entering is about to store: without a heading where it leaves that as it is. */
type EnteredDigests = Partial<Digests> & Pick<Digests, 'players'>

/** What an entering is about to store. */
interface EnteredList {
  readonly heading?: Salted<ReportHeading> | undefined
  readonly players: ReadonlyMap<string, Salted<TournamentEntry>>
}

const entryDocuments = (service: Pick<Ports, 'persons'>) =>
  service.persons as Documents<Salted<TournamentEntry>>
const headings = (service: Pick<Ports, 'persons'>) => service.persons as Documents<Salted<ReportHeading>>
const listDigests = (service: Pick<Ports, 'persons'>) => service.persons as Documents<ListDigests>
const enteredDigests = (service: Pick<Ports, 'persons'>) => service.persons as Documents<EnteredDigests>
const partition = (tournament: string): string => `entries#${tournament}`
const HEADING = 'heading'
const PLAYER = 'player#'
const DIGESTS = 'digests'
const ENTERING = 'entering#'
/** No entering takes so long, ms: one that began before has broken off. */
const LONGEST_ENTERING_MS = 3_600_000
const SALT_BYTES = 16
/** In place of the digest of an entry from before there were salts: it says that the entry is there. */
const NO_SALT = 'no-salt'
const MAX_ATTEMPTS = 8

export type EntryListPorts = Pick<Ports, 'clock' | 'persons' | 'random' | 'registry'>

/** Puts the list in place of the one there was. */
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
  const pk = partition(tournament)
  const salted = <T extends object>(value: T): Salted<T> => ({
    ...value,
    salt: Buffer.from(service.random.bytes(SALT_BYTES)).toString('hex'),
  })
  const nobodyErased = service.erasures.watch()
  const entered = new Map<string, Salted<TournamentEntry>>()
  for (const entry of players)
    entered.set(await personIdFor(service, personIdentityKey(entry, tournament)), salted(entry))
  const newHeading = salted(heading)
  const begun = await announceEntering(service, tournament, { heading: newHeading, players: entered })
  if (!begun.ok) return begun
  const enterings = [begun.value]
  await headings(service).put(pk, HEADING, newHeading)
  const enter = async (person: string, entry: Salted<TournamentEntry>) => {
    const sk = `${PLAYER}${person}`
    await personTraces(service).put(`person#${person}`, `entry#${pk}`, { entry: { pk, sk } })
    await entryDocuments(service).put(pk, sk, entry)
  }
  for (const [person, entry] of entered) await enter(person, entry)
  // A person who was erased while being entered gets a new id, so that nothing stays under the erased one.
  if (!(service.singleWriter && nobodyErased())) {
    const again = new Map<string, Salted<TournamentEntry>>()
    for (const { person } of await listErasures(service)) {
      const entry = entered.get(person)
      if (entry === undefined) continue
      entered.delete(person)
      again.set(await personIdFor(service, null), salted(entry))
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
  for await (const { sk } of entryDocuments(service).query(pk, PLAYER)) {
    const person = sk.slice(PLAYER.length)
    if (entered.has(person)) continue
    await dropEntry(service, pk, person)
  }
  const logged = await logEntryList(service, tournament, enterings)
  return logged.ok ? { ok: true, value: { players: players.length } } : logged
}

/**
 * Puts the digests of what is about to be stored into the log of appends, beside those of the list as it stands: if the entering
 * breaks off, what was stored by then is told from what somebody altered. The entering's id, for `logEntryList` at its end.
 */
export async function announceEntering(
  service: EntryListPorts,
  tournament: string,
  { heading, players }: EnteredList,
): Promise<AppResult<string>> {
  const pk = partition(tournament)
  const id = Buffer.from(service.random.bytes(SALT_BYTES)).toString('hex')
  const entered: EnteredDigests = {
    ...(heading !== undefined && { heading: digestOf(heading) }),
    players: Object.fromEntries([...players].map(([person, entry]) => [person, digestOf(entry) ?? NO_SALT])),
  }
  await enteredDigests(service).put(pk, `${ENTERING}${id}`, entered)
  const hash = sha256OfText(canonicalText(entered))
  const announced = await putDigests(service, tournament, async (before) => ({
    ...(before ?? (await digestsAsStored(service, pk))),
    entering: { ...before?.entering, [id]: { at: service.clock.now(), hash } },
  }))
  return announced.ok ? { ok: true, value: id } : announced
}

/**
 * Puts the digests of a tournament's list, as it stands, into the log of appends: a new version where they have changed. `ended`:
 * the enterings that are over with it. Refused (`unavailable`) while others keep entering it.
 */
export async function logEntryList(
  service: EntryListPorts,
  tournament: string,
  ended: readonly string[] = [],
): Promise<AppResult<null>> {
  const pk = partition(tournament)
  const begunBefore = service.clock.now() - LONGEST_ENTERING_MS
  const over = new Set(ended)
  const logged = await putDigests(service, tournament, async (before) => {
    const entering = Object.entries(before?.entering ?? {})
    for (const [id, { at }] of entering) if (at < begunBefore) over.add(id)
    const left = entering.filter(([id]) => !over.has(id))
    const stored = await digestsAsStored(service, pk)
    return left.length === 0 ? stored : { ...stored, entering: Object.fromEntries(left) }
  })
  if (logged.ok) for (const id of over) await enteredDigests(service).delete(pk, `${ENTERING}${id}`)
  return logged
}

/**
 * Announces what comes from another host for a list that is here already, unless it lacks nothing. The ids of the enterings that
 * began with it, for `logEntryList`.
 */
export async function announceIncoming(
  service: EntryListPorts,
  tournament: string,
  documents: readonly { readonly sk: string; readonly value: object }[],
): Promise<AppResult<string[]>> {
  const pk = partition(tournament)
  const lacking: (typeof documents)[number][] = []
  for (const document of documents)
    if ((await service.persons.get(pk, document.sk)) === null) lacking.push(document)
  if (lacking.length === 0 || (await listDigests(service).get(pk, DIGESTS)) === null)
    return { ok: true, value: [] }
  const players = lacking.filter(({ sk }) => sk.startsWith(PLAYER))
  const begun = await announceEntering(service, tournament, {
    heading: lacking.find(({ sk }) => sk === HEADING)?.value,
    players: new Map(players.map(({ sk, value }) => [sk.slice(PLAYER.length), value as TournamentEntry])),
  })
  return begun.ok ? { ok: true, value: [begun.value] } : begun
}

/** The documents of a list without what tells of enterings under way, which each host writes of its own. */
export const withoutEnterings = <T extends { readonly sk: string; readonly value: object }>(
  documents: readonly T[],
): T[] =>
  documents
    .filter(({ sk }) => !sk.startsWith(ENTERING))
    .map((document) => {
      if (document.sk !== DIGESTS) return document
      const { entering: _, ...value } = document.value as ListDigests
      return { ...document, value }
    })

async function digestsAsStored(service: Pick<Ports, 'persons'>, pk: string): Promise<Digests> {
  const heading = (await headings(service).get(pk, HEADING))?.value
  const players: Record<string, string> = {}
  for await (const { sk, value } of entryDocuments(service).query(pk, PLAYER))
    players[sk.slice(PLAYER.length)] = digestOf(value) ?? NO_SALT
  return { heading: heading === undefined ? null : digestOf(heading), players }
}

/** Puts the next version of a list's digests, unless it is the one there is, and queues it for the log. */
async function putDigests(
  service: EntryListPorts,
  tournament: string,
  next: (before: ListDigests | undefined) => Promise<Omit<ListDigests, 'version'>>,
): Promise<AppResult<null>> {
  const pk = partition(tournament)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = (await listDigests(service).get(pk, DIGESTS))?.value
    const due = await next(before)
    const isSame =
      before !== undefined && canonicalText({ ...due, version: before.version }) === canonicalText(before)
    const digests: ListDigests = isSame ? before : { ...due, version: (before?.version ?? 0) + 1 }
    if (!isSame && !(await listDigests(service).putIfNewer(pk, DIGESTS, digests.version, digests))) continue
    const hash = sha256OfText(canonicalText(digests))
    await queueVersion(service, { stream: pk, n: digests.version, hash })
    return { ok: true, value: null }
  }
  return refused('unavailable', `others keep entering the players of ${tournament}; enter them again`)
}

/** Queues versions of lists whose entering broke off before they were queued: until then nothing is held against them. */
export async function queueUnloggedLists(
  service: Pick<Ports, 'persons' | 'registry' | 'log'>,
): Promise<void> {
  for (const { id } of await listTournaments(service)) {
    const stream = partition(id)
    const digests = (await listDigests(service).get(stream, DIGESTS))?.value
    if (digests === undefined || digests.version <= (await sequencedHead(service, stream))) continue
    await queueVersion(service, {
      stream,
      n: digests.version,
      hash: sha256OfText(canonicalText(digests)),
    })
  }
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
  const noted: EnteredDigests[] = [digests]
  for (const [id, { hash }] of Object.entries(digests.entering ?? {})) {
    const entered = documents.find(({ sk }) => sk === `${ENTERING}${id}`)?.value as EnteredDigests | undefined
    if (entered === undefined) return 'the digests of an entering that has not ended are gone'
    if (sha256OfText(canonicalText(entered)) !== hash)
      return 'the digests of an entering that has not ended are not those of the log'
    noted.push(entered)
  }
  for (const { sk, value } of documents) {
    if (sk === DIGESTS || sk.startsWith(ENTERING)) continue
    const isHeading = sk === HEADING
    const found = isHeading ? digestOf(value) : (digestOf(value) ?? NO_SALT)
    const isNoted = noted.some(
      ({ heading, players }) => found === (isHeading ? heading : (players[sk.slice(PLAYER.length)] ?? null)),
    )
    if (!isNoted)
      return `${isHeading ? 'its heading' : `the entry ${sk}`} is not that with which it was entered`
  }
  return null
}

/** Takes a player out of a list. */
async function dropEntry(service: Pick<Ports, 'persons'>, pk: string, person: string): Promise<void> {
  await entryDocuments(service).delete(pk, `${PLAYER}${person}`)
  await personTraces(service).delete(`person#${person}`, `entry#${pk}`)
}

/**
 * Erases the players of a list, and the keys of those of whom nothing else is kept; how many they were. The heading stays, and the
 * digests in the log hold: without their salts they tell nothing. `dry`: only counts.
 */
export async function eraseEntries(
  service: Pick<Ports, 'persons'>,
  tournament: string,
  dry: boolean,
): Promise<number> {
  const pk = partition(tournament)
  let count = 0
  for await (const { sk } of entryDocuments(service).query(pk, PLAYER)) {
    count++
    if (dry) continue
    const person = sk.slice(PLAYER.length)
    await dropEntry(service, pk, person)
    await dropUnusedKeys(service, person)
  }
  return count
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
