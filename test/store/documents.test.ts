import { afterAll, describe, expect, test } from 'vitest'
import type { Documents } from '../../functions/store/documents.ts'
import { dynamoDocuments } from '../../functions/store/dynamodb-documents.ts'
import { gatheredDocuments } from '../../functions/store/gathered-documents.ts'
import { memoryDocuments } from '../../functions/store/memory.ts'
import { injectFaults, quickClient } from '../kit/faulty-client.ts'
import { pause, startStore } from '../kit/store.ts'

interface View {
  readonly text: string
  readonly inner?: { readonly half: number }
}

const store = await startStore()
afterAll(() => store.stop())
const other = await startStore()
afterAll(() => other.stop())

const unreliable = quickClient(store.endpoint)
const otherUnreliable = quickClient(other.endpoint)
for (const client of [unreliable, otherUnreliable])
  injectFaults(client, { seed: 3, lostRequests: 0.15, lostAnswers: 0.15, throttles: 0.05 })

describe.each<[string, Documents<View>]>([
  ['memory', memoryDocuments()],
  ['embedded database', dynamoDocuments(store.client, store.names.views, pause)],
  ['embedded database of this process', dynamoDocuments(store.direct, store.names.persons, pause)],
  ['embedded database over a bad line', dynamoDocuments(unreliable, store.names.registry, pause)],
  [
    'embedded database, gathered',
    gatheredDocuments({ client: other.direct, table: other.names.views, pause }),
  ],
  [
    'embedded database over a bad line, gathered',
    gatheredDocuments({ client: otherUnreliable, table: other.names.registry, pause }),
  ],
])('documents in %s', (_name, documents) => {
  const collect = async (pk: string, prefix?: string, after?: string) => {
    const found = []
    for await (const { sk, value } of documents.query(pk, prefix, after)) found.push([sk, value.text])
    return found
  }

  test('a document comes back as it was put, fractions and all', async () => {
    const value = { text: 'žltý kôň 😀', inner: { half: 0.5 } }
    await documents.put('view#1', 'a', value)
    expect(await documents.get('view#1', 'a')).toEqual({ pk: 'view#1', sk: 'a', n: null, value })
    expect(await documents.get('view#1', 'b')).toBeNull()
    expect(await documents.get('view#2', 'a')).toBeNull()
  })

  test('put replaces, delete removes, and deleting what is not there is no fault', async () => {
    await documents.put('view#3', 'a', { text: 'old' })
    await documents.put('view#3', 'a', { text: 'new' })
    expect((await documents.get('view#3', 'a'))?.value).toEqual({ text: 'new' })
    await documents.delete('view#3', 'a')
    await documents.delete('view#3', 'a')
    expect(await documents.get('view#3', 'a')).toBeNull()
  })

  test('sixty put together are all there, each in its partition, and replace what was there', async () => {
    await documents.put('view#all1', '05', { text: 'old' })
    const entries = Array.from({ length: 60 }, (_, k) => ({
      pk: `view#all${k % 2}`,
      sk: String(k).padStart(2, '0'),
      value: { text: `${k}` },
    }))
    await documents.putAll(entries)
    await documents.putAll([])
    for (const partition of [0, 1])
      expect(await collect(`view#all${partition}`)).toEqual(
        entries.filter(({ pk }) => pk === `view#all${partition}`).map(({ sk, value }) => [sk, value.text]),
      )
  })

  test('what is put together with a version has it, alone and among others', async () => {
    const entry = (sk: string, n?: number) => ({
      ...{ pk: 'view#versions', sk, value: { text: sk } },
      ...(n !== undefined && { n }),
    })
    await documents.putAll([entry('a', 2), entry('b')])
    await documents.putAll([entry('c', 3.5)])
    const found = []
    for await (const { sk, n } of documents.query('view#versions')) found.push([sk, n])
    expect(found).toEqual([
      ['a', 2],
      ['b', null],
      ['c', 3.5],
    ])
    expect(await documents.putIfNewer('view#versions', 'a', 2, { text: 'again' })).toBe(false)
    expect(await documents.putIfNewer('view#versions', 'a', 3, { text: 'newer' })).toBe(true)
  })

  test('a query goes on behind a sort key, whether a document is there or not', async () => {
    for (const sk of ['a1', 'a3', 'b1', 'é', '😀']) await documents.put('view#after', sk, { text: sk })
    const keys = async (prefix?: string, after?: string) =>
      (await collect('view#after', prefix, after)).map(([sk]) => sk)
    expect(await keys(undefined, 'a1')).toEqual(['a3', 'b1', 'é', '😀'])
    expect(await keys(undefined, 'a2')).toEqual(['a3', 'b1', 'é', '😀'])
    expect(await keys('a', 'a1')).toEqual(['a3'])
    expect(await keys(undefined, '😀')).toEqual([])
  })

  test('a query with a limit gives the first so many and goes on behind them, also where that ends with the last', async () => {
    for (const sk of ['a1', 'a2', 'a3', 'b1']) await documents.put('view#limit', sk, { text: sk })
    const keys = async (limit: number, prefix?: string, after?: string) => {
      const found = []
      for await (const { sk } of documents.query('view#limit', prefix, after, limit)) found.push(sk)
      return found
    }
    expect(await keys(2)).toEqual(['a1', 'a2'])
    expect(await keys(2, '', 'a2')).toEqual(['a3', 'b1'])
    expect(await keys(4)).toEqual(['a1', 'a2', 'a3', 'b1'])
    expect(await keys(9, 'a')).toEqual(['a1', 'a2', 'a3'])
    expect(await keys(1, 'a', 'a3')).toEqual([])
  })

  test('a view moves forward only, whatever order its projections come in', async () => {
    const put = (n: number) => documents.putIfNewer('view#4', 'a', n, { text: `at ${n}` })
    expect(await put(5)).toBe(true)
    expect(await put(4)).toBe(false)
    expect(await put(11)).toBe(true)
    expect(await put(9)).toBe(false)
    expect(await documents.get('view#4', 'a')).toMatchObject({ n: 11, value: { text: 'at 11' } })
  })

  test('of racing projections the newest stays', async () => {
    const order = [3, 9, 1, 10, 2, 8, 7, 4, 6, 5]
    await Promise.all(order.map((n) => documents.putIfNewer('view#5', 'a', n, { text: `at ${n}` })))
    expect(await documents.get('view#5', 'a')).toMatchObject({ n: 10, value: { text: 'at 10' } })
  })

  test('a document without version is not overtaken by one with, and an unconditional put drops the version', async () => {
    await documents.put('view#6', 'a', { text: 'plain' })
    expect(await documents.putIfNewer('view#6', 'a', 1, { text: 'versioned' })).toBe(false)
    await documents.putIfNewer('view#6', 'b', 7, { text: 'versioned' })
    await documents.put('view#6', 'b', { text: 'plain' })
    expect(await documents.get('view#6', 'b')).toMatchObject({ n: null, value: { text: 'plain' } })
  })

  test('of several that claim a name at once one gets it, and is told so', async () => {
    const claims = Array.from({ length: 20 }, (_, i) =>
      documents.putIfAbsent('name#x', 'a', { text: `claim ${i}` }),
    )
    const winner = (await Promise.all(claims)).flatMap((won, i) => (won ? [`claim ${i}`] : []))
    expect(winner).toEqual([(await documents.get('name#x', 'a'))?.value.text])
  })

  test('a partition is read by the beginning of its sort keys, in their order', async () => {
    for (const sk of ['b#2', 'a#10', 'b#1', 'a#9', 'é', 'b', '\ufb33', '😀'])
      await documents.put('part#1', sk, { text: sk })
    await documents.put('part#10', 'b#3', { text: 'another partition' })
    expect((await collect('part#1')).map(([sk]) => sk)).toEqual([
      'a#10',
      'a#9',
      'b',
      'b#1',
      'b#2',
      'é',
      '\ufb33',
      '😀',
    ])
    expect(await collect('part#1', 'b#')).toEqual([
      ['b#1', 'b#1'],
      ['b#2', 'b#2'],
    ])
    expect(await collect('part#1', 'c')).toEqual([])
    expect(await collect('part#2')).toEqual([])
  })

  test('a partition of more than a page of 1 MB is read whole', async () => {
    const text = 'x'.repeat(250_000)
    for (let i = 0; i < 9; i++) await documents.put('big#1', `${i}`, { text })
    expect((await collect('big#1')).map(([sk]) => sk)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8'])
  })

  test('a document too large for an item is refused before it is sent', async () => {
    await expect(documents.put('big#2', 'a', { text: 'x'.repeat(300_000) })).rejects.toThrow(
      'document big#2 / a has 300011 bytes; 300000 are allowed',
    )
  })

  test('what was put cannot be changed from outside', async () => {
    const value = { text: 'kept' }
    await documents.put('own#1', 'a', value)
    value.text = 'changed'
    expect((await documents.get('own#1', 'a'))?.value.text).toBe('kept')
  })
})
