/** Checks the items of a table, page by page: whether each is what was put there and lies under its key. */
import { GetItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { decodeCommit, hashCommit } from './commit.ts'
import { faultOfDocument, type Item } from './document-item.ts'
import { type Dynamo, sendWithRetries } from './dynamodb-client.ts'
import { itemOf } from './dynamodb-commit-log.ts'
import { sha256OfText } from './hash.ts'

export interface ItemFault {
  readonly item: string
  readonly message: string
}

export interface CheckedPage {
  readonly items: number
  /** Documents without a checksum, which older versions wrote: they cannot be checked. */
  readonly unchecked: number
  readonly faults: readonly ItemFault[]
  /** Streams of the commits on this page, to be compared with the catalogue, which may have lost some. */
  readonly streams: readonly string[]
  /** `from` of the next page. */
  readonly next: string | null
}

export type ItemKey = readonly [pk: string, sk: string]

/** The `from` of a request, which is the `next` of a page; null where there is none: from the beginning. */
export function parseItemKey(text: string | undefined): ItemKey | null | 'malformed' {
  if (text === undefined) return null
  try {
    const key: unknown = JSON.parse(text)
    const two =
      Array.isArray(key) && key.length === 2 && key.every((part) => typeof part === 'string' && part !== '')
    return two ? (key as unknown as ItemKey) : 'malformed'
  } catch {
    return 'malformed'
  }
}

/** Items on a page: each is also read by its key. */
const PAGE_ITEMS = 200

/** Checks one page. `commits`: whether it is the table of commits, whose sort key is a number. Throws what the database throws. */
export async function checkItems(
  client: Dynamo,
  table: string,
  commits: boolean,
  from: ItemKey | null,
): Promise<CheckedPage> {
  const keyOf = (pk: string, sk: string): Item => ({ pk: { S: pk }, sk: commits ? { N: sk } : { S: sk } })
  const scan = {
    TableName: table,
    ConsistentRead: true,
    Limit: PAGE_ITEMS,
    ...(from !== null && { ExclusiveStartKey: keyOf(...from) }),
  }
  const { Items = [], LastEvaluatedKey } = await sendWithRetries(client, new ScanCommand(scan))
  const isScannedAgain = async (key: Item) => {
    const again = new ScanCommand({ ...scan, Limit: 2 * PAGE_ITEMS })
    const found = (await sendWithRetries(client, again)).Items ?? []
    return found.some(({ pk, sk }) => sameItem({ pk: pk!, sk: sk! }, key))
  }
  const faults: ItemFault[] = []
  const streams = new Set<string>()
  let unchecked = 0
  for (const item of Items) {
    const [pk, sk] = [item.pk?.S ?? '', (commits ? item.sk?.N : item.sk?.S) ?? '']
    const fault =
      (commits ? faultOfCommit(item) : faultOfDocument(item)) ??
      (await misplaced(client, { table, key: keyOf(pk, sk), item, isScannedAgain }))
    if (fault !== null) faults.push({ item: `${pk} / ${sk}`, message: fault })
    else if (commits) streams.add(pk)
    else if (item.sum === undefined) unchecked++
  }
  const next = LastEvaluatedKey
  return {
    items: Items.length,
    unchecked,
    faults,
    streams: [...streams],
    next: next === undefined ? null : JSON.stringify([next.pk?.S, commits ? next.sk?.N : next.sk?.S]),
  }
}

/** What is wrong with a commit's item, or null: the hash proves the body, and all other attributes follow from the body. */
function faultOfCommit(item: Item): string | null {
  const body = item.body?.S ?? ''
  const hash = item.hash?.S ?? ''
  if (sha256OfText(body) !== hash) return 'its body is not the one that was hashed'
  const commit = decodeCommit({ n: Number(item.sk?.N), body, hash })
  // Of a later program's commit no more is known than that its hash is right.
  if (!commit.ok) return commit.error.code === 'later-format' ? null : commit.error.message
  const hashed = hashCommit(commit.value)
  if (!hashed.ok) return hashed.error.message
  // Whether openings are divided in the catalogue is the deployment's choice, which may have changed since.
  return [false, true].some((dividesOpenings) => sameItem(itemOf(hashed.value, dividesOpenings), item))
    ? null
    : 'beside its body it says something else than the body does'
}

interface ScannedItem {
  readonly table: string
  readonly key: Item
  readonly item: Item
  /** Whether the scan still shows the key. */
  readonly isScannedAgain: (key: Item) => Promise<boolean>
}

/** How often an item that was deleted between two reads may have been put anew. */
const MAX_TRIES = 5

/**
 * What is wrong with the key of an item that a scan found, or null. An item whose key was damaged is shown by every scan and never found
 * by its key; one that a scan does not show again was deleted between the two reads. A document that is found there with another content
 * and a right checksum was written between them.
 */
async function misplaced(
  client: Dynamo,
  { table, key, item, isScannedAgain }: ScannedItem,
): Promise<string | null> {
  const get = { TableName: table, Key: key, ConsistentRead: true }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { Item: found } = await sendWithRetries(client, new GetItemCommand(get))
    if (found !== undefined) {
      const isRewritten = item.sum !== undefined && found.sum !== undefined && faultOfDocument(found) === null
      return sameItem(found, item) || isRewritten ? null : 'under its key lies something else'
    }
    if (!(await isScannedAgain(key))) return null
  }
  return 'it is not found under its key'
}

const sameItem = (a: Item, b: Item): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

const sorted = (item: Item) => Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))
