import { expect, test } from 'vitest'
import type { Ports } from '../../functions/ports.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { quarantinedStreams } from '../../functions/projections/quarantine.ts'
import { reconcileViews } from '../../functions/projections/reconciler.ts'
import { openVersions, VIEW_FORMAT } from '../../functions/projections/view.ts'
import {
  advanceCheckpoint,
  checkpointOf,
  logTree,
  queueAppends,
  readLog,
  sequenceAppends,
} from '../../functions/store/append-log.ts'
import { ItemDamaged } from '../../functions/store/document-item.ts'
import { appendTo, expectWholeLog } from '../kit/append-log.ts'
import { openService } from '../kit/compose.ts'
import { numbers } from '../kit/games.ts'
import { FOUR, hall, pairing } from '../kit/hall.ts'
import { need } from '../kit/reports.ts'
import { testPorts } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

test('sequencers that race and that end half way put each commit into the log once', async () => {
  for (let seed = 1; seed <= trials(20); seed++) {
    const pick = numbers(seed)
    const ports = testPorts()
    /** Ends, now and then, before it does what it was asked. */
    const dying = {
      ...ports,
      registry: {
        ...ports.registry,
        putIfNewer: async (...put: Parameters<Ports['registry']['putIfNewer']>) => {
          if (pick(6) === 0) throw new Error('ended')
          return ports.registry.putIfNewer(...put)
        },
      },
    }
    const streams = Array.from({ length: 1 + pick(8) }, (_, k) => `game#g${k}`)
    for (let round = 0; round < 6; round++) {
      for (let k = pick(30); k >= 0; k--) {
        const stream = streams[pick(streams.length)]!
        await appendTo(ports, stream)
        await queueAppends(ports, stream)
      }
      await Promise.allSettled([sequenceAppends(dying), sequenceAppends(ports), sequenceAppends(dying)])
    }
    await sequenceAppends(ports)
    await expectWholeLog(ports, streams)
  }
})

test('a reader of the tree, while the only writer sequences, takes back nothing that was noted', async () => {
  const calm = testPorts({ singleWriter: true })
  /** Notes of heads that wait; none waits any more once `isHeld` is false. */
  const held: (() => void)[] = []
  let isHeld = true
  const ports = {
    ...calm,
    registry: {
      ...calm.registry,
      putAll: async (...put: Parameters<Ports['registry']['putAll']>) => {
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
        await calm.registry.putAll(...put)
      },
    },
  }
  const turns = () => new Promise((resolve) => setTimeout(resolve, 5))
  const sequenceOne = async () => {
    await appendTo(ports, 'game#g')
    await queueAppends(ports, 'game#g')
    await sequenceAppends(ports)
  }
  const first = sequenceOne()
  await turns()
  const looked = logTree(ports)
  await turns()
  isHeld = false
  held.shift()?.()
  await first
  await sequenceOne()
  for (const release of held) release()
  await looked
  await queueAppends(ports, 'game#g')
  await sequenceAppends(ports)
  await expectWholeLog(ports, ['game#g'])
})

test('more commits than a batch holds are sequenced batch by batch', async () => {
  const ports = testPorts()
  for (let k = 0; k < 1_203; k++) await appendTo(ports, `game#g${k % 3}`)
  for (const stream of ['game#g0', 'game#g1', 'game#g2']) await queueAppends(ports, stream)
  expect(await sequenceAppends(ports)).toBe(1_203)
  await expectWholeLog(ports, ['game#g0', 'game#g1', 'game#g2'])
})

test('what waits lies in several partitions, and what a release before left in the one of then is taken too', async () => {
  const ports = testPorts()
  const streams = Array.from({ length: 600 }, (_, k) => `game#r1b${k}`)
  for (const stream of streams) await appendTo(ports, stream)
  for (const stream of streams.slice(0, 60)) await ports.registry.put('log#pending', stream, {})
  for (const stream of streams.slice(60)) await queueAppends(ports, stream)
  const partitions = ['log#pending', ...[1, 2, 3].map((k) => `log#pending#${k}`)]
  const waiting = async () => {
    const counts = partitions.map(() => 0)
    for (const [k, pk] of partitions.entries())
      for await (const _ of ports.registry.query(pk)) counts[k] = counts[k]! + 1
    return counts
  }
  for (const count of await waiting()) expect(count).toBeGreaterThan(100)
  expect(await sequenceAppends(ports)).toBe(600)
  expect(await waiting()).toEqual([0, 0, 0, 0])
  await expectWholeLog(ports, streams)
})

test('a stream that waits in two partitions, with one commit and with several, is in the log once', async () => {
  const ports = testPorts()
  for (const stream of ['game#a', 'game#b', 'game#b', 'game#c']) await appendTo(ports, stream)
  for (const stream of ['game#a', 'game#b', 'game#none']) {
    for (const pk of ['log#pending', 'log#pending#1', 'log#pending#2', 'log#pending#3'])
      await ports.registry.put(pk, stream, {})
  }
  expect(await sequenceAppends(ports)).toBe(3)
  await queueAppends(ports, 'game#c')
  await appendTo(ports, 'game#c')
  expect(await sequenceAppends(ports)).toBe(2)
  await expectWholeLog(ports, ['game#a', 'game#b', 'game#c'])
})

test('what comes while a stream is taken out of those that wait is waited for again', async () => {
  const ports = testPorts()
  await appendTo(ports, 'game#a')
  await queueAppends(ports, 'game#a')
  const at: Ports['log']['at'] = async (places) => {
    // Behind the first look: it is not in what was just read.
    const found = await ports.log.at(places)
    if (places.length === 2) await appendTo(ports, 'game#a')
    return found
  }
  let looks = 0
  const late = {
    ...ports,
    log: { ...ports.log, at: ((places) => (looks++ === 0 ? at(places) : ports.log.at(places))) as typeof at },
  }
  expect(await sequenceAppends(late)).toBe(2)
  await expectWholeLog(ports, ['game#a'])
})

test('a consumer reads on from where it was, and its checkpoint never goes back', async () => {
  const ports = testPorts()
  const read = async () => {
    const found: string[] = []
    for await (const { entries, tree } of readLog(ports, await checkpointOf(ports, 'c'))) {
      found.push(...entries.map(({ stream, n }) => `${stream} ${n}`))
      await advanceCheckpoint(ports, 'c', tree.size)
    }
    return found
  }
  for (const stream of ['game#a', 'game#b', 'game#a']) {
    await appendTo(ports, stream)
    await queueAppends(ports, stream)
    await sequenceAppends(ports)
  }
  expect(await read()).toEqual(['game#a 1', 'game#b 1', 'game#a 2'])
  expect(await read()).toEqual([])
  await advanceCheckpoint(ports, 'c', 1)
  await appendTo(ports, 'game#b')
  await queueAppends(ports, 'game#b')
  await sequenceAppends(ports)
  expect(await read()).toEqual(['game#b 2'])
})

test('what no notification reached is found, however old: behind in its views and missing in the log', async () => {
  const { ports, service, open } = await hall()
  const games = need(await open(FOUR)).map(({ id }) => `game#${id}`)
  ports.clock.pass(40 * 86_400_000)
  const projector = createProjector(service)
  const since = new Date(ports.clock.now() - 60_000).toISOString()
  const { behind } = await reconcileViews(service, projector, since)
  expect([...behind].sort()).toEqual(['round#T/1', ...games].sort())
  expect((await reconcileViews(service, projector, since)).behind).toEqual([])
  await sequenceAppends(ports)
  await expectWholeLog(ports, ['round#T/1', ...games])
})

test('a stream that the log has news of is projected before any other is looked at', async () => {
  const { ports, service, open } = await hall()
  await openVersions(ports)
  const [game] = need(await open(FOUR)).map(({ id }) => `game#${id}`)
  await queueAppends(ports, game!)
  await sequenceAppends(ports)
  const log = {
    ...ports.log,
    streams: (): never => {
      throw new Error('the catalogue was asked')
    },
  }
  const projector = createProjector(service)
  await expect(reconcileViews({ ...service, log }, projector, '')).rejects.toThrow('catalogue')
  expect(await projector.checkpoint(game!, `${VIEW_FORMAT}-1`)).toBeGreaterThan(0)
})

test('a stream whose commit or whose view is damaged holds up none behind it in the log, and is set aside', async () => {
  const { ports, open } = await hall()
  const games = need(await open(FOUR)).map(({ id }) => `game#${id}`)
  const [torn, damaged, ...whole] = games
  await openVersions(ports)
  for (const stream of games) await queueAppends(ports, stream)
  await sequenceAppends(ports)
  const log = {
    ...ports.log,
    async load(...asked: Parameters<typeof ports.log.load>) {
      const commits = await ports.log.load(...asked)
      return asked[0] === torn ? commits.map((commit) => ({ ...commit, body: '{' })) : commits
    },
  }
  const views = {
    ...ports.views,
    async get(pk: string, sk: string) {
      if (sk === `index#game#${damaged!.slice('game#'.length)}`)
        throw new ItemDamaged(`document ${pk} / ${sk}`)
      return ports.views.get(pk, sk)
    },
  }
  const harmed = openService({ ...ports, log, views })
  const projector = createProjector(harmed)
  const { behind } = await reconcileViews(harmed, projector, null)
  expect(behind).toEqual(expect.arrayContaining(games))
  for (const stream of whole)
    expect(await projector.checkpoint(stream, `${VIEW_FORMAT}-1`)).toBeGreaterThan(0)
  expect((await quarantinedStreams(harmed)).sort()).toEqual([torn, damaged].sort())
  expect((await reconcileViews(harmed, projector, null)).behind).toEqual([])
})

test('what is not behind is not looked at, whatever its age; of streams without a notification some are compared in turn', async () => {
  const { ports, service, open } = await hall()
  for (let board = 1; board <= 150; board += 50)
    need(
      await open(
        Array.from({ length: 50 }, (_, k) => pairing(`W${board + k}`, `B${board + k}`, { board: board + k })),
      ),
    )
  const projector = createProjector(service)
  await reconcileViews(service, projector)
  await sequenceAppends(ports)
  await reconcileViews(service, projector, null)
  let heads = 0
  const log = {
    ...ports.log,
    head: (stream: string) => {
      heads++
      return ports.log.head(stream)
    },
  }
  const { looked } = await reconcileViews({ ...service, log }, projector, null)
  expect([looked, heads]).toEqual([101, 101])
})
