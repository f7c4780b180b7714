/** Which streams something was erased from: processes that keep states warm ask, for the record itself does not change. */
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

const ERASURES = 'erasures'

interface Mark {
  readonly id: string
}

/** To be noted once all is erased; a process that read a stream before then reads it anew. */
export const noteErasure = (
  { persons, ids }: Pick<Ports, 'persons' | 'ids'>,
  stream: string,
): Promise<void> => (persons as Documents<Mark>).put(ERASURES, stream, { id: ids.next() })

/** The last one; null where there was none. */
export const erasureOf = async (ports: Pick<Ports, 'persons'>, stream: string): Promise<string | null> =>
  (await (ports.persons as Documents<Mark>).get(ERASURES, stream))?.value.id ?? null
