import { expect, test } from 'vitest'
import { backoff } from '../../functions/store/backoff.ts'

test('waits double with each attempt up to the cap, and a random part of each is taken', async () => {
  const waits: number[] = []
  const sleep = async (ms: number) => {
    waits.push(ms)
  }
  const longest = backoff({ random: () => 1, sleep }, 5, 100)
  for (const attempt of [1, 2, 3, 4, 5, 50]) await longest(attempt)
  await backoff({ random: () => 0.25, sleep }, 5, 100)(3)
  await backoff({ random: () => 0, sleep }, 5, 100)(9)
  expect(waits).toEqual([10, 20, 40, 80, 100, 100, 10, 0])
})
