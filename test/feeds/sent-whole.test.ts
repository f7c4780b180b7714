/** What readers who join a large round are sent: the whole once made, and what came after it. */
import { expect, test } from 'vitest'
import { openSentWhole } from '../../functions/feeds/sent-whole.ts'
import { type SseBatch, sseBatch } from '../../functions/feeds/sse.ts'

const batchOf = (id: number, length: number): SseBatch =>
  sseBatch(id, [{ name: 'change', data: 'x'.repeat(length) }])

/** Makes a whole of 16,000 characters, numbered by how many were made. */
function openWhole() {
  let made = 0
  const whole = openSentWhole()
  const ids = () => whole.batches(() => batchOf(1_000 * ++made, 16_000)).map(({ id }) => id)
  return { whole, ids }
}

test('readers who join between changes are sent the same whole, and the changes after it in their order', () => {
  const { whole, ids } = openWhole()
  whole.add(batchOf(1, 100))
  expect(ids()).toEqual([1_000])
  whole.add(batchOf(2, 100))
  whole.add(batchOf(3, 100))
  expect(ids()).toEqual([1_000, 2, 3])
  expect(ids()).toEqual([1_000, 2, 3])
})

test('the whole is made anew where what came after it is more than a sixteenth of it, and after an erasure', () => {
  const { whole, ids } = openWhole()
  expect(ids()).toEqual([1_000])
  for (let id = 1; id <= 9; id++) whole.add(batchOf(id, 80))
  expect(ids()).toHaveLength(10)
  whole.add(batchOf(10, 400))
  expect(whole.bytes()).toBe(0)
  expect(ids()).toEqual([2_000])
  whole.add(batchOf(11, 100))
  whole.clear()
  expect(whole.bytes()).toBe(0)
  expect(ids()).toEqual([3_000])
})

test('what it holds is counted', () => {
  const { whole, ids } = openWhole()
  ids()
  const { length } = batchOf(1_000, 16_000).bytes
  expect(whole.bytes()).toBe(length)
  const more = batchOf(1, 100)
  whole.add(more)
  expect(whole.bytes()).toBe(length + more.bytes.length)
})
