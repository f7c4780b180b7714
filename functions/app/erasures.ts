/**
 * What was erased: from which streams, for processes that keep states warm, since the record itself does not change; and
 * who, so that nothing is stored again under an erased id.
 */
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

const ERASURES = 'erasures'

interface ErasureMarker {
  readonly id: string
}

/** To be noted once all is erased; a process that read a stream before then reads it anew. */
export const noteErasure = (
  { persons, ids }: Pick<Ports, 'ids' | 'persons'>,
  stream: string,
): Promise<void> => (persons as Documents<ErasureMarker>).put(ERASURES, stream, { id: ids.next() })

/** The last one; null where there was none. */
export const lastErasureId = async (ports: Pick<Ports, 'persons'>, stream: string): Promise<string | null> =>
  (await (ports.persons as Documents<ErasureMarker>).get(ERASURES, stream))?.value.id ?? null

/** A person's erasure, in the partition of its own that all of them lie in. */
export const ERASED_PERSONS = 'erased'

/** Whether a person was erased here: nothing is stored again under that id. */
export const isErased = async (ports: Pick<Ports, 'persons'>, person: string): Promise<boolean> =>
  (await (ports.persons as Documents<object>).get(ERASED_PERSONS, person)) !== null

/** Of this process, by the documents erased from: counted when one begins and when it ends. */
const erasureCounts = new WeakMap<object, { count: number }>()

const erasureCountOf = ({ persons }: Pick<Ports, 'persons'>): { count: number } => {
  const known = erasureCounts.get(persons) ?? { count: 0 }
  erasureCounts.set(persons, known)
  return known
}

/** Lets writers that store somebody meanwhile know that they must check whether it is this person. */
export async function whileErasing<T>(ports: Pick<Ports, 'persons'>, task: () => Promise<T>): Promise<T> {
  const turn = erasureCountOf(ports)
  turn.count++
  try {
    return await task()
  } finally {
    turn.count++
  }
}

/** To be asked before somebody is taken in, and again afterwards: whether this process erased nobody in between. */
export function watchErasures(ports: Pick<Ports, 'persons'>): () => boolean {
  const turn = erasureCountOf(ports)
  const before = turn.count
  return () => turn.count === before && before % 2 === 0
}

/** Those of the persons who were erased. */
export async function erasedAmong(
  ports: Pick<Ports, 'persons'>,
  persons: readonly string[],
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>()
  for (const person of persons) if (await isErased(ports, person)) gone.add(person)
  return gone
}
