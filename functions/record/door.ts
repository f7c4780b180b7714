/**
 * The door: personal fields and free text are taken out of events before they are stored, kept under random ids where they
 * can be erased, and joined again for readers and for the fold. Of what was erased a placeholder comes back.
 */
import {
  FREE_TEXT_FIELDS,
  PERSON_FIELDS,
  type PersonalFields,
  type RoundEvent,
  type SealedOf,
  type StoredEvent,
  seal,
  unseal,
} from '../../events/index.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'
import { sha256 } from '../store/hash.ts'
import { ERASED, identityKey, personOf, traces } from './persons.ts'
import type { Recorded } from './recorded.ts'

type AnyEvent = StoredEvent | RoundEvent

/** A player's entry as reported with one event. */
interface KeptPerson {
  readonly person: string
  readonly fields: PersonalFields
}

/** The digest in the event is SHA-256 of salt and words: without the salt the words cannot be guessed from it. */
interface KeptText {
  readonly salt: string
  readonly words: string
}

interface Place {
  readonly pk: string
  readonly sk: string
}

/** What is kept for a stream's events, by sort key. */
export type Kept = ReadonlyMap<string, KeptPerson | KeptText>

/** An event ready to be recorded, and what was put into keeping for it. */
export interface Taken<E extends AnyEvent> {
  readonly event: SealedOf<E>
  /** Under which key its persons are kept, where it has any. */
  readonly key?: string
  readonly kept: Kept
  readonly places: readonly Place[]
}

export interface DoorContext {
  readonly stream: string
  /** Within which names are known again: the tournament, or the game where it has none. */
  readonly scope: string
  /** The entries as they stand, for a correction that names only what changes. */
  readonly standing?: { readonly white?: PersonalFields; readonly black?: PersonalFields }
}

const SALT_BYTES = 16

/** Whether an event holds anything to be kept apart. */
export const holdsPersonal = (type: AnyEvent['type']): boolean =>
  type in FREE_TEXT_FIELDS || type in PERSON_FIELDS

/** Puts an event's persons and texts into keeping. Nothing refers to them until the event is recorded. */
export async function takeIn<E extends AnyEvent>(
  ports: Ports,
  event: E,
  context: DoorContext,
): Promise<Taken<E>> {
  const found: PersonalFields[] = []
  const words: string[] = []
  seal(event, {
    person: (fields) => `${found.push(fields)}`,
    text: (text) => ({ text: `${words.push(text)}`, digest: '' }),
  })
  const key = ports.ids.next()
  const kept = new Map<string, KeptPerson | KeptText>()
  const places: Place[] = []
  const persons: string[] = []
  for (const [k, fields] of found.entries()) {
    const known = { ...standingEntry(event, k, context), ...fields }
    const person = await personOf(ports, identityKey(known, context.scope))
    const place = { pk: context.stream, sk: entryKey(key, k) }
    const trace = { pk: `person#${person}`, sk: `entry#${context.stream}#${key}#${k}` }
    await traces(ports).put(trace.pk, trace.sk, { entry: place })
    kept.set(place.sk, { person, fields })
    places.push(trace)
    persons.push(person)
  }
  const texts = words.map((text) => ({
    id: ports.ids.next(),
    salt: hex(ports.random.bytes(SALT_BYTES)),
    words: text,
  }))
  for (const { id, ...text } of texts) kept.set(textKey(id), text)
  for (const [sk, value] of kept) {
    await ports.persons.put(context.stream, sk, value)
    places.push({ pk: context.stream, sk })
  }
  let person = 0
  let text = 0
  const sealed = seal(event, {
    person: () => persons[person++]!,
    text: () => {
      const { id, salt, words } = texts[text++]!
      return { text: id, digest: sha256(salt + words) }
    },
  })
  return { event: sealed, kept, places, ...(persons.length > 0 && { key }) }
}

/** Throws away what was kept for an event that was not recorded. */
export async function throwAway(ports: Ports, taken: Taken<AnyEvent>): Promise<void> {
  for (const { pk, sk } of taken.places) await ports.persons.delete(pk, sk)
}

/** An event as readers and the fold see it. */
export interface Joined<E extends AnyEvent> {
  readonly event: E
  /** Nothing of it was erased. */
  readonly whole: boolean
  /** The words kept for it are those it was recorded with. */
  readonly genuine: boolean
}

/** Joins a stream's events with what is kept for them. Costs one query, and none where nothing was taken out. */
export async function join<E extends AnyEvent>(
  ports: Ports,
  stream: string,
  recorded: readonly Recorded[],
): Promise<Joined<E>[]> {
  const kept = new Map<string, KeptPerson | KeptText>()
  if (recorded.some(({ event }) => holdsPersonal(event.type)))
    for await (const { sk, value } of (ports.persons as Documents<KeptPerson | KeptText>).query(stream))
      kept.set(sk, value)
  return joinWith(kept, recorded)
}

/** The same with what is known to be kept. */
export function joinWith<E extends AnyEvent>(kept: Kept, recorded: readonly Recorded[]): Joined<E>[] {
  return recorded.map(({ event, margin }) => {
    let whole = true
    let genuine = true
    let k = 0
    const missing = () => {
      whole = false
      return ERASED
    }
    const joined = unseal<E>(event as SealedOf<E>, {
      person: () =>
        (kept.get(entryKey(margin.kept ?? '', k++)) as KeptPerson | undefined)?.fields ?? { name: missing() },
      text: (ref) => {
        const text = kept.get(textKey(ref.text)) as KeptText | undefined
        if (text === undefined) return missing()
        genuine &&= sha256(text.salt + text.words) === ref.digest
        return text.words
      },
    })
    return { event: joined, whole, genuine }
  })
}

const textKey = (id: string): string => `text#${id}`

const entryKey = (key: string, k: number): string => `entry#${key}#${k}`

/** The entry a correction changes: its players come in the order white, black. */
function standingEntry(event: AnyEvent, k: number, { standing }: DoorContext): PersonalFields | undefined {
  if (event.type !== 'details-corrected' || !('game' in event)) return undefined
  const sides = (['white', 'black'] as const).filter((side) => event.data.fields[side] !== undefined)
  return standing?.[sides[k] ?? 'white']
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
