/** What a check of stored items says: of a commit whose hash is that of its body, and of keys under which nothing is found. */
import { type DynamoDBClient, GetItemCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, expect, test } from 'vitest'
import type { Dynamo } from '../../functions/store/dynamodb-client.ts'
import { itemOf } from '../../functions/store/dynamodb-commit-log.ts'
import { dynamoDocuments } from '../../functions/store/dynamodb-documents.ts'
import { sha256OfText } from '../../functions/store/hash.ts'
import { checkItems } from '../../functions/store/stored-items.ts'
import { nextCommit, pause, startStore } from '../kit/store.ts'

const store = await startStore()
afterAll(() => store.stop())

test('a body that is no commit is a fault although its hash is right; a later format is none', async () => {
  const table = store.names.commits
  const bodies = {
    whole: (body: string) => body,
    later: (body: string) => body.replace('"format":1', '"format":2'),
    lacking: (body: string) => body.replace('"events":', '"acts":'),
    text: () => 'no JSON',
  }
  const divided = { TableName: table, Item: itemOf(nextCommit('game#divided'), true) }
  await store.direct.retrying.send(new PutItemCommand(divided))
  for (const [name, change] of Object.entries(bodies)) {
    const commit = nextCommit(`game#${name}`)
    const body = change(commit.body)
    const item = { ...itemOf(commit), body: { S: body }, hash: { S: sha256OfText(body) } }
    await store.direct.retrying.send(new PutItemCommand({ TableName: table, Item: item }))
  }
  const { items, faults, streams } = await checkItems(store.direct, table, true, null)
  expect(items).toBe(5)
  expect([...faults].sort((a, b) => a.item.localeCompare(b.item))).toEqual([
    { item: 'game#lacking / 1', message: 'the body lacks a stream, n, prev, at or events' },
    { item: 'game#text / 1', message: 'the body is not JSON' },
  ])
  expect([...streams].sort()).toEqual(['game#divided', 'game#later', 'game#whole'])
})

/** The client, which does something before each request of a kind, or answers in its place. */
function withActs(acts: {
  readonly scan: () => Promise<unknown>
  readonly get: (sk: string) => Promise<object | undefined>
}): Dynamo {
  const { retrying } = store.direct
  const send = async (command: unknown) => {
    if (command instanceof ScanCommand) await acts.scan()
    const answer =
      command instanceof GetItemCommand ? await acts.get(command.input.Key!['sk']!.S!) : undefined
    return answer ?? retrying.send(command as ScanCommand)
  }
  return { ...store.direct, retrying: { send } as unknown as DynamoDBClient }
}

test('a document that is deleted, or put anew, between two reads is no fault; one that no key finds is', async () => {
  const table = store.names.registry
  const documents = dynamoDocuments(store.direct, table, pause)
  for (const sk of ['deleted', 'anew', 'damaged', 'whole']) await documents.put('log#pending', sk, {})
  const remove = (sk: string) => documents.delete('log#pending', sk)
  let [scans, gets] = [0, 0]
  const client = withActs({
    async scan() {
      if (scans++ > 0) await documents.put('log#pending', 'anew', {})
    },
    async get(sk) {
      gets++
      if (sk === 'deleted' || (sk === 'anew' && scans === 1)) await remove(sk)
      // A key that was damaged on disk: the scan shows the item, and no read finds it.
      return sk === 'damaged' ? {} : undefined
    },
  })
  const { items, faults } = await checkItems(client, table, false, null)
  expect([items, faults]).toEqual([
    4,
    [{ item: 'log#pending / damaged', message: 'it is not found under its key' }],
  ])
  expect(gets).toBeGreaterThan(4)
})
