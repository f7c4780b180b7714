/** Documents whose writes by this process are counted, so that what was read of them is known to stand. */
import type { Documents } from './documents.ts'

export interface Watched<T> {
  readonly documents: Documents<T>
  /**
   * Writes to a partition since it was first asked for. Who asks before he reads, and finds the same number later, has what
   * is there: a write counts once it may have been done, before its writer is told.
   */
  writesTo(pk: string): number
}

export function watchWrites<T>(documents: Documents<T>): Watched<T> {
  const writes = new Map<string, number>()
  const count = (pk: string) => {
    const before = writes.get(pk)
    if (before !== undefined) writes.set(pk, before + 1)
  }
  const counted = async <R>(pks: readonly string[], write: () => Promise<R>): Promise<R> => {
    try {
      return await write()
    } finally {
      for (const pk of pks) count(pk)
    }
  }
  return {
    documents: {
      get: (pk, sk) => documents.get(pk, sk),
      query: (...asked) => documents.query(...asked),
      put: (pk, ...rest) => counted([pk], () => documents.put(pk, ...rest)),
      putAll: (entries) =>
        counted(
          entries.map(({ pk }) => pk),
          () => documents.putAll(entries),
        ),
      putIfNewer: (pk, ...rest) => counted([pk], () => documents.putIfNewer(pk, ...rest)),
      putIfAbsent: (pk, ...rest) => counted([pk], () => documents.putIfAbsent(pk, ...rest)),
      delete: (pk, sk) => counted([pk], () => documents.delete(pk, sk)),
    },
    writesTo(pk) {
      const known = writes.get(pk)
      if (known === undefined) writes.set(pk, 0)
      return known ?? 0
    },
  }
}
