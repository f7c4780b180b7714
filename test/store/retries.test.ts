import { expect, test } from 'vitest'
import { exponentialMs, withRetries } from '../../functions/retries.ts'

test('a wait doubles from the first to the longest and stays there', () => {
  const growth = { firstMs: 100, longestMs: 1000 }
  expect([0, 1, 2, 3, 4, 5000].map((retry) => exponentialMs(retry, growth))).toEqual([
    100, 200, 400, 800, 1000, 1000,
  ])
})

test('work is tried until something comes of it, with a pause before each try but the first', async () => {
  const reported: string[] = []
  const pause = async (attempt: number) => void reported.push(`pause ${attempt}`)
  const found = await withRetries(5, pause, async (attempt) => {
    reported.push(`try ${attempt}`)
    return attempt === 2 ? { attempt } : null
  })
  expect([found, reported]).toEqual([{ attempt: 2 }, ['try 0', 'pause 1', 'try 1', 'pause 2', 'try 2']])
})

test('after so many tries nothing has come of it, and what is thrown ends them', async () => {
  let tries = 0
  const pause = async () => {}
  const nothing = await withRetries(3, pause, async () => {
    tries++
    return null
  })
  expect(nothing).toBeNull()
  expect(tries).toBe(3)
  const broken = withRetries(3, pause, async () => {
    tries++
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  expect(tries).toBe(4)
})
