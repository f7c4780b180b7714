/** Lists in pages, so that no answer and no request to the database grows with how many items there are. */
import type { Documents } from './documents.ts'

/** `after`: the sort key behind which the page begins, `next` of the page before. */
export interface PageRequest {
  readonly after?: string | undefined
  readonly limit?: number | undefined
  /** Bytes of a page at most, where it is to have fewer than its list's pages have. */
  readonly maxBytes?: number | undefined
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

/**
 * Bytes of items in a page that is made of what was read already. A function answers with 6 MB at most: the rest is for one item that
 * goes beyond, and for what the page has besides items.
 */
export const MAX_PAGE_TEXT_BYTES = 4_000_000

/** Bytes of a text in a function's answer, where it is a string of JSON, so that each quotation mark counts twice. */
export const bytesInAnswer = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2

/** Says of one item after the other, by its text, whether the page has room for it. The first always has. */
export function pageBudget(maxBytes: number = MAX_PAGE_TEXT_BYTES): (text: string) => boolean {
  let bytes = 0
  let isFirst = true
  return (text) => {
    bytes += bytesInAnswer(text)
    const fits = isFirst || bytes <= maxBytes
    isFirst = false
    return fits
  }
}

/** The texts of the items that a page has room for. */
export function textsOfPage(items: readonly object[], maxBytes?: number): string[] {
  const hasRoom = pageBudget(maxBytes)
  const texts: string[] = []
  for (const each of items) {
    const text = JSON.stringify(each)
    if (!hasRoom(text)) break
    texts.push(text)
  }
  return texts
}

/** A page of a partition, in the order of the sort keys: it ends at `limit` documents or at a megabyte. */
export async function readPage<T>(
  documents: Documents<T>,
  pk: string,
  { after, limit = MAX_PAGE_ITEMS, maxBytes = MAX_PAGE_BYTES }: PageRequest,
): Promise<Page<T>> {
  const items: T[] = []
  let bytes = 0
  let last: string | undefined
  // One document more than is shown says whether there is a next page.
  for await (const { sk, value } of documents.query(pk, '', after, limit + 1)) {
    bytes += Buffer.byteLength(JSON.stringify(value))
    if (items.length === limit || (items.length > 0 && bytes > maxBytes)) return { items, next: last }
    items.push(value)
    last = sk
  }
  return { items }
}
