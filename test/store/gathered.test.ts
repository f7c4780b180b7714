/** What is asked for in one turn of the event loop goes to the database together, and each is answered as if it went alone. */
import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gatheredDocuments } from '../../functions/store/gathered-documents.ts'
import { pause, startStore } from '../kit/store.ts'

const store = await startStore()
afterAll(() => store.stop())

interface Note {
  readonly text: string
}

const table = store.names.views
const documents = gatheredDocuments<Note>({ client: store.direct, table, pause })
let sent: string[] = []
beforeAll(() => {
  store.direct.retrying.middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        sent.push(commandName ?? '')
        return next(given)
      },
    { step: 'initialize', name: 'counted' },
  )
})
beforeEach(() => {
  sent = []
})

test('sixty puts of one turn are three requests, sixty reads one, and each reader has an object of its own', async () => {
  const keys = Array.from({ length: 60 }, (_, k) => `k${k}`)
  await Promise.all(keys.map((sk) => documents.put('many', sk, { text: sk })))
  expect(sent).toEqual(Array(3).fill('BatchWriteItemCommand'))
  sent = []
  const found = await Promise.all([...keys, 'k7', 'none'].map((sk) => documents.get('many', sk)))
  expect(sent).toEqual(['BatchGetItemCommand'])
  expect(found.map((each) => each?.value.text ?? null)).toEqual([...keys, 'k7', null])
  expect(found[60]).not.toBe(found[7])
})

test('what is written twice in one turn ends as it was written last', async () => {
  await Promise.all([
    documents.put('twice', 'a', { text: 'first' }),
    documents.put('twice', 'b', { text: 'there' }),
    documents.put('twice', 'a', { text: 'second' }),
    documents.delete('twice', 'b'),
  ])
  expect((await documents.get('twice', 'a'))?.value.text).toBe('second')
  expect(await documents.get('twice', 'b')).toBeNull()
})

test('one document that is too large is refused, and what was put beside it is there', async () => {
  const [large, small] = await Promise.allSettled([
    documents.put('large', 'a', { text: 'x'.repeat(300_001) }),
    documents.put('large', 'b', { text: 'small' }),
  ])
  expect([large?.status, small?.status]).toEqual(['rejected', 'fulfilled'])
  expect((await documents.get('large', 'b'))?.value.text).toBe('small')
})

test('a damaged document is told its own readers alone', async () => {
  await documents.put('damaged', 'whole', { text: 'whole' })
  const item = { pk: { S: 'damaged' }, sk: { S: 'changed' }, doc: { S: '{"text":"x"}' }, sum: { S: '0' } }
  await store.direct.retrying.send(new PutItemCommand({ TableName: table, Item: item }))
  const [whole, changed] = await Promise.allSettled(
    ['whole', 'changed'].map((sk) => documents.get('damaged', sk)),
  )
  expect(whole).toMatchObject({ status: 'fulfilled', value: { value: { text: 'whole' } } })
  expect(changed).toMatchObject({ status: 'rejected', reason: { name: 'ItemDamaged' } })
})
