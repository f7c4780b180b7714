/**
 * Personal data: extracted from events before these are stored, stored separately under random ids so that they can be erased,
 * and put back (rehydrated) for readers and for the fold. What was erased is replaced by a placeholder.
 */

import {
  FREE_TEXT_FIELDS,
  PERSON_FIELDS,
  type PersonalFields,
  type PseudonymisedOf,
  pseudonymise,
  type RoundEvent,
  restorePersonalData,
  type StoredEvent,
  type StoredTextKind,
} from '../../events/index.ts'
import type { Ports } from '../ports.ts'
import { canonicalJson } from '../store/canonical.ts'
import type { DocumentEntry, Documents } from '../store/documents.ts'
import { sha256OfText } from '../store/hash.ts'
import { type ErasureWatch, erasedAmong } from './erasures.ts'
import { ERASED, type PersonTrace, personIdentityKey, personIdFor, personTraces } from './person-identity.ts'
import type { EventMetadata, RecordedEvent } from './stored-events.ts'

type AnyEvent = StoredEvent | RoundEvent

/**
 * A player's entry as reported with one event. The digest in the event's margin is SHA-256 of the salt and the fields'
 * canonical JSON; records from before there were digests have no salt.
 */
export interface StoredPerson {
  readonly person: string
  readonly fields: PersonalFields
  readonly salt?: string
}

/** A free text. The digest in the event is SHA-256 of salt and words: without the salt the words cannot be guessed from it. */
export interface StoredText {
  readonly salt: string
  readonly words: string
  /** `tags`: an import's tags as JSON; absent: free text. */
  readonly kind?: 'tags'
}

interface ItemLocation {
  readonly pk: string
  readonly sk: string
}

/** The stored personal data of a stream's events, by sort key. */
export type StoredPersonalData = ReadonlyMap<string, StoredPerson | StoredText>

/** An event ready to be recorded, and what was stored separately for it. */
export interface ExtractedEvent<E extends AnyEvent> {
  readonly event: PseudonymisedOf<E>
  /** The key under which its persons are stored, and their digests; empty where it has none. */
  readonly margin: Pick<EventMetadata, 'kept' | 'digests'>
  readonly personalData: StoredPersonalData
  readonly locations: readonly ItemLocation[]
}

export interface PersonalDataContext {
  readonly stream: string
  /** Within which a name stands for one person: the tournament, or where it has none the game (`gameScope`). */
  readonly scope: string
  /** The present entries, for a correction that names only what changes. */
  readonly currentEntries?: { readonly white?: PersonalFields; readonly black?: PersonalFields }
}

const SALT_BYTES = 16

const GAME_SCOPE = 'game:'
/** The scope of names in a game that belongs to no tournament. No tournament's id has a colon. */
export const gameScope = (game: string): string => `${GAME_SCOPE}${game}`
const isGameScope = (scope: string): boolean => scope.startsWith(GAME_SCOPE)

/** Whether events of a type can hold persons or free texts. */
export const hasPersonalData = (type: AnyEvent['type']): boolean =>
  type in FREE_TEXT_FIELDS || type in PERSON_FIELDS

/** Stores personal data, also while an erasure is under way. */
export interface PersonalDataWriter
  extends Pick<Ports, 'ids' | 'inTurn' | 'persons' | 'random' | 'singleWriter'> {
  readonly erasures: ErasureWatch
}

/**
 * Stores an event's persons and texts separately. Nothing refers to them until the event is recorded. A person who is erased
 * meanwhile is stored under a new id, so that nothing stays under the erased one.
 */
export async function extractPersonalData<E extends AnyEvent>(
  ports: PersonalDataWriter,
  event: E,
  context: PersonalDataContext,
): Promise<ExtractedEvent<E>> {
  const nobodyErased = ports.erasures.watch()
  const taken = await extractAs(ports, event, context, new Set())
  // Where other processes erase too, only the database shows it.
  if (ports.singleWriter && nobodyErased()) return taken
  const gone = await erasedAmong(ports, personsIn(taken))
  if (gone.size === 0) return taken
  await discardPersonalData(ports, taken)
  return extractAs(ports, event, context, gone)
}

const personsIn = ({ personalData }: Pick<ExtractedEvent<AnyEvent>, 'personalData'>): string[] =>
  [...personalData.values()].flatMap((each) => ('fields' in each ? [each.person] : []))

/** `gone`: ids of erased persons, which an identity key may still name. */
async function extractAs<E extends AnyEvent>(
  ports: Pick<Ports, 'ids' | 'inTurn' | 'persons' | 'random' | 'singleWriter'>,
  event: E,
  context: PersonalDataContext,
  gone: ReadonlySet<string>,
): Promise<ExtractedEvent<E>> {
  const found: PersonalFields[] = []
  const said: { words: string; kind: StoredTextKind }[] = []
  pseudonymise(event, {
    person: (fields) => `${found.push(fields)}`,
    text: (words, kind) => ({ text: `${said.push({ words, kind })}`, digest: '' }),
  })
  const key = ports.ids.next()
  const entries = new Map<string, StoredPerson | StoredText>()
  const entered: DocumentEntry<PersonTrace>[] = []
  const persons: string[] = []
  const digests: string[] = []
  for (const [k, fields] of found.entries()) {
    const known = withoutNulls({ ...currentEntry(event, k, context), ...fields })
    const same = await personOf(ports, known, event, context, [...entries.values()])
    const person = gone.has(same) ? await personIdFor(ports, null) : same
    const place = { pk: context.stream, sk: entryKey(key, k) }
    const trace = `entry#${context.stream}#${key}#${k}`
    entered.push({ pk: `person#${person}`, sk: trace, value: { entry: place } })
    const entry = { person, fields, salt: hex(ports.random.bytes(SALT_BYTES)) }
    entries.set(place.sk, entry)
    digests.push(entryDigest(entry))
    persons.push(person)
  }
  const texts = said.map(({ words, kind }) => ({
    id: ports.ids.next(),
    salt: hex(ports.random.bytes(SALT_BYTES)),
    words,
    ...(kind === 'tags' && { kind }),
  }))
  for (const { id, ...text } of texts) entries.set(textKey(id), text)
  // Traces are put first: an entry without one would outlive an erasure.
  await personTraces(ports).putAll(entered)
  const stored = [...entries].map(([sk, value]) => ({ pk: context.stream, sk, value }))
  await ports.persons.putAll(stored)
  const locations = [...entered, ...stored].map(({ pk, sk }): ItemLocation => ({ pk, sk }))
  let person = 0
  let text = 0
  const pseudonymised = pseudonymise(event, {
    person: () => persons[person++]!,
    text: () => {
      const { id, salt, words } = texts[text++]!
      return { text: id, digest: sha256OfText(salt + words) }
    },
  })
  return {
    event: pseudonymised,
    personalData: entries,
    locations,
    margin: persons.length > 0 ? { kept: key, digests } : {},
  }
}

/**
 * The person's id. A name in a game that belongs to no tournament stands for somebody of that game alone, and its entries tell who
 * has it: the opening of such a game stores no identity key. `others`: entries of the same event.
 */
async function personOf(
  ports: Pick<Ports, 'ids' | 'inTurn' | 'persons' | 'singleWriter'>,
  fields: PersonalFields,
  event: AnyEvent,
  { stream, scope }: PersonalDataContext,
  others: readonly (StoredPerson | StoredText)[],
): Promise<string> {
  const key = personIdentityKey(fields, scope)
  if (key === null || fields.fideId !== undefined || !isGameScope(scope)) return personIdFor(ports, key)
  const stored = others.filter((entry) => 'fields' in entry)
  if (event.type !== 'game-opened')
    for await (const { value } of (ports.persons as Documents<StoredPerson>).query(stream, ENTRY_PREFIX))
      stored.push(value)
  // An entry of a correction holds what changed alone: who has a FIDE id in any entry is known by that.
  const identified = new Set(stored.flatMap((entry) => (entry.fields.fideId == null ? [] : [entry.person])))
  const namesake = stored.find(
    (entry) => !identified.has(entry.person) && personIdentityKey(withoutNulls(entry.fields), scope) === key,
  )
  if (namesake !== undefined) return namesake.person
  return personIdFor(ports, event.type === 'game-opened' ? null : key)
}

/** Deletes what was stored for an event that was not recorded. */
export async function discardPersonalData(
  ports: Pick<Ports, 'persons'>,
  taken: ExtractedEvent<AnyEvent>,
): Promise<void> {
  for (const { pk, sk } of taken.locations) await ports.persons.delete(pk, sk)
}

/** An event as readers and the fold see it. */
export interface RehydratedEvent<E extends AnyEvent> {
  readonly event: E
  /** How many of its persons and texts were erased; documents made of the event change with each. */
  readonly gone: number
  /** `person`, `text`: what is stored is not what the event was recorded with, by its digest. */
  readonly forged: 'person' | 'text' | null
}

/** Rehydrates a stream's events. Costs one query, and none where no event is of a type that can hold a person or a text. */
export async function rehydrate<E extends AnyEvent>(
  ports: Pick<Ports, 'persons'>,
  stream: string,
  recorded: readonly RecordedEvent[],
): Promise<RehydratedEvent<E>[]> {
  const entries = new Map<string, StoredPerson | StoredText>()
  if (recorded.some(({ event }) => hasPersonalData(event.type)))
    for await (const { sk, value } of (ports.persons as Documents<StoredPerson | StoredText>).query(stream))
      entries.set(sk, value)
  return rehydrateWith(entries, recorded)
}

/** The same with personal data that were read before. */
export const rehydrateWith = <E extends AnyEvent>(
  stored: StoredPersonalData,
  recorded: readonly RecordedEvent[],
): RehydratedEvent<E>[] => recorded.map((each) => rehydrateOne<E>(stored, each, isAsRecorded))

/** The same for events that this process has just recorded: their digests need not be compared. */
export const rehydrateOwn = <E extends AnyEvent>(
  stored: StoredPersonalData,
  recorded: readonly RecordedEvent[],
): RehydratedEvent<E>[] => recorded.map((each) => rehydrateOne<E>(stored, each, () => true))

function rehydrateOne<E extends AnyEvent>(
  stored: StoredPersonalData,
  { event, margin }: RecordedEvent,
  isGenuine: typeof isAsRecorded,
): RehydratedEvent<E> {
  if (!hasPersonalData(event.type)) return { event: event as unknown as E, gone: 0, forged: null }
  let gone = 0
  let forged: RehydratedEvent<E>['forged'] = null
  let k = 0
  const missing = () => {
    gone++
    return ERASED
  }
  const joined = restorePersonalData<E>(event as PseudonymisedOf<E>, {
    person: (id) => {
      const entry = stored.get(entryKey(margin.kept ?? '', k)) as StoredPerson | undefined
      const digest = margin.digests?.[k++]
      if (entry === undefined) return { name: missing() }
      if (entry.person !== id || !isGenuine(entry, digest)) forged ??= 'person'
      return entry.fields
    },
    text: (ref) => {
      const text = stored.get(textKey(ref.text)) as StoredText | undefined
      if (text === undefined) return missing()
      if (!isGenuine(text, ref.digest)) forged ??= 'text'
      return text.words
    },
  })
  return { event: joined, gone, forged }
}

/** Whether a person or text is what the event was recorded with; events that older versions recorded have no digest. */
const isAsRecorded = (stored: StoredPerson | StoredText, digest: string | undefined): boolean =>
  digest === undefined ||
  digest === ('fields' in stored ? entryDigest(stored) : sha256OfText(stored.salt + stored.words))

function entryDigest({ salt = '', fields }: StoredPerson): string {
  const text = canonicalJson(fields)
  return text.ok ? sha256OfText(salt + text.value) : ''
}

const textKey = (id: string): string => `text#${id}`

const ENTRY_PREFIX = 'entry#'
const entryKey = (key: string, k: number): string => `${ENTRY_PREFIX}${key}#${k}`

/** The entry that the `k`-th player of a correction changes: players come in the order white, black. */
function currentEntry(
  event: AnyEvent,
  k: number,
  { currentEntries }: PersonalDataContext,
): PersonalFields | undefined {
  if (event.type !== 'details-corrected' || !('game' in event)) return undefined
  const sides = (['white', 'black'] as const).filter((side) => event.data.fields[side] !== undefined)
  return currentEntries?.[sides[k] ?? 'white']
}

/** The fields without those that a correction removes, which are null in it. */
const withoutNulls = (fields: PersonalFields): PersonalFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
