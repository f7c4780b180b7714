/** Documents on a DynamoDB table with a string sort key. */
import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { batchesOf } from '../batches.ts'
import type { Pause } from './backoff.ts'
import { documentIn, documentItem, type Item } from './document-item.ts'
import { type Documents, encodeDocument } from './documents.ts'
import { type Dynamo, isConditionFailure, sendWithRetries, wasRepeated } from './dynamodb-client.ts'

/** Items that BatchWriteItem takes in one request. */
export const MAX_BATCH_ITEMS = 25

/** A table, and the wait before what it had no room for is sent again. */
export interface BatchedTable {
  readonly client: Dynamo
  readonly table: string
  readonly pause: Pause
}

/** Writes each of at most 25 keys. What the database had no room for comes back in its answer and is sent again. */
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

export const keyOf = (pk: string, sk: string): Item => ({ pk: { S: pk }, sk: { S: sk } })

export function dynamoDocuments<T>(client: Dynamo, table: string, pause: Pause): Documents<T> {
  async function read(pk: string, sk: string): Promise<Item | undefined> {
    const get = { TableName: table, Key: keyOf(pk, sk), ConsistentRead: true }
    return (await sendWithRetries(client, new GetItemCommand(get))).Item
  }

  /**
   * Puts under a condition. A failed condition can be the work of our own put whose answer was lost, so the document
   * there is compared with ours: the same bytes are ours, or as good as ours.
   */
  async function put(
    pk: string,
    sk: string,
    n: number | null,
    value: T,
    condition?: Condition,
  ): Promise<boolean> {
    const text = encodeDocument(pk, sk, value)
    const item = documentItem(pk, sk, n, text)
    try {
      await sendWithRetries(client, new PutItemCommand({ TableName: table, Item: item, ...condition }))
      return true
    } catch (error) {
      if (!isConditionFailure(error)) throw error
      return wasRepeated(error) && (await read(pk, sk))?.doc?.S === text
    }
  }

  return {
    async get(pk, sk) {
      const item = await read(pk, sk)
      return item === undefined ? null : documentIn<T>(item, pk, sk)
    },
    async put(pk, sk, value) {
      await put(pk, sk, null, value)
    },
    async putAll(entries) {
      const [first] = entries
      if (first !== undefined && entries.length === 1) {
        await put(first.pk, first.sk, first.n ?? null, first.value)
        return
      }
      const items = entries.map(({ pk, sk, n = null, value }) =>
        documentItem(pk, sk, n, encodeDocument(pk, sk, value)),
      )
      for (const batch of batchesOf(items, MAX_BATCH_ITEMS))
        await writeBatch(
          { client, table, pause },
          batch.map((Item) => ({ PutRequest: { Item } })),
        )
    },
    putIfNewer(pk, sk, n, value) {
      return put(pk, sk, n, value, {
        ConditionExpression: 'attribute_not_exists(pk) OR n < :n',
        ExpressionAttributeValues: { ':n': { N: String(n) } },
      })
    },
    putIfAbsent(pk, sk, value) {
      return put(pk, sk, null, value, { ConditionExpression: 'attribute_not_exists(pk)' })
    },
    async delete(pk, sk) {
      await sendWithRetries(client, new DeleteItemCommand({ TableName: table, Key: keyOf(pk, sk) }))
    },
    async *query(pk, prefix = '', after = undefined, limit = undefined) {
      let left = limit ?? Number.POSITIVE_INFINITY
      let from: Item | undefined = after === undefined ? undefined : keyOf(pk, after)
      do {
        const query: QueryCommandInput = {
          TableName: table,
          ConsistentRead: true,
          KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': { S: pk }, ...(prefix !== '' && { ':prefix': { S: prefix } }) },
          ...(from && { ExclusiveStartKey: from }),
          ...(limit !== undefined && { Limit: left }),
        }
        const page = await sendWithRetries(client, new QueryCommand(query))
        for (const item of page.Items ?? []) yield documentIn<T>(item, pk)
        left -= page.Items?.length ?? 0
        from = page.LastEvaluatedKey
      } while (from !== undefined && left > 0)
    },
  }
}

type Condition = Pick<PutItemCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>
