/**
 * What the log of appends holds of entry lists: salted digests of all entries. The digests are logged before the entries are
 * stored, so that an interrupted change of a list can be distinguished from a forged one. A salt is erased with its entry, and
 * without it a digest reveals nothing. An “entering” is one change of a list: digests announced, entries stored, list logged.
 */
import type { TournamentEntry } from '../../domain/formats/entry-list.ts'
import { omit } from '../../events/omit.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import { queueVersion, sequencedHead } from '../store/append-log.ts'
import { canonicalText } from '../store/canonical.ts'
import type { Documents } from '../store/documents.ts'
import { sha256OfText } from '../store/hash.ts'
import {
  ENTRY_PREFIX,
  entriesPartition,
  entryDocuments,
  HEADING_KEY,
  headingDocuments,
  type ReportHeading,
  type Salted,
} from './entry-list-documents.ts'
import { allTournaments } from './tournaments.ts'

/** Digests of what is erasable, which reveal nothing once the salts are gone. */
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
   * Enterings that are under way or were interrupted: each document of the list has one of the digests above or of theirs. By the
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

const listDigests = (service: Pick<Ports, 'persons'>) => service.persons as Documents<ListDigests>
const enteredDigests = (service: Pick<Ports, 'persons'>) => service.persons as Documents<EnteredDigests>
const DIGESTS = 'digests'
const ENTERING = 'entering#'
/** No entering takes so long: one that began earlier was interrupted. */
const LONGEST_ENTERING_MS = 3_600_000
const ID_BYTES = 16
/** In place of the digest of an entry from before there were salts: it says that the entry is there. */
const NO_SALT = 'no-salt'
const MAX_ATTEMPTS = 8

export type EntryListPorts = Pick<Ports, 'clock' | 'persons' | 'random' | 'registry'>

/**
 * Puts the digests of what is about to be stored into the log of appends, beside those of the list as it stands, so that what an
 * interrupted entering stored can be recognised. Resolves with the entering's id, for `logEntryList` at its end.
 */
export async function announceEntering(
  service: EntryListPorts,
  tournament: string,
  { heading, players }: EnteredList,
): Promise<AppResult<string>> {
  const pk = entriesPartition(tournament)
  const id = Buffer.from(service.random.bytes(ID_BYTES)).toString('hex')
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
  const pk = entriesPartition(tournament)
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
 * Announces the documents of another host that a list here lacks. Resolves with the ids of the enterings that began with it, for
 * `logEntryList`: none where the list lacks nothing or has no digests yet.
 */
export async function announceIncoming(
  service: EntryListPorts,
  tournament: string,
  documents: readonly { readonly sk: string; readonly value: object }[],
): Promise<AppResult<string[]>> {
  const pk = entriesPartition(tournament)
  const lacking: (typeof documents)[number][] = []
  for (const document of documents)
    if ((await service.persons.get(pk, document.sk)) === null) lacking.push(document)
  if (lacking.length === 0 || (await listDigests(service).get(pk, DIGESTS)) === null)
    return { ok: true, value: [] }
  const players = lacking.filter(({ sk }) => sk.startsWith(ENTRY_PREFIX))
  const begun = await announceEntering(service, tournament, {
    heading: lacking.find(({ sk }) => sk === HEADING_KEY)?.value,
    players: new Map(
      players.map(({ sk, value }) => [sk.slice(ENTRY_PREFIX.length), value as TournamentEntry]),
    ),
  })
  return begun.ok ? { ok: true, value: [begun.value] } : begun
}

/** The documents of a list without those of enterings, which each host writes of its own. */
export const withoutEnterings = <T extends { readonly sk: string; readonly value: object }>(
  documents: readonly T[],
): T[] =>
  documents
    .filter(({ sk }) => !sk.startsWith(ENTERING))
    .map((document) => {
      if (document.sk !== DIGESTS) return document
      return { ...document, value: omit(document.value as ListDigests, 'entering') }
    })

async function digestsAsStored(service: Pick<Ports, 'persons'>, pk: string): Promise<Digests> {
  const heading = (await headingDocuments(service).get(pk, HEADING_KEY))?.value
  const players: Record<string, string> = {}
  for await (const { sk, value } of entryDocuments(service).query(pk, ENTRY_PREFIX))
    players[sk.slice(ENTRY_PREFIX.length)] = digestOf(value) ?? NO_SALT
  return { heading: heading === undefined ? null : digestOf(heading), players }
}

/** Puts the next version of a list's digests, unless it is the one there is, and queues it for the log. */
async function putDigests(
  service: EntryListPorts,
  tournament: string,
  next: (before: ListDigests | undefined) => Promise<Omit<ListDigests, 'version'>>,
): Promise<AppResult<null>> {
  const pk = entriesPartition(tournament)
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

/** Queues versions of lists whose entering was interrupted before they were queued. */
export async function queueUnloggedLists(
  service: Pick<Ports, 'persons' | 'registry' | 'log'>,
): Promise<void> {
  for await (const { id } of allTournaments(service)) {
    const stream = entriesPartition(id)
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
 * Why the stored documents of a list are not those of which the log of appends holds the digests, or null. Missing entries are
 * no fault, since they may have been erased; a list that is newer than the log's last version is not checked.
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
    const isHeading = sk === HEADING_KEY
    const found = isHeading ? digestOf(value) : (digestOf(value) ?? NO_SALT)
    const isNoted = noted.some(
      ({ heading, players }) =>
        found === (isHeading ? heading : (players[sk.slice(ENTRY_PREFIX.length)] ?? null)),
    )
    if (!isNoted)
      return `${isHeading ? 'its heading' : `the entry ${sk}`} is not that with which it was entered`
  }
  return null
}
