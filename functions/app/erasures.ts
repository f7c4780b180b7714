/**
 * Which streams something was erased from, since processes that have them in memory see no change of the record; and which
 * persons were erased, so that nothing is stored again under an erased id.
 */
import type { Ports } from '../ports.ts'
import type { Documents } from '../store/documents.ts'

const ERASURES = 'erasures'

interface ErasureMarker {
  readonly id: string
}

/** Notes an erasure, once all of it is done; a process that read the stream before reads it anew. */
export const noteErasure = (
  { persons, ids }: Pick<Ports, 'ids' | 'persons'>,
  stream: string,
): Promise<void> => (persons as Documents<ErasureMarker>).put(ERASURES, stream, { id: ids.next() })

/** The id of a stream's last erasure; null where there was none. */
export const lastErasureId = async (ports: Pick<Ports, 'persons'>, stream: string): Promise<string | null> =>
  (await (ports.persons as Documents<ErasureMarker>).get(ERASURES, stream))?.value.id ?? null

/** The partition of all erasures of persons, each under the person's id. */
export const ERASED_PERSONS = 'erased'

/** Whether a person was erased here: nothing is stored again under that id. */
export const isErased = async (ports: Pick<Ports, 'persons'>, person: string): Promise<boolean> =>
  (await (ports.persons as Documents<object>).get(ERASED_PERSONS, person)) !== null

/** The erasures of this process, for writers of the same process that store somebody meanwhile. */
export interface ErasureWatch {
  /** Runs an erasure: writers that began before, or begin meanwhile, must check whether they store the erased person. */
  whileErasing<T>(task: () => Promise<T>): Promise<T>
  /** Is called before somebody is stored; the function that it returns says afterwards whether nobody was erased in between. */
  watch(): () => boolean
}

/** Creates the watch of this process; all writers to one store must share it. */
export function createErasureWatch(): ErasureWatch {
  let begun = 0
  let underWay = 0
  return {
    async whileErasing(task) {
      begun++
      underWay++
      try {
        return await task()
      } finally {
        underWay--
      }
    },
    watch() {
      const [before, isQuiet] = [begun, underWay === 0]
      return () => isQuiet && begun === before
    },
  }
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
