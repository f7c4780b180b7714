/** The commit log on one DynamoDB table: each commit is an item, which is put under a condition and never changed. */
import { PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'
import { batchesOf } from '../batches.ts'
import { merged } from '../merged.ts'
import type { Pause } from './backoff.ts'
import type { HashedCommit, StoredCommit } from './commit.ts'
import { type CommitLog, type CommitPlace, categoryOf, type Head, type StreamEntry } from './commit-log.ts'
import type { Item } from './document-item.ts'
import {
  type Dynamo,
  isConditionFailure,
  queryPages,
  sendWithRetries,
  writeAtMostOnce,
} from './dynamodb-client.ts'
import { type BatchedTable, MAX_BATCH_KEYS, readBatch } from './dynamodb-documents.ts'
import { shardOf } from './hash.ts'
import { CATALOGUE } from './table-keys.ts'

/** The items at these places that exist, in no order. `projection`: which attributes. */
async function* itemsAt(
  log: BatchedTable,
  places: readonly CommitPlace[],
  projection: Parameters<typeof readBatch>[2],
): AsyncGenerator<Item> {
  for (const batch of batchesOf(places, MAX_BATCH_KEYS)) {
    const keys = batch.map(({ stream, n }) => ({ pk: { S: stream }, sk: { N: String(n) } }))
    yield* readBatch(log, keys, projection)
  }
}

/**
 * The index's hits whose first commit is in the table: the index lags, and a crash can leave an entry of a commit that was
 * never put.
 */
async function confirmedStreams(log: BatchedTable, hits: readonly Item[]): Promise<StreamEntry[]> {
  const openings = new Map<string, string>()
  const streams = [...new Set(hits.map((hit) => text(hit, 'pk')))]
  const places = streams.map((stream) => ({ stream, n: 1 }))
  for await (const item of itemsAt(log, places, { ProjectionExpression: 'pk, sk, catAt' }))
    openings.set(text(item, 'pk'), text(item, 'catAt'))
  const entries = hits.map((hit) => ({ stream: text(hit, 'pk'), openedAt: text(hit, 'catAt') }))
  return entries.filter(({ stream, openedAt }) => openings.get(stream) === openedAt)
}

/** What the catalogue lists of a partition from an instant of opening on, page by page. */
async function* streamsIn(log: BatchedTable, partition: string, since: string): AsyncGenerator<StreamEntry> {
  for await (const hits of catalogueHits(log, partition, since)) yield* await confirmedStreams(log, hits)
}

/** `hash` is a reserved word of DynamoDB. */
const HASH_NAME = { '#hash': 'hash' }

/**
 * Partitions of the catalogue among which a category is divided (`game#0` …). Its own name is one more, in which a log that does not
 * divide openings lists them: DynamoDB takes 1,000 openings a second for each.
 */
const DIVIDED = [0, 1, 2, 3] as const
const partitionsOf = (category: string): string[] => [category, ...DIVIDED.map((k) => `${category}#${k}`)]
const dividedPartition = (stream: string): string =>
  `${categoryOf(stream)}#${shardOf(stream, DIVIDED.length)}`

interface CommitLogOptions {
  /**
   * Whether openings are divided among partitions of the catalogue. All are listed either way; a release that knows of one only must
   * not be left on the table, since it would list a part of the streams.
   */
  readonly dividesOpenings?: boolean
}

export function dynamoCommitLog(
  client: Dynamo,
  table: string,
  pause: Pause,
  { dividesOpenings = false }: CommitLogOptions = {},
): CommitLog {
  const log: BatchedTable = { client, table, pause }
  return {
    append: (commit) => putCommit(log, itemOf(commit, dividesOpenings)),
    load: (stream, afterN) => commitsAfter(log, stream, afterN),
    head: (stream) => lastCommit(log, stream),
    at: (places) => headsAt(log, places),
    streams: (category, since = '') =>
      merged(
        partitionsOf(category).map((partition) => streamsIn(log, partition, since)),
        ({ openedAt }) => openedAt,
      ),
  }
}

/** Puts a commit if its place is free. */
async function putCommit({ client, table }: BatchedTable, item: Item): Promise<'stored' | 'conflict'> {
  const put = {
    TableName: table,
    Item: item,
    ConditionExpression: 'attribute_not_exists(pk)',
  }
  try {
    await writeAtMostOnce(client, new PutItemCommand(put))
    return 'stored'
  } catch (error) {
    if (isConditionFailure(error)) return 'conflict'
    throw error
  }
}

async function commitsAfter(
  { client, table }: BatchedTable,
  stream: string,
  afterN: number,
): Promise<StoredCommit[]> {
  const commits: StoredCommit[] = []
  const query = {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :stream AND sk > :after',
    ExpressionAttributeValues: { ':stream': { S: stream }, ':after': { N: String(afterN) } },
    ProjectionExpression: 'sk, body, #hash',
    ExpressionAttributeNames: HASH_NAME,
  }
  for await (const items of queryPages(client, query))
    for (const item of items)
      commits.push({ n: number(item, 'sk'), body: text(item, 'body'), hash: text(item, 'hash') })
  return commits
}

async function lastCommit({ client, table }: BatchedTable, stream: string): Promise<Head | null> {
  const query = {
    TableName: table,
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: 1,
    KeyConditionExpression: 'pk = :stream',
    ExpressionAttributeValues: { ':stream': { S: stream } },
    ProjectionExpression: 'sk, #hash',
    ExpressionAttributeNames: HASH_NAME,
  }
  const last = (await sendWithRetries(client, new QueryCommand(query))).Items?.[0]
  return last === undefined ? null : { n: number(last, 'sk'), hash: text(last, 'hash') }
}

async function headsAt(log: BatchedTable, places: readonly CommitPlace[]): Promise<(Head | null)[]> {
  const found = new Map<string, Head>()
  const projection = { ProjectionExpression: 'pk, sk, #hash', ExpressionAttributeNames: HASH_NAME }
  for await (const item of itemsAt(log, places, projection)) {
    const n = number(item, 'sk')
    found.set(`${n} ${text(item, 'pk')}`, { n, hash: text(item, 'hash') })
  }
  return places.map(({ stream, n }) => found.get(`${n} ${stream}`) ?? null)
}

/** Pages of what the catalogue index lists of a partition, from an instant of opening on (RFC 3339; '' for all). */
function catalogueHits(
  { client, table }: BatchedTable,
  partition: string,
  since: string,
): AsyncIterable<readonly Item[]> {
  return queryPages(client, {
    TableName: table,
    IndexName: CATALOGUE,
    KeyConditionExpression: since === '' ? 'cat = :partition' : 'cat = :partition AND catAt >= :since',
    ExpressionAttributeValues: {
      ':partition': { S: partition },
      ...(since !== '' && { ':since': { S: since } }),
    },
  })
}

/**
 * The item of a commit. `body` and `hash` are the evidence; the rest is for indexes, stream filters and people who look into
 * the table. Only the first commit carries `cat` and `catAt`: the index over them lists each stream once.
 */
export function itemOf(commit: HashedCommit, dividesOpenings = false): Item {
  const { stream, n, prev, at, hash, body, format, events } = commit
  return {
    pk: { S: stream },
    sk: { N: String(n) },
    prev: { S: prev },
    hash: { S: hash },
    at: { S: at },
    v: { N: String(format) },
    // Each once: a whole game has hundreds of events of a few types.
    types: { L: [...new Set(events.map(({ type }) => type))].map((type) => ({ S: type })) },
    body: { S: body },
    ...(n === 1 && {
      cat: { S: dividesOpenings ? dividedPartition(stream) : categoryOf(stream) },
      catAt: { S: at },
    }),
  }
}

/** An absent attribute reads as '' or NaN, and the chain's verification says what is wrong with the commit. */
const text = (item: Item, name: string): string => item[name]?.S ?? ''
const number = (item: Item, name: string): number => Number(item[name]?.N)
