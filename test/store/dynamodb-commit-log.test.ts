import {
  PutItemCommand,
  QueryCommand,
  type QueryCommandOutput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, expect, test } from 'vitest'
import { appendTo } from '../../functions/store/append.ts'
import { verifyChain } from '../../functions/store/chain.ts'
import { EMPTY_HEAD, StoreUnavailable, UnknownOutcome } from '../../functions/store/commit-log.ts'
import { dynamoCommitLog } from '../../functions/store/dynamodb-commit-log.ts'
import { dynamoDocuments } from '../../functions/store/dynamodb-documents.ts'
import { createTables, tableNames } from '../../functions/store/tables.ts'
import { between, type Faults, injectFaults, quickClient, Refusal, watch } from '../kit/faulty-client.ts'
import { commitsOf, instant, nextCommit, pause, sleep, startStore } from '../kit/store.ts'

const store = await startStore()
const table = store.names.commits
const log = dynamoCommitLog(store.client, table, pause)
afterAll(() => store.stop())

/** The same table over a line of its own. */
const over = (faults: Omit<Faults, 'seed'>) => {
  const client = quickClient(store.endpoint)
  return {
    log: dynamoCommitLog(client, table, pause),
    client,
    counts: injectFaults(client, { seed: 7, ...faults }),
  }
}

test('a put that never arrives has an unknown outcome and stores nothing', async () => {
  const commit = nextCommit('game#lost-request')
  await expect(over({ lostRequests: 1 }).log.append(commit)).rejects.toThrow(UnknownOutcome)
  expect(await log.head(commit.stream)).toBeNull()
})

test('a put whose answer never arrives has an unknown outcome and is stored; it is not sent again', async () => {
  const commit = nextCommit('game#lost-answer')
  const line = over({ lostAnswers: 1 })
  await expect(line.log.append(commit)).rejects.toThrow(UnknownOutcome)
  expect(await log.head(commit.stream)).toEqual({ n: 1, hash: commit.hash })
  expect(line.counts.sent).toBe(1)
})

test('a put that is throttled was not done, so it is sent again', async () => {
  const line = over({ throttles: 0.7 })
  expect(await line.log.append(nextCommit('game#throttled'))).toBe('stored')
  expect(line.counts.throttles).toBeGreaterThan(0)
  await expect(over({ throttles: 1 }).log.append(nextCommit('game#throttled-on'))).rejects.toThrow(
    StoreUnavailable,
  )
})

test('a fault of the database is an unknown outcome, a rejected request is an error of its own', async () => {
  const sick = quickClient(store.endpoint)
  between(sick, () => () => Promise.reject(new Refusal('InternalServerError', 'sorry', 500)))
  const commit = nextCommit('game#sick')
  await expect(dynamoCommitLog(sick, table, pause).append(commit)).rejects.toThrow(UnknownOutcome)
  await expect(dynamoCommitLog(store.client, 'no-table', pause).append(commit)).rejects.toThrow(
    /Requested resource not found/,
  )
})

test('a database that is not there has an unknown outcome, and reading it is given up with the reason', async () => {
  const nobody = dynamoCommitLog(quickClient('http://127.0.0.1:9'), table, pause)
  await expect(nobody.append(nextCommit('game#nobody'))).rejects.toThrow(UnknownOutcome)
  await expect(nobody.head('game#nobody')).rejects.toMatchObject({
    name: 'StoreUnavailable',
    cause: { code: 'ECONNREFUSED' },
  })
})

test('reads are repeated until they are answered', async () => {
  const commits = commitsOf('game#bad-line', 3)
  for (const commit of commits) await log.append(commit)
  const line = over({ lostRequests: 0.25, lostAnswers: 0.25 })
  for (let i = 0; i < 10; i++) {
    expect(await line.log.load('game#bad-line', 1)).toHaveLength(2)
    expect(await line.log.head('game#bad-line')).toMatchObject({ n: 3 })
  }
  expect(line.counts.lostAnswers + line.counts.lostRequests).toBeGreaterThan(0)
})

test('an intruder who changes a stored commit is found out by the chain', async () => {
  const commits = commitsOf('game#intruder', 3)
  for (const commit of commits) await log.append(commit)
  const Key = { pk: { S: 'game#intruder' }, sk: { N: '2' } }
  const body = { S: commits[1]!.body.replace('clocks-stopped', 'clocks-started') }
  const { retrying: repeating } = store.client
  const change = { UpdateExpression: 'SET body = :body', ExpressionAttributeValues: { ':body': body } }
  await repeating.send(new UpdateItemCommand({ TableName: table, Key, ...change }))
  expect(verifyChain('game#intruder', await log.load('game#intruder', 0))).toMatchObject({
    ok: false,
    error: { kind: 'wrong-hash', n: 2 },
  })
  await repeating.send(new PutItemCommand({ TableName: table, Item: { ...Key, hash: { S: '' } } }))
  expect(verifyChain('game#intruder', await log.load('game#intruder', 0))).toMatchObject({
    ok: false,
    error: { kind: 'undecodable-body', n: 2 },
  })
})

test('an entry of the index whose commit was never put is not listed', async () => {
  const client = quickClient(store.endpoint)
  const ghost = (pk: string, at: number) => ({ pk: { S: pk }, catAt: { S: instant(at) } })
  between(client, (send) => async (operation, input) => {
    const answer: { Items?: object[] } = await send(operation, input)
    if (operation !== 'Query') return answer
    return { Items: [ghost('haunted#never-put', 1), ghost('haunted#real', 2), ...(answer.Items ?? [])] }
  })
  await log.append(nextCommit('haunted#real', EMPTY_HEAD, { at: instant(5) }))
  const listed = []
  for await (const entry of dynamoCommitLog(client, table, pause).streams('haunted')) listed.push(entry)
  expect(listed).toEqual([{ stream: 'haunted#real', openedAt: instant(5) }])
})

test('a category of more streams than one confirmation may ask for is listed whole', async () => {
  const streams = Array.from({ length: 230 }, (_, i) => `many#${i}`)
  await Promise.all(
    streams.map((stream, i) => log.append(nextCommit(stream, EMPTY_HEAD, { at: instant(i) }))),
  )
  const listed = []
  for await (const { stream } of log.streams('many')) listed.push(stream)
  expect(listed).toEqual(streams)
})

test('openings that are divided lie in several partitions, and who divides them or not lists all in their order', async () => {
  const dividing = dynamoCommitLog(store.client, table, pause, { dividesOpenings: true })
  const streams = Array.from({ length: 240 }, (_, i) => `divided#${i}`)
  // Before a deployment divides them, while one does and another does not, and after it was switched off again.
  await Promise.all(
    streams.map((stream, i) => {
      const by = i < 40 || i >= 200 || i % 2 === 0 ? log : dividing
      return by.append(nextCommit(stream, EMPTY_HEAD, { at: instant(i) }))
    }),
  )
  for (const reader of [log, dividing]) {
    const list = async (since?: string) => {
      const found = []
      for await (const { stream } of reader.streams('divided', since)) found.push(stream)
      return found
    }
    expect(await list()).toEqual(streams)
    expect(await list(instant(117))).toEqual(streams.slice(117))
  }
  const countIn = async (partition: string): Promise<number> => {
    const query = new QueryCommand({
      ...{ TableName: table, IndexName: 'catalogue', Select: 'COUNT' },
      ...{ KeyConditionExpression: 'cat = :p', ExpressionAttributeValues: { ':p': { S: partition } } },
    })
    return ((await store.client.retrying.send(query)) as QueryCommandOutput).Count ?? 0
  }
  expect(await countIn('divided')).toBe(160)
  const counts = await Promise.all([0, 1, 2, 3].map((k) => countIn(`divided#${k}`)))
  expect(counts.reduce((a, b) => a + b)).toBe(80)
  for (const count of counts) expect(count).toBeGreaterThan(8)
})

test('keys that a confirmation left unprocessed are asked for again', async () => {
  const client = quickClient(store.endpoint)
  let asked = 0
  between(client, (send) => async (operation, input) => {
    if (operation !== 'BatchGetItem') return send(operation, input)
    asked++
    const { RequestItems } = input as { RequestItems: Record<string, { Keys: object[] }> }
    const { Keys, ...rest } = RequestItems[table]!
    const answer = await send(operation, { RequestItems: { [table]: { ...rest, Keys: Keys.slice(0, 2) } } })
    const left = Keys.slice(2)
    return left.length === 0 ? answer : { ...answer, UnprocessedKeys: { [table]: { Keys: left } } }
  })
  const streams = ['a', 'b', 'c', 'd', 'e'].map((id) => `slow#${id}`)
  for (const [i, stream] of streams.entries())
    await log.append(nextCommit(stream, EMPTY_HEAD, { at: instant(i) }))
  const listed = []
  for await (const { stream } of dynamoCommitLog(client, table, pause).streams('slow')) listed.push(stream)
  expect(listed).toEqual(streams)
  expect(asked).toBe(3)
})

test('only calls that every DynamoDB has are sent, and the commit table is never updated or deleted from', async () => {
  const client = quickClient(store.endpoint)
  const sent = new Map<string, Set<string>>()
  const consistency = new Set<string>()
  watch(client, (operation, input) => {
    const tables = input.TableName ?? Object.keys((input.RequestItems as object | undefined) ?? {})[0]
    sent.set(String(tables), (sent.get(String(tables)) ?? new Set()).add(operation))
    if (operation === 'Query' && input.IndexName === undefined) consistency.add(`${input.ConsistentRead}`)
  })
  const names = tableNames('watched')
  await createTables(client, names, sleep)
  await createTables(client, names, sleep)

  const watched = dynamoCommitLog(client, names.commits, pause)
  const load = async () => {
    const head = (await watched.head('game#w')) ?? EMPTY_HEAD
    await watched.load('game#w', 0)
    return { state: null, head, fresh: true }
  }
  const entry = { at: instant(1), events: [{ type: 'resigned' }] }
  for (let i = 0; i < 2; i++)
    await appendTo(watched, 'game#w', load, () => ({ kind: 'commit', entry, outcome: null }), pause)
  for await (const { stream } of watched.streams('game', instant(0))) expect(stream).toBe('game#w')

  const documents = dynamoDocuments<number>(client, names.views, pause)
  await documents.put('p', 's', 1)
  await documents.putAll([
    { pk: 'p', sk: 's', value: 1 },
    { pk: 'q', sk: 's', value: 1 },
  ])
  await documents.putIfAbsent('p', 's', 2)
  await documents.putIfNewer('p', 't', 1, 3)
  for await (const { sk } of documents.query('p', 's')) expect(sk).toBe('s')
  await documents.get('p', 's')
  await documents.delete('p', 's')

  const make = ['CreateTable', 'DescribeTable']
  const sorted = (name: string) => [...(sent.get(name) ?? [])].sort()
  expect(sorted(names.commits)).toEqual(['BatchGetItem', ...make, 'PutItem', 'Query'])
  expect(sorted(names.views)).toEqual([
    'BatchWriteItem',
    make[0],
    'DeleteItem',
    make[1],
    'GetItem',
    'PutItem',
    'Query',
  ])
  expect([...sent.keys()].sort()).toEqual(Object.values(names).sort())
  expect([...consistency]).toEqual(['true'])
})
