/** Live streams do not hold in memory what the cache of games has dropped, and show it all the same. */
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createLiveStreams, type LiveStreams } from '../../functions/feeds/live-streams.ts'
import { gameStreamSource } from '../../functions/feeds/stream-game.ts'
import { readerName } from '../../functions/feeds/stream-readers.ts'
import { roundStreamSource } from '../../functions/feeds/stream-round.ts'
import type { StreamSource } from '../../functions/feeds/stream-source.ts'
import type { Service } from '../kit/compose.ts'
import { R1 } from '../kit/hall.ts'
import { append, move, need } from '../kit/reports.ts'
import { openHostedRound, startGame } from './looks.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const BOARDS = 20
const IDS = Array.from({ length: BOARDS }, (_, k) => `g${k + 1}`)

async function follow(live: LiveStreams, name: string, source: () => StreamSource) {
  const out = new PassThrough({ highWaterMark: 10_000_000 })
  let text = ''
  out.on('data', (bytes: Buffer) => {
    text += String(bytes)
  })
  await live.follow(name, source, {
    ...{ who: readerName(null, '192.0.2.1'), out, wire: out, lastEventId: null, coding: 'identity' },
    mayRead: async () => true,
  })
  return () => text
}

/** The records in memory, referred to weakly, after the cache has dropped them. */
function dropRecords({ games }: Service) {
  const records = IDS.map((id) => new WeakRef(games.warm(`game#${id}`)!))
  for (const id of IDS) games.release(`game#${id}`)
  return records
}

/** How many of them are still in memory. */
async function heldOf(records: readonly WeakRef<object>[]): Promise<number> {
  // A weak reference holds its target until the turn of the event loop ends in which it was made or read.
  for (let k = 0; k < 3; k++) {
    await sleep(1)
    collect()
  }
  return records.filter((record) => record.deref() !== undefined).length
}

test.each([
  ['a round', () => [roundStreamSource]],
  ['its games', () => IDS],
] as const)('records of %s that is followed leave the memory when the cache drops them', async (_, what) => {
  const { service } = await openHostedRound(BOARDS)
  for (const id of IDS) await startGame(service, id)
  const live = createLiveStreams(service)
  const texts: (() => string)[] = []
  for (const each of what())
    texts.push(
      await follow(live, String(each), () =>
        typeof each === 'string'
          ? gameStreamSource(service, each, 'public', 0)
          : each(service, R1, 'public', 0, 'all'),
      ),
    )
  const records = dropRecords(service)
  expect(records.every((record) => record.deref() !== undefined)).toBe(true)
  expect(await heldOf(records)).toBe(0)
  for (const game of ['g1', 'g20']) {
    need(await append(service, [move('m', 'white', 'e2', 'e4')], { game }))
    await live.consumer.onChange(`game#${game}`)
  }
  expect(texts.flatMap((text) => text().match(/event: change\n/g) ?? [])).toHaveLength(2)
  live.close()
})

test('a board that the delay shows later is shown when its time has come, though its record was dropped', async () => {
  const { service, ports } = await openHostedRound(BOARDS)
  ports.clock.pass(600_000)
  const source = roundStreamSource(service, R1, 'public', 5, 'all')
  expect(String((await source.refresh(null))?.bytes)).toContain('event: snapshot')
  await startGame(service, 'g7')
  expect(await source.refresh(new Set(['game#g7']))).toBeNull()
  expect(source.dueAt()).toBe(ports.clock.now() + 300_000)
  expect(await heldOf(dropRecords(service))).toBe(0)
  ports.clock.pass(300_000)
  expect(String((await source.refresh(new Set()))?.bytes)).toContain('"game":"g7"')
})
