/**
 * Takes out of events what must be erasable: personal fields of players and free text are replaced by references when an
 * event is stored, and put back when it is read. The caller (`functions/app/personal-data.ts`) stores them and makes their ids and salted digests.
 */
import type { EventOf, RoundEvent, StoredEvent } from './envelope.ts'
import type { EventData, EventType, RoundEventType } from './schemas.ts'

/** A path of field names from `data` down. */
type FieldPath = readonly string[]

/** Where free text stands, by type; `report-corrected` holds whole events besides, each with its own. */
export const FREE_TEXT_FIELDS: Readonly<Partial<Record<EventType | RoundEventType, readonly FieldPath[]>>> = {
  'setup-corrected': [['note']],
  'details-corrected': [['reason']],
  'board-vacated': [['reason']],
  'report-corrected': [['reason']],
  'clocks-stopped': [['reason']],
  'clock-set': [['reason']],
  'clock-replaced': [['reason']],
  'draw-offered': [['condition']],
  'claim-made': [['note']],
  'claim-decided': [['note']],
  'penalty-imposed': [['note']],
  'verdict-decided': [['note']],
  'time-granted': [['reason']],
  'incident-recorded': [['note']],
  'result-set': [['reason']],
  'appeal-lodged': [['note']],
  'appeal-decided': [['note']],
}

/** Where players' entries stand, by type. */
export const PERSON_FIELDS: Readonly<Partial<Record<EventType | RoundEventType, readonly FieldPath[]>>> = {
  'game-opened': [['white'], ['black']],
  'details-corrected': [
    ['fields', 'white'],
    ['fields', 'black'],
  ],
}

/**
 * Where an import puts tags that have no field of their own: annotators, teams and comments are names and free text too. All
 * are stored as one text. Events of version 1 of these types hold them in the event and are read as they are.
 */
const TAG_FIELDS: Readonly<Partial<Record<EventType | RoundEventType, readonly FieldPath[]>>> = {
  'game-opened': [['source', 'tags']],
  'details-corrected': [['fields', 'source', 'tags']],
}

/** A player's entry; in a correction only what changes. */
type Player = Partial<EventData<'game-opened'>['white']>

/** The personal fields of a player's entry. */
export type PersonalFields = Omit<Player, 'visuallyImpaired' | 'language'>

/**
 * What is stored in a player's place. Whether the player can see (2018: Appendix D) and in which language's letters they write
 * (C.2) decides rules: both stay with the game.
 */
export interface PersonRef {
  person: string
  visuallyImpaired?: boolean
  language?: string
}

/** What is stored in a free text's place: its id and its salted digest in hex. */
export interface TextRef {
  text: string
  digest: string
}

/** A value with references in place of players' entries and free texts. */
type Pseudonymised<D> = D extends object
  ? {
      [K in keyof D]: K extends 'white' | 'black'
        ? PseudonymisedPlayer<D[K]>
        : K extends 'note' | 'reason' | 'condition'
          ? PseudonymisedText<D[K]>
          : K extends 'tags'
            ? TextRef
            : Pseudonymised<D[K]>
    }
  : D
type PseudonymisedPlayer<S> = S extends { name?: unknown } ? PersonRef : S
type PseudonymisedText<T> = T extends string ? TextRef : T

/** An event as it is stored and hashed. */
export type PseudonymisedOf<E> = E extends { data: infer D }
  ? Omit<E, 'data'> & { data: Pseudonymised<D> }
  : never
export type PseudonymisedEvent = PseudonymisedOf<StoredEvent>
export type PseudonymisedData<T extends EventType> = Pseudonymised<EventOf<T>['data']>

/** What a stored text is: somebody's words, or an import's tags as JSON. */
export type StoredTextKind = 'words' | 'tags'

/** Stores personal fields and free text where they can be erased. */
export interface Pseudonymiser {
  person(fields: PersonalFields): string
  text(words: string, kind: StoredTextKind): TextRef
}

/** Reads personal fields and free text back; what was erased comes back as whatever the caller shows in its place. */
export interface PersonalDataReader {
  person(id: string): PersonalFields
  text(ref: TextRef): string
}

interface Exchange {
  seat(value: unknown): unknown
  text(value: unknown): unknown
  tags(value: unknown): unknown
}

type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** A copy with the value at `path` exchanged; the same value where there is none. */
const exchangedAt = (value: unknown, path: FieldPath, exchange: (value: unknown) => unknown): unknown => {
  const [step, ...rest] = path
  if (step === undefined) return exchange(value)
  if (!isTree(value) || value[step] === undefined) return value
  return { ...value, [step]: exchangedAt(value[step], rest, exchange) }
}

const exchangedData = (type: string, data: unknown, exchange: Exchange): unknown => {
  const known = type as EventType
  let result = data
  for (const path of PERSON_FIELDS[known] ?? []) result = exchangedAt(result, path, exchange.seat)
  for (const path of FREE_TEXT_FIELDS[known] ?? []) result = exchangedAt(result, path, exchange.text)
  for (const path of TAG_FIELDS[known] ?? []) result = exchangedAt(result, path, exchange.tags)
  if (known !== 'report-corrected') return result
  return exchangedAt(result, ['replacement'], (events) =>
    (events as { type: string; data: unknown }[]).map((event) => exchangedEvent(event, exchange)),
  )
}

const exchangedEvent = <E extends { type: string; data: unknown }>(event: E, exchange: Exchange): E => {
  const data = exchangedData(event.type, event.data, exchange)
  return data === event.data ? event : { ...event, data }
}

/** The event as it is stored. Each player's entry and each free text is handed to `pseudonymiser` once. */
export function pseudonymise<E extends StoredEvent | RoundEvent>(
  event: E,
  pseudonymiser: Pseudonymiser,
): PseudonymisedOf<E> {
  const exchange: Exchange = {
    seat: (value) => {
      const { visuallyImpaired, language, ...personal } = value as Player
      const person = pseudonymiser.person(personal)
      return {
        person,
        ...(visuallyImpaired === undefined ? {} : { visuallyImpaired }),
        ...(language === undefined ? {} : { language }),
      }
    },
    text: (value) => pseudonymiser.text(value as string, 'words'),
    tags: (value) => pseudonymiser.text(JSON.stringify(value), 'tags'),
  }
  return exchangedEvent(event, exchange) as unknown as PseudonymisedOf<E>
}

/** The references to players in a stored event, with the fields that are stored with them. */
export function storedPlayers(event: {
  readonly type: string
  readonly data?: unknown
}): readonly PersonRef[] {
  const found: PersonRef[] = []
  const unchanged = (value: unknown) => value
  const seat = (value: unknown) => {
    found.push(value as PersonRef)
    return value
  }
  exchangedData(event.type, event.data, { seat, text: unchanged, tags: unchanged })
  return found
}

/** The event as it is read: what the pseudonymiser took out is back in its place. */
export function restorePersonalData<E extends StoredEvent | RoundEvent>(
  event: PseudonymisedOf<E>,
  reader: PersonalDataReader,
): E {
  const exchange: Exchange = {
    seat: (value) => {
      const { person, ...seat } = value as PersonRef
      return { ...reader.person(person), ...seat }
    },
    text: (value) => reader.text(value as TextRef),
    tags: (value) => (isTextRef(value) ? tagsIn(reader.text(value)) : value),
  }
  return exchangedEvent(event as unknown as StoredEvent, exchange) as unknown as E
}

/** Tells a reference from tags held in the event (version 1): no PGN has just these two tags, the second a digest. */
const isTextRef = (value: unknown): value is TextRef =>
  isTree(value) &&
  Object.keys(value).length === 2 &&
  'text' in value &&
  /^[0-9a-f]{64}$/.test(`${value['digest']}`)

/** The tags that a stored text holds. Erased tags come back as a placeholder, which is no JSON: there are none then. */
function tagsIn(words: string): unknown {
  try {
    return JSON.parse(words)
  } catch {
    return {}
  }
}
