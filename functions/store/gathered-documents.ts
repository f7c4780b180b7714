/**
 * Documents whose requests are batched: what is put, deleted or read within one turn of the event loop, as for the games of an
 * import, goes in one request to the database, which costs little more than the request for one document.
 */
import type { WriteRequest } from '@aws-sdk/client-dynamodb'
import { batchesOf } from '../batches.ts'
import { documentIn, documentItem, type Item } from './document-item.ts'
import { type Document, type Documents, encodeDocument } from './documents.ts'
import {
  type BatchedTable,
  dynamoDocuments,
  keyOf,
  MAX_BATCH_ITEMS,
  MAX_BATCH_KEYS,
  readBatch,
  writeBatch,
} from './dynamodb-documents.ts'

/** A write or a read that waits until the turn of the event loop ends. */
interface Waiting<Result> {
  readonly pk: string
  readonly sk: string
  resolve(result: Result): void
  reject(error: unknown): void
}

interface WaitingWrite extends Waiting<void> {
  readonly request: WriteRequest
}

/** Documents with batched requests; conditional puts and queries are sent one by one. */
export function gatheredDocuments<T>(batched: BatchedTable): Documents<T> {
  const { client, table, pause } = batched
  const single = dynamoDocuments<T>(client, table, pause)
  const awaitWrite = gather<WaitingWrite>((writes) => void writeAll(batched, writes))
  const awaitRead = gather<Waiting<Document<T> | null>>((reads) => void readAll(batched, single, reads))

  const write = (pk: string, sk: string, request: WriteRequest): Promise<void> =>
    new Promise((resolve, reject) => awaitWrite({ pk, sk, request, resolve, reject }))
  const putRequest = (pk: string, sk: string, n: number | null, value: T): WriteRequest => ({
    PutRequest: { Item: documentItem(pk, sk, n, encodeDocument(pk, sk, value)) },
  })

  return {
    ...single,
    get: (pk, sk) => new Promise((resolve, reject) => awaitRead({ pk, sk, resolve, reject })),
    put: async (pk, sk, value) => write(pk, sk, putRequest(pk, sk, null, value)),
    async putAll(entries) {
      // All requests are made before anything is written, so that a document that is too large refuses all.
      const requests = entries.map(({ pk, sk, n = null, value }) => putRequest(pk, sk, n, value))
      await Promise.all(entries.map(({ pk, sk }, k) => write(pk, sk, requests[k]!)))
    },
    delete: (pk, sk) => write(pk, sk, { DeleteRequest: { Key: keyOf(pk, sk) } }),
  }
}

/** Collects what is asked within one turn of the event loop, and performs it together. */
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

/** Writes in batches. A batch takes a key once: a second write of a key in the same turn goes into a later batch. */
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
  single: Documents<T>,
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
    [...batchesOf([...byKey.values()], MAX_BATCH_KEYS)].map((batch) => answerReads(batched, single, batch)),
  )
}

/** Answers those who wait for each of at most 100 keys. */
async function answerReads<T>(
  batched: BatchedTable,
  single: Documents<T>,
  batch: readonly (readonly Waiting<Document<T> | null>[])[],
): Promise<void> {
  const keys = batch.map(([first]) => first!)
  const found = keys.length === 1 ? null : await itemsOf(batched, keys).catch(() => null)
  for (const waiting of batch) {
    const { pk, sk } = waiting[0]!
    const item = found?.get(`${pk}\0${sk}`)
    // Where the batch failed, each key is read by itself; an error reaches only those who wait for its key.
    void settle(waiting, async () => {
      // Each reader has an object of its own.
      for (const { resolve } of waiting)
        resolve(
          found === null ? await single.get(pk, sk) : item === undefined ? null : documentIn<T>(item, pk, sk),
        )
    })
  }
}

/** Items that exist at these keys, by partition and sort key. */
async function itemsOf(
  batched: BatchedTable,
  keys: readonly { readonly pk: string; readonly sk: string }[],
): Promise<ReadonlyMap<string, Item>> {
  const found = new Map<string, Item>()
  const asked = keys.map(({ pk, sk }) => keyOf(pk, sk))
  for await (const item of readBatch(batched, asked)) found.set(`${item.pk?.S}\0${item.sk?.S}`, item)
  return found
}

/** Does the work for those who wait; they get its error where it fails. */
async function settle(waiting: readonly Waiting<never>[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}
