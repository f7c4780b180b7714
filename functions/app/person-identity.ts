/** Who is the same person: the same FIDE id; without one, the same name in the same tournament, or in the same game. */
import { ERASED, isPlaceholderName } from '../../domain/formats/placeholder-names.ts'
import type { PersonalFields } from '../../events/index.ts'
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

/** What an erased person is called: readers see that there was a name. */
export { ERASED } from '../../domain/formats/placeholder-names.ts'

/**
 * A document under `person#<id>`: where an entry or a key of the person is, so that erasing finds them all; or another id of
 * the same person, where two hosts each gave one before they synchronised.
 */
export interface PersonTrace {
  /** An identity key, under `key#…`. */
  readonly key?: string
  /** Partition and sort key of an entry. */
  readonly entry?: { readonly pk: string; readonly sk: string }
  /** Another id of the same person. */
  readonly alias?: string
}

/**
 * The key by which a person is recognised; null for one who was erased or has no name, or whose name is a placeholder such as
 * `?` or `NN`.
 */
export function personIdentityKey(fields: PersonalFields, scope: string): string | null {
  if (fields.fideId !== undefined) return `fide#${fields.fideId}`
  const name = fields.name?.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  return name === undefined || name === ERASED || isPlaceholderName(name) ? null : `name#${scope}#${name}`
}

/**
 * The person's random id: the one known under the key, or a new one, which is then stored under the key. Of two concurrent
 * calls both get the id of the first.
 */
export async function personIdFor(
  ports: Pick<Ports, 'ids' | 'inTurn' | 'persons' | 'singleWriter'>,
  key: string | null,
): Promise<string> {
  const fresh = `P${ports.ids.next()}`
  if (key === null) return fresh
  return inKeyTurn(ports, key, () => personIdUnder(ports, key, fresh))
}

async function personIdUnder(
  ports: Pick<Ports, 'persons' | 'singleWriter'>,
  key: string,
  fresh: string,
): Promise<string> {
  const keys = ports.persons as Documents<{ person: string }>
  for (;;) {
    const known = await keys.get(`key#${key}`, 'person')
    if (known !== null) return known.value.person
    // The trace is put first: a key without one would outlive an erasure.
    await personTraces(ports).put(`person#${fresh}`, `key#${key}`, { key })
    if (await takeKey(ports, key, fresh)) return fresh
    await personTraces(ports).delete(`person#${fresh}`, `key#${key}`)
  }
}

/**
 * Puts the key if it is free, and says whether it was. A single writer needs no condition, so that puts of many keys are
 * batched.
 */
async function takeKey(
  { persons, singleWriter }: Pick<Ports, 'persons' | 'singleWriter'>,
  key: string,
  person: string,
): Promise<boolean> {
  if (!singleWriter) return persons.putIfAbsent(`key#${key}`, 'person', { person })
  await persons.put(`key#${key}`, 'person', { person })
  return true
}

/** Runs one task after the other of those of this process that give the same identity key to somebody. */
export function inKeyTurn<T>(
  { inTurn }: Pick<Ports, 'inTurn'>,
  key: string,
  task: () => Promise<T>,
): Promise<T> {
  return inTurn(`identity#${key}`, task)
}

/** Deletes the identity keys of a person of whom no entry is left, since a key may hold a name. */
export async function dropUnusedKeys(ports: Pick<Ports, 'persons'>, person: string): Promise<void> {
  const left: PersonTrace[] = []
  for await (const { value } of personTraces(ports).query(`person#${person}`)) left.push(value)
  if (left.some(({ entry }) => entry !== undefined)) return
  for (const { key } of left) {
    if (key === undefined) continue
    await ports.persons.delete(`key#${key}`, 'person')
    await personTraces(ports).delete(`person#${person}`, `key#${key}`)
  }
}

export const personTraces = (ports: Pick<Ports, 'persons'>): Documents<PersonTrace> =>
  ports.persons as Documents<PersonTrace>
