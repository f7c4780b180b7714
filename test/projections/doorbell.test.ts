import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createChangeNotifier } from '../../functions/app/change-notifier.ts'

test('bells of a stream are coalesced: the first is answered at once, all that follow within the interval by one more call', async () => {
  const bell = createChangeNotifier({ intervalMs: 60, onFault: () => {} })
  const heard: string[] = []
  bell.subscribe([{ name: 'c', onChange: async (stream) => void heard.push(stream) }])
  for (let k = 0; k < 50; k++) bell.notify('game#a')
  bell.notify('game#b')
  expect(heard).toEqual(['game#a', 'game#b'])
  await bell.drained()
  expect(heard).toEqual(['game#a', 'game#b', 'game#a'])
})

test('who is patient hears of all that rang within the interval by one call, and nobody calls it quiet before', async () => {
  const bell = createChangeNotifier({ intervalMs: 30, onFault: () => {} })
  const heard: string[] = []
  bell.subscribe([{ name: 'c', debounced: true, onChange: async (stream) => void heard.push(stream) }])
  for (let k = 0; k < 50; k++) bell.notify('game#a')
  await sleep(1)
  bell.notify('game#a')
  expect(heard).toEqual([])
  await bell.drained()
  expect(heard).toEqual(['game#a'])
})

test('a consumer is never called twice at once for a stream, and what came meanwhile is not lost', async () => {
  const bell = createChangeNotifier({ intervalMs: 1, onFault: () => {} })
  let [inside, most, calls] = [0, 0, 0]
  const slow = async () => {
    calls++
    most = Math.max(most, ++inside)
    await sleep(10)
    inside--
  }
  bell.subscribe([{ name: 'slow', onChange: slow }])
  bell.notify('game#a')
  await sleep(3)
  bell.notify('game#a')
  await bell.drained()
  expect([most, calls]).toEqual([1, 2])
})

test('one that fails is reported, and neither stops the others nor is given up', async () => {
  const faults: unknown[] = []
  const bell = createChangeNotifier({
    intervalMs: 1,
    onFault: (error, ...where) => faults.push([String(error), ...where]),
  })
  let well = 0
  const bad = async () => {
    throw new Error('no')
  }
  bell.subscribe([
    { name: 'bad', onChange: bad },
    { name: 'good', onChange: async () => void well++ },
  ])
  bell.notify('game#a')
  await bell.drained()
  await sleep(5)
  bell.notify('game#a')
  await bell.drained()
  expect(faults).toEqual(Array(2).fill(['Error: no', 'bad', 'game#a']))
  expect(well).toBe(2)
})
