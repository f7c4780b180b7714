/** Documents on a DynamoDB table with a string sort key. */
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
} from '@aws-sdk/client-dynamodb'
import type { Pause } from './backoff.ts'
import { type Document, type Documents, encodeDocument } from './documents.ts'
import { insist } from './dynamo.ts'

type Item = Record<string, AttributeValue>

export function dynamoDocuments<T>(client: DynamoDBClient, table: string, pause: Pause): Documents<T> {
  const keyOf = (pk: string, sk: string): Item => ({ pk: { S: pk }, sk: { S: sk } })

  async function read(pk: string, sk: string): Promise<Item | undefined> {
    const command = new GetItemCommand({ TableName: table, Key: keyOf(pk, sk), ConsistentRead: true })
    return (await insist(() => client.send(command), pause)).Item
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
    const item = { ...keyOf(pk, sk), doc: { S: text }, ...(n !== null && { n: { N: String(n) } }) }
    let sent = 0
    try {
      await insist(() => {
        sent++
        return client.send(new PutItemCommand({ TableName: table, Item: item, ...condition }))
      }, pause)
      return true
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error
      return sent > 1 && (await read(pk, sk))?.doc?.S === text
    }
  }

  return {
    async get(pk, sk) {
      const item = await read(pk, sk)
      return item === undefined ? null : documentOf<T>(item)
    },
    async put(pk, sk, value) {
      await put(pk, sk, null, value)
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
      const command = new DeleteItemCommand({ TableName: table, Key: keyOf(pk, sk) })
      await insist(() => client.send(command), pause)
    },
    async *query(pk, prefix = '', after = undefined, limit = undefined) {
      let left = limit ?? Number.POSITIVE_INFINITY
      let from: Item | undefined = after === undefined ? undefined : keyOf(pk, after)
      do {
        const command = new QueryCommand({
          TableName: table,
          ConsistentRead: true,
          KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': { S: pk }, ...(prefix !== '' && { ':prefix': { S: prefix } }) },
          ...(from && { ExclusiveStartKey: from }),
          ...(limit !== undefined && { Limit: left }),
        })
        const page = await insist(() => client.send(command), pause)
        for (const item of page.Items ?? []) yield documentOf<T>(item)
        left -= page.Items?.length ?? 0
        from = page.LastEvaluatedKey
      } while (from !== undefined && left > 0)
    },
  }
}

type Condition = Pick<PutItemCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>

function documentOf<T>(item: Item): Document<T> {
  const n = item.n?.N
  return {
    pk: item.pk!.S!,
    sk: item.sk!.S!,
    n: n === undefined ? null : Number(n),
    value: JSON.parse(item.doc!.S!),
  }
}
