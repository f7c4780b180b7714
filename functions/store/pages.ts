/** A partition's documents in pages, so that no answer and no request to the database grows with how many there are. */
import type { Documents } from './documents.ts'

/** `after`: the sort key behind which the page begins, `next` of the page before. */
export interface PageRequest {
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Where the next page begins; undefined: this is the last. */
  readonly next?: string | undefined
}

/** Documents of a page at most. */
export const MAX_PAGE_ITEMS = 1000
/** Bytes of their JSON at most, of a page that has more than one. */
const MAX_PAGE_BYTES = 1_000_000

/** A page of a partition, in the order of the sort keys: it ends at `limit` documents or at a megabyte. */
export async function readPage<T>(
  documents: Documents<T>,
  pk: string,
  { after, limit = MAX_PAGE_ITEMS }: PageRequest,
): Promise<Page<T>> {
  const items: T[] = []
  let bytes = 0
  let last: string | undefined
  // One document more than is shown says whether there is a next page.
  for await (const { sk, value } of documents.query(pk, '', after, limit + 1)) {
    bytes += Buffer.byteLength(JSON.stringify(value))
    if (items.length === limit || (items.length > 0 && bytes > MAX_PAGE_BYTES)) return { items, next: last }
    items.push(value)
    last = sk
  }
  return { items }
}
