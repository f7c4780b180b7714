/** The port of the small mutable documents beside the record: views, persons, free texts, settings, tokens, anchors. */

/** UTF-8 bytes of a document's JSON; a DynamoDB item may hold 400 KiB. */
const MAX_DOCUMENT_BYTES = 300_000

export interface Document<T> {
  readonly pk: string
  readonly sk: string
  /** The version it was put with (a view's checkpoint); null when it was put without one. */
  readonly n: number | null
  readonly value: T
}

/** `n`: the version it is put with, where it has one. */
export type DocumentEntry<T> = Pick<Document<T>, 'pk' | 'sk' | 'value'> & { readonly n?: number }

/**
 * Documents of one kind, under a partition (`view#<round>`) and a sort key (a board's number), both non-empty. `T` is
 * what their owner puts: plain JSON of at most 300,000 bytes. Every write has the same effect when it is repeated. Reads
 * are consistent. All throw StoreUnavailable when the database does not answer, and reads ItemDamaged (document-item.ts).
 */
export interface Documents<T> {
  get(pk: string, sk: string): Promise<Document<T> | null>
  /** Puts the document, whether or not there is one. */
  put(pk: string, sk: string, value: T): Promise<void>
  /** Puts several documents, whether or not there are any, each under another key and in no order. */
  putAll(entries: readonly DocumentEntry<T>[]): Promise<void>
  /** Puts if there is no document or one with a smaller `n`; false: the one that is there is as new, or has no version. */
  putIfNewer(pk: string, sk: string, n: number, value: T): Promise<boolean>
  /** Puts if there is no document; false: there is one. */
  putIfAbsent(pk: string, sk: string, value: T): Promise<boolean>
  delete(pk: string, sk: string): Promise<void>
  /**
   * The partition's documents whose sort key begins with `prefix`, in the order of the sort keys' UTF-8 bytes; with `after`,
   * which must begin with it too, only those behind that key; with `limit` (1 or more) at most so many, and no more are read.
   */
  query(pk: string, prefix?: string, after?: string, limit?: number): AsyncIterable<Document<T>>
}

/** The JSON text of a document. Throws RangeError on one that is too large: its owner must divide it. */
export function encodeDocument(pk: string, sk: string, value: unknown): string {
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_DOCUMENT_BYTES)
    throw new RangeError(`document ${pk} / ${sk} has ${bytes} bytes; ${MAX_DOCUMENT_BYTES} are allowed`)
  return text
}
