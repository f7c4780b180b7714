/**
 * What must be erasable does not lie in the event: personal fields of players and free text are replaced by
 * references when an event is stored, and put back when it is read. Who keeps them, and makes ids and salted
 * digests, is the caller's business.
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
 * Where an import keeps the tags it cannot place: annotators, teams and comments are names and free text too. They are one
 * text together. Records of version 1 of these types hold them openly and are read as they are.
 */
const TAG_FIELDS: Readonly<Partial<Record<EventType | RoundEventType, readonly FieldPath[]>>> = {
  'game-opened': [['source', 'tags']],
  'details-corrected': [['fields', 'source', 'tags']],
}

/** A player's entry; in a correction only what changes. */
type Player = Partial<EventData<'game-opened'>['white']>

/** What is personal in it. */
export type PersonalFields = Omit<Player, 'visuallyImpaired' | 'language'>

/** What is stored in a player's place. Whether the player can see (Appendix D of 2018) and in which language's letters they write (C.2) decides rules: both stay with the game. */
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
        ? SealedSeat<D[K]>
        : K extends 'note' | 'reason' | 'condition'
          ? SealedText<D[K]>
          : K extends 'tags'
            ? TextRef
            : Pseudonymised<D[K]>
    }
  : D
type SealedSeat<S> = S extends { name?: unknown } ? PersonRef : S
type SealedText<T> = T extends string ? TextRef : T

/** An event as it is stored and hashed. */
export type PseudonymisedOf<E> = E extends { data: infer D }
  ? Omit<E, 'data'> & { data: Pseudonymised<D> }
  : never
export type PseudonymisedEvent = PseudonymisedOf<StoredEvent>
export type PseudonymisedData<T extends EventType> = Pseudonymised<EventOf<T>['data']>

/** What a text is: words of somebody, or an import's tags as JSON. */
export type StoredTextKind = 'words' | 'tags'

/** Stores personal fields and free text where they can be erased. */
export interface Pseudonymiser {
  person(fields: PersonalFields): string
  text(words: string, kind: StoredTextKind): TextRef
}

/** Gives them back; what was erased comes back as whatever the caller shows in its place. */
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

/** The event as it is stored. Each player's entry and each free text is handed to `sealer` once. */
export function pseudonymise<E extends StoredEvent | RoundEvent>(
  event: E,
  sealer: Pseudonymiser,
): PseudonymisedOf<E> {
  const exchange: Exchange = {
    seat: (value) => {
      const { visuallyImpaired, language, ...personal } = value as Player
      const person = sealer.person(personal)
      return {
        person,
        ...(visuallyImpaired === undefined ? {} : { visuallyImpaired }),
        ...(language === undefined ? {} : { language }),
      }
    },
    text: (value) => sealer.text(value as string, 'words'),
    tags: (value) => sealer.text(JSON.stringify(value), 'tags'),
  }
  return exchangedEvent(event, exchange) as unknown as PseudonymisedOf<E>
}

/** What a stored event itself says of its players, who are named by their ids. */
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
  opener: PersonalDataReader,
): E {
  const exchange: Exchange = {
    seat: (value) => {
      const { person, ...seat } = value as PersonRef
      return { ...opener.person(person), ...seat }
    },
    text: (value) => opener.text(value as TextRef),
    tags: (value) => (isTextRef(value) ? tagsIn(opener.text(value)) : value),
  }
  return exchangedEvent(event as unknown as StoredEvent, exchange) as unknown as E
}

/** No PGN has these two tags and only these, the second a digest. */
const isTextRef = (value: unknown): value is TextRef =>
  isTree(value) &&
  Object.keys(value).length === 2 &&
  'text' in value &&
  /^[0-9a-f]{64}$/.test(`${value['digest']}`)

/** Of erased tags there is only a placeholder, which is no JSON: none are left. */
function tagsIn(words: string): unknown {
  try {
    return JSON.parse(words)
  } catch {
    return {}
  }
}
