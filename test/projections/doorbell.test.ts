import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDoorbell } from '../../functions/app/change-notifier.ts'

test('bells of a stream are coalesced: the first is answered at once, all that follow within the interval by one more call', async () => {
  const bell = openDoorbell({ interval: 60, onFault: () => {} })
  const heard: string[] = []
  bell.attach([{ name: 'c', heard: async (stream) => void heard.push(stream) }])
  for (let k = 0; k < 50; k++) bell.ring('game#a')
  bell.ring('game#b')
  expect(heard).toEqual(['game#a', 'game#b'])
  await bell.quiet()
  expect(heard).toEqual(['game#a', 'game#b', 'game#a'])
})

test('who is patient hears of all that rang within the interval by one call, and nobody calls it quiet before', async () => {
  const bell = openDoorbell({ interval: 30, onFault: () => {} })
  const heard: string[] = []
  bell.attach([{ name: 'c', patient: true, heard: async (stream) => void heard.push(stream) }])
  for (let k = 0; k < 50; k++) bell.ring('game#a')
  await sleep(1)
  bell.ring('game#a')
  expect(heard).toEqual([])
  await bell.quiet()
  expect(heard).toEqual(['game#a'])
})

test('a consumer is never called twice at once for a stream, and what came meanwhile is not lost', async () => {
  const bell = openDoorbell({ interval: 1, onFault: () => {} })
  let [inside, most, calls] = [0, 0, 0]
  const slow = async () => {
    calls++
    most = Math.max(most, ++inside)
    await sleep(10)
    inside--
  }
  bell.attach([{ name: 'slow', heard: slow }])
  bell.ring('game#a')
  await sleep(3)
  bell.ring('game#a')
  await bell.quiet()
  expect([most, calls]).toEqual([1, 2])
})

test('one that fails is reported, and neither stops the others nor is given up', async () => {
  const faults: unknown[] = []
  const bell = openDoorbell({
    interval: 1,
    onFault: (error, ...where) => faults.push([String(error), ...where]),
  })
  let well = 0
  const bad = async () => {
    throw new Error('no')
  }
  bell.attach([
    { name: 'bad', heard: bad },
    { name: 'good', heard: async () => void well++ },
  ])
  bell.ring('game#a')
  await bell.quiet()
  await sleep(5)
  bell.ring('game#a')
  await bell.quiet()
  expect(faults).toEqual(Array(2).fill(['Error: no', 'bad', 'game#a']))
  expect(well).toBe(2)
})
