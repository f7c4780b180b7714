/** What is said of a commit's item whose hash is that of its body. */
import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, expect, test } from 'vitest'
import { itemOf } from '../../functions/store/dynamodb-commit-log.ts'
import { sha256OfText } from '../../functions/store/hash.ts'
import { checkItems } from '../../functions/store/stored-items.ts'
import { nextCommit, startStore } from '../kit/store.ts'

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
  for (const [name, change] of Object.entries(bodies)) {
    const commit = nextCommit(`game#${name}`)
    const body = change(commit.body)
    const item = { ...itemOf(commit), body: { S: body }, hash: { S: sha256OfText(body) } }
    await store.direct.retrying.send(new PutItemCommand({ TableName: table, Item: item }))
  }
  const { items, faults, streams } = await checkItems(store.direct, table, true, null)
  expect(items).toBe(4)
  expect([...faults].sort((a, b) => a.item.localeCompare(b.item))).toEqual([
    { item: 'game#lacking / 1', message: 'the body lacks a stream, n, prev, at or events' },
    { item: 'game#text / 1', message: 'the body is not JSON' },
  ])
  expect([...streams].sort()).toEqual(['game#later', 'game#whole'])
})
