import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createChangeNotifier } from '../../functions/app/change-notifier.ts'

test('notifications of a stream are coalesced: the first is answered at once, all that follow within the interval by one more call', async () => {
  const notifier = createChangeNotifier({ intervalMs: 60, onFault: () => {} })
  const received: string[] = []
  notifier.subscribe([{ name: 'c', onChange: async (stream) => void received.push(stream) }])
  for (let k = 0; k < 50; k++) notifier.notify('game#a')
  notifier.notify('game#b')
  expect(received).toEqual(['game#a', 'game#b'])
  await notifier.drained()
  expect(received).toEqual(['game#a', 'game#b', 'game#a'])
})

test('a subscriber with an interval is called once for all notifications within it, and nothing counts as idle before', async () => {
  const notifier = createChangeNotifier({ intervalMs: 30, onFault: () => {} })
  const received: string[] = []
  notifier.subscribe([{ name: 'c', debounced: true, onChange: async (stream) => void received.push(stream) }])
  for (let k = 0; k < 50; k++) notifier.notify('game#a')
  await sleep(1)
  notifier.notify('game#a')
  expect(received).toEqual([])
  await notifier.drained()
  expect(received).toEqual(['game#a'])
})

test('a consumer is never called twice at once for a stream, and what came meanwhile is not lost', async () => {
  const notifier = createChangeNotifier({ intervalMs: 1, onFault: () => {} })
  let [inside, most, calls] = [0, 0, 0]
  const slow = async () => {
    calls++
    most = Math.max(most, ++inside)
    await sleep(10)
    inside--
  }
  notifier.subscribe([{ name: 'slow', onChange: slow }])
  notifier.notify('game#a')
  await sleep(3)
  notifier.notify('game#a')
  await notifier.drained()
  expect([most, calls]).toEqual([1, 2])
})

test('one that fails is reported, and neither stops the others nor is given up', async () => {
  const faults: unknown[] = []
  const notifier = createChangeNotifier({
    intervalMs: 1,
    onFault: (error, ...where) => faults.push([String(error), ...where]),
  })
  let well = 0
  const bad = async () => {
    throw new Error('no')
  }
  notifier.subscribe([
    { name: 'bad', onChange: bad },
    { name: 'good', onChange: async () => void well++ },
  ])
  notifier.notify('game#a')
  await notifier.drained()
  await sleep(5)
  notifier.notify('game#a')
  await notifier.drained()
  expect(faults).toEqual(Array(2).fill(['Error: no', 'bad', 'game#a']))
  expect(well).toBe(2)
})
