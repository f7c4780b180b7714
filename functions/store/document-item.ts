/** A document as an item of its table: its JSON, and a checksum over key, version and JSON, verified whenever it is read. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import type { Document } from './documents.ts'
import { sha256OfText } from './hash.ts'

export type Item = Record<string, AttributeValue>

/** An item is not what was put there, or lies under another key. It must be restored from a copy. */
export class ItemDamaged extends Error {
  override readonly name = 'ItemDamaged'
}

/** `doc` is the document's JSON; `n` its version, null where it has none. */
export function documentItem(pk: string, sk: string, n: number | null, doc: string): Item {
  return {
    pk: { S: pk },
    sk: { S: sk },
    doc: { S: doc },
    sum: { S: checksum(pk, sk, n === null ? '' : String(n), doc) },
    ...(n !== null && { n: { N: String(n) } }),
  }
}

/** 64 bits detect what a damaged disk changes. A deliberate change comes with a new checksum and is not detected. */
const checksum = (pk: string, sk: string, n: string, doc: string): string =>
  sha256OfText([pk, sk, n, doc].join('\0')).slice(0, 16)

/**
 * The document of an item that was asked for under that key (`sk` null: any of the partition). Items from before there were
 * checksums are taken as they are. Throws ItemDamaged.
 */
export function documentIn<T>(item: Item, pk: string, sk: string | null = null): Document<T> {
  const fault = faultOfDocument(item)
  if (fault !== null) throw new ItemDamaged(`document ${pk} / ${sk ?? item.sk?.S ?? ''}: ${fault}`)
  const n = item.n?.N
  const found = { pk: item.pk?.S ?? '', sk: item.sk?.S ?? '' }
  if (found.pk !== pk || (sk !== null && found.sk !== sk))
    throw new ItemDamaged(`document ${pk} / ${sk ?? ''}: ${found.pk} / ${found.sk} lies in its place`)
  return { ...found, n: n === undefined ? null : Number(n), value: JSON.parse(item.doc?.S ?? '') as T }
}

/** Why an item is no document that was put there, or null. */
export function faultOfDocument({ pk, sk, n, doc, sum }: Item): string | null {
  if (pk?.S === undefined || sk?.S === undefined) return 'it has no key'
  if (doc?.S === undefined) return 'its content is gone'
  if (sum === undefined) return isJson(doc.S) ? null : 'its content is no JSON'
  // A database may write the same number in another form.
  const version = n?.N === undefined ? '' : String(Number(n.N))
  return sum.S === checksum(pk.S, sk.S, version, doc.S) ? null : 'it does not have its checksum'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
