/**
 * Indexes of rounds that requests share for a moment: a host that many clients poll reads the index of a round of thousands of boards
 * a few times a second, and not with each request.
 */
import { LRUCache } from 'lru-cache'
import type { Ports } from '../ports.ts'
import type { Document } from '../store/documents.ts'
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
  /** `begun`: when the query began, ms; `size` is known once it has ended. */
  const known = new LRUCache<
    string,
    { readonly begun: number; readonly size: number; readonly items: Promise<IndexItems> }
  >({ maxSize: MAX_ITEMS, sizeCalculation: ({ size }) => size })

  return {
    async read(partition) {
      const now = clock.now()
      const before = known.get(partition)
      // After the clock was set back, what was read before that is not taken for new.
      if (before !== undefined && now >= before.begun && now - before.begun < forMs) return before.items
      const reading = { begun: now, size: 1, items: query(partition) }
      known.set(partition, reading)
      const isLast = () => known.peek(partition) === reading
      try {
        const items = await reading.items
        if (isLast()) known.set(partition, { ...reading, size: 1 + items.length })
        return items
      } catch (error) {
        // Who comes next reads it anew.
        if (isLast()) known.delete(partition)
        throw error
      }
    },
  }
}
