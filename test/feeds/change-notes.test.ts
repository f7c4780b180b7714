/** Notes by which hosts on one store tell each other what they changed: none is lost, and none is believed that has gaps. */
import { expect, test } from 'vitest'
import { type ChangeNotes, openChangeNotes } from '../../functions/feeds/change-notes.ts'
import { memoryDocuments } from '../../functions/store/memory.ts'
import { type TestPorts, testPorts } from '../kit/service.ts'

const open = (ports: TestPorts): ChangeNotes => openChangeNotes(ports, async () => {})

/** A reader who has read all there is, so that what comes is news. */
async function reader(ports: TestPorts): Promise<ChangeNotes> {
  const notes = open(ports)
  expect(await notes.read()).toBeNull()
  expect(await notes.read()).toEqual(new Set())
  return notes
}

async function rows(ports: TestPorts, pk: string): Promise<string[]> {
  const found: string[] = []
  for await (const { sk } of ports.views.query(pk)) found.push(sk)
  return found
}

test('what one host notes every other reads once, and its own notes it does not read', async () => {
  const ports = testPorts()
  const [a, b] = [await reader(ports), await reader(ports)]
  await Promise.all([a.consumer.onChange('game#g1'), a.consumer.onChange('game#g2')])
  await a.consumer.onChange('game#g1')
  expect(await b.read()).toEqual(new Set(['game#g1', 'game#g2']))
  expect(await b.read()).toEqual(new Set())
  expect(await a.read()).toEqual(new Set())
  const c = await reader(ports)
  await b.consumer.onChange('round#T/1')
  expect(await c.read()).toEqual(new Set(['round#T/1']))
})

test('a host that missed notes that are no longer there is told that anything may have changed', async () => {
  const ports = testPorts()
  const [a, b] = [await reader(ports), await reader(ports)]
  for (let k = 0; k < 100; k++) await a.consumer.onChange(`game#g${k}`)
  expect((await b.read())?.size).toBe(100)
  for (let k = 0; k < 101; k++) await a.consumer.onChange(`game#g${k}`)
  expect(await b.read()).toBeNull()
  expect(await b.read()).toEqual(new Set())
})

test('many streams at once go into several notes, and a note that could not be written is written with the next change', async () => {
  let isAway = false
  const views = memoryDocuments<unknown>()
  const ports = testPorts({
    views: {
      ...views,
      async put(pk, sk, value) {
        if (isAway) throw new Error('away')
        await views.put(pk, sk, value)
      },
    },
  })
  const [a, b] = [await reader(ports), await reader(ports)]
  isAway = true
  const many = Array.from({ length: 2_500 }, (_, k) => `game#g${k}`)
  for (const stream of many) await expect(a.consumer.onChange(stream)).rejects.toThrow('away')
  expect(await b.read()).toEqual(new Set())
  isAway = false
  await a.consumer.onChange('game#last')
  expect(await b.read()).toEqual(new Set([...many, 'game#last']))
  expect(await rows(ports, 'change-notes#ID00000001')).toHaveLength(3)
})

test('notes of a host without a heartbeat for ten minutes are removed by one that notes, and it is there again with its next note', async () => {
  const ports = testPorts()
  const [ended, quiet, other] = [open(ports), open(ports), open(ports)]
  await ended.consumer.onChange('game#g1')
  await other.consumer.onChange('game#g3')
  ports.clock.pass(590_000)
  await quiet.consumer.onChange('game#g2')
  ports.clock.pass(20_000)
  await other.consumer.onChange('game#g3')
  expect(await rows(ports, 'change-notes')).toEqual(['ID00000002', 'ID00000003'])
  expect(await rows(ports, 'change-notes#ID00000001')).toEqual([])
  // It says again that it notes when it has something to note.
  ports.clock.pass(700_000)
  await other.consumer.onChange('game#g4')
  await quiet.consumer.onChange('game#g5')
  expect(await rows(ports, 'change-notes')).toEqual(['ID00000002', 'ID00000003'])
})

test('a host whose clock is an hour ahead, or behind, removes nobody who goes on, and the others do not remove it', async () => {
  const ports = testPorts()
  const clocks = [-3_600_000, 0, 3_600_000].map((off) => ({ now: () => ports.clock.now() + off }))
  const hosts = clocks.map((clock) => openChangeNotes({ ...ports, clock }, async () => {}))
  const reading = await reader(ports)
  for (let k = 0; k < 30; k++) {
    for (const { consumer } of hosts) await consumer.onChange(`game#g${k}`)
    ports.clock.pass(61_000)
  }
  // It has read none of theirs before.
  expect(await reading.read()).not.toBeUndefined()
  expect(await rows(ports, 'change-notes')).toHaveLength(3)
  for (const { consumer } of hosts) await consumer.onChange('game#last')
  expect(await reading.read()).toEqual(new Set(['game#last']))
})

test('a note that was written although its answer was lost takes nothing away from those after it', async () => {
  let isLost = false
  const views = memoryDocuments<unknown>()
  const ports = testPorts({
    views: {
      ...views,
      async put(pk, sk, value) {
        await views.put(pk, sk, value)
        if (isLost) throw new Error('the answer was lost')
      },
    },
  })
  const [a, b] = [await reader(ports), await reader(ports)]
  await a.consumer.onChange('game#g0')
  expect(await b.read()).toEqual(new Set(['game#g0']))
  isLost = true
  await expect(a.consumer.onChange('game#g1')).rejects.toThrow('lost')
  expect(await b.read()).toEqual(new Set(['game#g1']))
  isLost = false
  await a.consumer.onChange('game#g2')
  expect(await b.read()).toEqual(new Set(['game#g1', 'game#g2']))
})
