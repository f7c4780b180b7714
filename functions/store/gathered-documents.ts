/**
 * Documents of which many are asked for at once, as for the games of an import: what is put, deleted or read within one turn
 * of the event loop goes in one request to the database, which costs little more than the request of one of them.
 */
import { BatchGetItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { batchesOf } from '../batches.ts'
import { documentIn, documentItem, type Item } from './document-item.ts'
import { type Document, type Documents, encodeDocument } from './documents.ts'
import { sendWithRetries } from './dynamodb-client.ts'
import {
  type BatchedTable,
  dynamoDocuments,
  keyOf,
  MAX_BATCH_ITEMS,
  writeBatch,
} from './dynamodb-documents.ts'

/** Keys that BatchGetItem takes in one request. */
const MAX_BATCH_KEYS = 100

/** A write or a read that waits for the others of its turn. */
interface Waiting<Result> {
  readonly pk: string
  readonly sk: string
  resolve(result: Result): void
  reject(error: unknown): void
}

interface WaitingWrite extends Waiting<void> {
  readonly request: WriteRequest
}

/** Conditional puts and queries go by themselves. */
export function gatheredDocuments<T>(batched: BatchedTable): Documents<T> {
  const { client, table, pause } = batched
  const alone = dynamoDocuments<T>(client, table, pause)
  const awaitWrite = gather<WaitingWrite>((writes) => void writeAll(batched, writes))
  const awaitRead = gather<Waiting<Document<T> | null>>((reads) => void readAll(batched, alone, reads))

  const write = (pk: string, sk: string, request: WriteRequest): Promise<void> =>
    new Promise((resolve, reject) => awaitWrite({ pk, sk, request, resolve, reject }))
  const putRequest = (pk: string, sk: string, n: number | null, value: T): WriteRequest => ({
    PutRequest: { Item: documentItem(pk, sk, n, encodeDocument(pk, sk, value)) },
  })

  return {
    ...alone,
    get: (pk, sk) => new Promise((resolve, reject) => awaitRead({ pk, sk, resolve, reject })),
    put: async (pk, sk, value) => write(pk, sk, putRequest(pk, sk, null, value)),
    async putAll(entries) {
      // Made before anything is written: one that is too large refuses all.
      const requests = entries.map(({ pk, sk, n = null, value }) => putRequest(pk, sk, n, value))
      await Promise.all(entries.map(({ pk, sk }, k) => write(pk, sk, requests[k]!)))
    },
    delete: (pk, sk) => write(pk, sk, { DeleteRequest: { Key: keyOf(pk, sk) } }),
  }
}

/** Collects what comes within one turn of the event loop. */
function gather<Asked>(perform: (asked: readonly Asked[]) => void): (asked: Asked) => void {
  let waiting: Asked[] = []
  return (asked) => {
    if (waiting.push(asked) > 1) return
    setImmediate(() => {
      const all = waiting
      waiting = []
      perform(all)
    })
  }
}

/** A batch takes a key once: what is written twice in one turn is written twice, in its order. */
async function writeAll(batched: BatchedTable, writes: readonly WaitingWrite[]): Promise<void> {
  const keys = new Set<string>()
  const [first, again]: [WaitingWrite[], WaitingWrite[]] = [[], []]
  for (const each of writes) {
    const key = `${each.pk}\0${each.sk}`
    if (keys.has(key)) again.push(each)
    else first.push(each)
    keys.add(key)
  }
  await Promise.all(
    [...batchesOf(first, MAX_BATCH_ITEMS)].map((batch) =>
      settle(batch, async () => {
        await writeBatch(
          batched,
          batch.map(({ request }) => request),
        )
        for (const { resolve } of batch) resolve()
      }),
    ),
  )
  if (again.length > 0) await writeAll(batched, again)
}

async function readAll<T>(
  batched: BatchedTable,
  alone: Documents<T>,
  reads: readonly Waiting<Document<T> | null>[],
): Promise<void> {
  const byKey = new Map<string, Waiting<Document<T> | null>[]>()
  for (const each of reads) {
    const key = `${each.pk}\0${each.sk}`
    const others = byKey.get(key)
    if (others === undefined) byKey.set(key, [each])
    else others.push(each)
  }
  await Promise.all(
    [...batchesOf([...byKey.values()], MAX_BATCH_KEYS)].map((batch) => readBatch(batched, alone, batch)),
  )
}

/** `batch`: those who wait for each key. */
async function readBatch<T>(
  batched: BatchedTable,
  alone: Documents<T>,
  batch: readonly (readonly Waiting<Document<T> | null>[])[],
): Promise<void> {
  const keys = batch.map(([first]) => first!)
  const found = keys.length === 1 ? null : await itemsOf(batched, keys).catch(() => null)
  for (const waiting of batch) {
    const { pk, sk } = waiting[0]!
    const item = found?.get(`${pk}\0${sk}`)
    // One by one where they were not answered together: of an item that is damaged only its own reader is told.
    void settle(waiting, async () => {
      // Each reader has an object of its own.
      for (const { resolve } of waiting)
        resolve(
          found === null ? await alone.get(pk, sk) : item === undefined ? null : documentIn<T>(item, pk, sk),
        )
    })
  }
}

/** The items of some keys, those that there are; what the database had no room for in its answer is asked for again. */
async function itemsOf(
  { client, table, pause }: BatchedTable,
  keys: readonly { readonly pk: string; readonly sk: string }[],
): Promise<ReadonlyMap<string, Item>> {
  const found = new Map<string, Item>()
  let left: Item[] = keys.map(({ pk, sk }) => keyOf(pk, sk))
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt > 0) await pause(attempt)
    const batch = { RequestItems: { [table]: { Keys: left, ConsistentRead: true } } }
    const answer = await sendWithRetries(client, new BatchGetItemCommand(batch))
    for (const item of answer.Responses?.[table] ?? []) found.set(`${item.pk?.S}\0${item.sk?.S}`, item)
    left = answer.UnprocessedKeys?.[table]?.Keys ?? []
  }
  return found
}

async function settle(waiting: readonly Waiting<never>[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}
