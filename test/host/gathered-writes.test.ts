import { expect, test } from 'vitest'
import { gatheredWrites, type Operation } from '../../functions/host/gathered-writes.ts'

const put = (key: string): Operation[] => [{ type: 'put', key, value: 'v' }]

test('what comes while a write is under way is one batch, in order, that waits for the disk if any of it must', async () => {
  const batches: [string, boolean][] = []
  const write = gatheredWrites(async (operations, sync) => {
    batches.push([operations.map(({ key }) => key).join(' '), sync])
    await new Promise((resolve) => setTimeout(resolve, 2))
  })
  await Promise.all([
    write(put('a'), false),
    write(put('b'), false),
    write(put('c'), true),
    write(put('d'), false),
  ])
  await write(put('e'), false)
  expect(batches).toEqual([
    ['a', false],
    ['b c d', true],
    ['e', false],
  ])
})

test('a batch that fails fails for each who is in it, and for nobody else', async () => {
  const write = gatheredWrites(async (operations) => {
    if (operations.some(({ key }) => key === 'bad')) throw new Error('no')
  })
  const outcomes = await Promise.allSettled(['a', 'b', 'bad'].map((key) => write(put(key), false)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(write(put('c'), false)).resolves.toBeUndefined()
})
