/** Documents on a DynamoDB table with a string sort key, and the batch requests of all tables. */
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  type KeysAndAttributes,
  PutItemCommand,
  type PutItemCommandInput,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { batchesOf } from '../batches.ts'
import type { Pause } from './backoff.ts'
import { documentIn, documentItem, type Item } from './document-item.ts'
import { type Documents, encodeDocument } from './documents.ts'
import {
  type Dynamo,
  isConditionFailure,
  queryPages,
  sendWithRetries,
  wasRepeated,
} from './dynamodb-client.ts'

/** Items that BatchWriteItem takes in one request. */
export const MAX_BATCH_ITEMS = 25

/** Keys that BatchGetItem takes in one request. */
export const MAX_BATCH_KEYS = 100

interface Table {
  readonly client: Dynamo
  readonly table: string
}

/** A table, and the wait before the unprocessed part of a batch is sent again. */
export interface BatchedTable extends Table {
  readonly pause: Pause
}

/** Performs at most 25 writes, each of another key. Those that come back unprocessed are sent again. */
export async function writeBatch(
  { client, table, pause }: BatchedTable,
  requests: readonly WriteRequest[],
): Promise<void> {
  let left = requests
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt > 0) await pause(attempt)
    const batch = { RequestItems: { [table]: [...left] } }
    left = (await sendWithRetries(client, new BatchWriteItemCommand(batch))).UnprocessedItems?.[table] ?? []
  }
}

/** The items at no more than 100 keys, in no order, by consistent reads. Keys that come back unprocessed are asked for again. */
export async function* readBatch(
  { client, table, pause }: BatchedTable,
  keys: readonly Item[],
  projection: Pick<KeysAndAttributes, 'ProjectionExpression' | 'ExpressionAttributeNames'> = {},
): AsyncGenerator<Item> {
  let left = keys
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt > 0) await pause(attempt)
    const request = { RequestItems: { [table]: { Keys: [...left], ConsistentRead: true, ...projection } } }
    const answer = await sendWithRetries(client, new BatchGetItemCommand(request))
    yield* answer.Responses?.[table] ?? []
    left = answer.UnprocessedKeys?.[table]?.Keys ?? []
  }
}

export const keyOf = (pk: string, sk: string): Item => ({ pk: { S: pk }, sk: { S: sk } })

async function readItem({ client, table }: Table, pk: string, sk: string): Promise<Item | undefined> {
  const get = { TableName: table, Key: keyOf(pk, sk), ConsistentRead: true }
  return (await sendWithRetries(client, new GetItemCommand(get))).Item
}

/**
 * Puts under a condition. A failed condition can be the work of our own put whose answer was lost, so the document
 * there is compared with ours: the same bytes are ours, or as good as ours.
 */
async function putDocument(
  { client, table }: Table,
  { pk, sk, n = null, value }: { pk: string; sk: string; n?: number | null; value: unknown },
  condition?: Condition,
): Promise<boolean> {
  const text = encodeDocument(pk, sk, value)
  const item = documentItem(pk, sk, n, text)
  try {
    await sendWithRetries(client, new PutItemCommand({ TableName: table, Item: item, ...condition }))
    return true
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    return wasRepeated(error) && (await readItem({ client, table }, pk, sk))?.doc?.S === text
  }
}

/** The items of a partition in the order of their sort keys, page after page. `limit`: how many at most. */
async function* queryItems(
  { client, table }: Table,
  pk: string,
  { prefix, after, limit }: { prefix: string; after: string | undefined; limit: number | undefined },
): AsyncGenerator<Item> {
  const query = {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': { S: pk }, ...(prefix !== '' && { ':prefix': { S: prefix } }) },
    ...(after !== undefined && { ExclusiveStartKey: keyOf(pk, after) }),
    ...(limit !== undefined && { Limit: limit }),
  }
  let left = limit ?? Number.POSITIVE_INFINITY
  for await (const items of queryPages(client, query)) {
    yield* items.slice(0, left)
    left -= items.length
    if (left <= 0) return
  }
}

export function dynamoDocuments<T>(client: Dynamo, table: string, pause: Pause): Documents<T> {
  const at: BatchedTable = { client, table, pause }
  return {
    async get(pk, sk) {
      const item = await readItem(at, pk, sk)
      return item === undefined ? null : documentIn<T>(item, pk, sk)
    },
    async put(pk, sk, value) {
      await putDocument(at, { pk, sk, value })
    },
    async putAll(entries) {
      const [first] = entries
      if (first !== undefined && entries.length === 1) {
        await putDocument(at, first)
        return
      }
      const items = entries.map(({ pk, sk, n = null, value }) =>
        documentItem(pk, sk, n, encodeDocument(pk, sk, value)),
      )
      for (const batch of batchesOf(items, MAX_BATCH_ITEMS))
        await writeBatch(
          at,
          batch.map((Item) => ({ PutRequest: { Item } })),
        )
    },
    putIfNewer(pk, sk, n, value) {
      const isNewer = {
        ConditionExpression: 'attribute_not_exists(pk) OR n < :n',
        ExpressionAttributeValues: { ':n': { N: String(n) } },
      }
      return putDocument(at, { pk, sk, n, value }, isNewer)
    },
    putIfAbsent(pk, sk, value) {
      return putDocument(at, { pk, sk, value }, { ConditionExpression: 'attribute_not_exists(pk)' })
    },
    async delete(pk, sk) {
      await sendWithRetries(client, new DeleteItemCommand({ TableName: table, Key: keyOf(pk, sk) }))
    },
    async *query(pk, prefix = '', after = undefined, limit = undefined) {
      for await (const item of queryItems(at, pk, { prefix, after, limit })) yield documentIn<T>(item, pk)
    },
  }
}

type Condition = Pick<PutItemCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>
