/** A tournament of many games read again and again, as by a reader who polls its file. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { gameStream, roundStream } from '../../functions/app/stored-events.ts'
import { readContext } from '../../functions/feeds/read-context.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { createReadModels } from '../../functions/projections/read-views.ts'
import { openService, type Service } from '../kit/compose.ts'
import { need } from '../kit/reports.ts'
import { openClient, READER, START, TIMED, testPorts } from '../kit/service.ts'

test('a tournament of eight hundred games is folded once, and not again at the next reading', async () => {
  const ports = testPorts({ singleWriter: true })
  let loads = 0
  const load = (stream: string, after: number) => {
    loads++
    return ports.log.load(stream, after)
  }
  const client = await openClient({ ...ports, log: { ...ports.log, load } })
  const token = await client.token('admin')
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  for (let round = 1; round <= 8; round++) {
    const games = Array.from({ length: 100 }, (_, k) => ({ ...TIMED, id: `r${round}b${k + 1}` }))
    const answer = await client.ask('POST', `/tournaments/T/rounds/${round}/games`, {
      token,
      body: { games },
    })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  const context = readContext(client.service, { principal: READER, receivedAt: START, delay: 0 })
  const first = need(await context.tournament('T', ({ game }) => game))
  expect(first.rounds.flatMap(({ games }) => games)).toHaveLength(800)
  loads = 0
  expect(need(await context.tournament('T', ({ game }) => game)).version).toBe(first.version)
  expect(loads).toBe(0)
})

const ROUNDS = 11
const BOARDS = 200

/** A service whose games that somebody still holds are counted; `each` hears of every game that is read. */
function counting(service: Service, each: () => void) {
  const held: WeakRef<object>[] = []
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const hear = (state: object) => {
    held.push(new WeakRef(state))
    each()
  }
  const games: Service['games'] = {
    ...service.games,
    warm(stream) {
      const record = service.games.warm(stream)
      if (record !== undefined) hear(record)
      return record
    },
    async load(stream, reread) {
      const loaded = await service.games.load(stream, reread)
      hear(loaded.state)
      return loaded
    },
  }
  const views: Service['views'] = {
    ...service.views,
    async *query(pk, prefix, after, limit) {
      for await (const document of service.views.query(pk, prefix, after, limit)) {
        if (document.value !== null && typeof document.value === 'object') hear(document.value)
        yield document
      }
    },
    async get(pk, sk) {
      const found = await service.views.get(pk, sk)
      if (found !== null && pk.includes('#game#')) hear(found)
      return found
    },
  }
  const alive = async () => {
    await new Promise((resolve) => setTimeout(resolve))
    collect()
    return new Set(held.map((each) => each.deref()).filter((each) => each !== undefined)).size
  }
  const readModels = service.readModels && { readModels: createReadModels({ views, clock: service.clock }) }
  return { service: { ...service, games, views, ...readModels }, alive }
}

test('two hundred boards in eleven rounds pass through memory one after the other, from the record and from views', async () => {
  const ports = testPorts({ singleWriter: true })
  const client = await openClient(ports)
  const token = await client.token('admin')
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  for (let round = 1; round <= ROUNDS; round++) {
    const games = Array.from({ length: BOARDS }, (_, k) => ({ ...TIMED, id: `r${round}b${k + 1}` }))
    const answer = await client.ask('POST', `/tournaments/T/rounds/${round}/games`, {
      token,
      body: { games },
    })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  const viewer = { principal: READER, receivedAt: START, delay: 0 }
  // Warm records are bounded by their bytes, which so few games do not reach.
  const most = 2 * BOARDS + 2 * 64
  const projector = createProjector(client.service)
  for (let round = 1; round <= ROUNDS; round++) {
    for (let board = 1; board <= BOARDS; board++) await projector.onChange(gameStream(`r${round}b${board}`))
    await projector.onChange(roundStream('T', String(round)))
  }
  const texts: string[] = []
  for (const way of ['record', 'views'] as const) {
    let read = 0
    const fresh = openService({ ...ports, singleWriter: way === 'record', useReadModels: way === 'views' })
    const { service, alive } = counting(fresh, () => read++)
    let asked = 0
    const context = readContext(service, viewer)
    const counts: Promise<number>[] = []
    const seen = need(
      await context.tournament('T', ({ game }) => {
        if (++asked % 500 === 0) counts.push(alive())
        return game
      }),
    )
    const peak = Math.max(...(await Promise.all(counts)), await alive())
    expect(seen.rounds.map(({ games }) => games.length)).toEqual(Array(ROUNDS).fill(BOARDS))
    expect(read).toBeGreaterThanOrEqual(ROUNDS * BOARDS)
    if (way === 'views') expect(peak, way).toBeLessThanOrEqual(most)
    texts.push(JSON.stringify(seen.rounds.map(({ games }) => games)))
  }
  expect(texts[0]).toBe(texts[1])
}, 300_000)
