/**
 * Indexes of rounds that requests share for a moment: a host that many clients poll reads the index of a round of thousands of boards
 * a few times a second, and not with each request.
 */

import { LRUCache } from 'lru-cache'
import type { Ports } from '../ports.ts'
import type { Document } from '../store/documents.ts'
import { createTtlValue, type TtlValue } from '../ttl-value.ts'
import { INDEX_PREFIX } from './view.ts'

/** Items of all indexes that are remembered; one of a game takes about a kilobyte. */
const MAX_ITEMS = 50_000

type IndexItems = readonly Document<unknown>[]

export interface SharedIndexes {
  /** The items of a partition's index, as they were read no longer ago than they are shared. */
  read(partition: string): Promise<IndexItems>
}

/** `forMs`: for how long what was read is shared; 0: it is not. */
export function createSharedIndexes(
  { views, clock }: Pick<Ports, 'clock' | 'views'>,
  forMs: number,
): SharedIndexes {
  const query = async (partition: string): Promise<IndexItems> => {
    const items: Document<unknown>[] = []
    for await (const item of views.query(partition, INDEX_PREFIX)) items.push(item)
    return items
  }
  if (forMs === 0) return { read: query }
  /** `size` is known once the index was read. */
  const known = new LRUCache<string, { readonly index: TtlValue<IndexItems>; readonly size: number }>({
    maxSize: MAX_ITEMS,
    sizeCalculation: ({ size }) => size,
  })
  return {
    async read(partition) {
      const own = known.get(partition) ?? {
        index: createTtlValue(clock, forMs, () => query(partition)),
        size: 1,
      }
      known.set(partition, own)
      const items = await own.index.get()
      known.set(partition, { ...own, size: 1 + items.length })
      return items
    },
  }
}
