/** Views made anew: a release whose views have another format over those of the one before, while moves go on. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { viewWorkers } from '../../functions/host/rebuild/view-workers.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { createReadModels } from '../../functions/projections/read-views.ts'
import { createViewRebuilder } from '../../functions/projections/rebuild.ts'
import { rebuildPart } from '../../functions/projections/rebuild-part.ts'
import { needsRebuild } from '../../functions/projections/rebuild-phases.ts'
import { readPlan, rebuildProgress } from '../../functions/projections/rebuild-plan.ts'
import {
  gameViews,
  isOwnFormat,
  readVersions,
  VIEW_FORMAT,
  viewKey,
  writeVersions,
} from '../../functions/projections/view.ts'
import { queueAppends, sequenceAppends } from '../../functions/store/append-log.ts'
import { memoryDocuments } from '../../functions/store/memory.ts'
import { openService } from '../kit/compose.ts'
import { hall, pairing } from '../kit/hall.ts'
import { append, move, need, report } from '../kit/reports.ts'
import { httpEvent, type TestPorts, testPorts, testRouter } from '../kit/service.ts'

/** A format that the release before had. */
const FORMER = '1.1-7'
const ROUND = 'round#T/1'

/** A round of so many games, each with a move made, and the log of appends that goes with it. */
async function playedRound(games: number, ports: TestPorts = testPorts()) {
  const made = await hall(ports)
  const ids: string[] = []
  for (let board = 1; board <= games; board += 50) {
    const some = Array.from({ length: Math.min(50, games - board + 1) }, (_, k) =>
      pairing(`White${board + k}`, `Black${board + k}`, { board: board + k }),
    )
    ids.push(...need(await made.open(some)).map(({ id }) => id))
  }
  for (const game of ids) {
    need(await append(made.service, [report('s', 'session-started', 'arbiter')], { game }))
    need(await append(made.service, [move('m1', 'white', 'e2', 'e4', 1000)], { game }))
  }
  const streams = [ROUND, ...ids.map((game) => `game#${game}`)]
  for (const stream of streams) await queueAppends(ports, stream)
  await sequenceAppends(ports)
  return { ...made, ids, streams }
}

/** What readers get of a round and its games, from a process of their own. */
async function answersOf(ports: TestPorts, useReadModels: boolean, ids: readonly string[]) {
  const service = openService({ ...ports, useReadModels })
  const router = await testRouter(service)
  const paths = [
    '/tournaments/T/rounds/1.pgn',
    '/tournaments/T/rounds/1/games',
    '/tournaments/T/standings',
    '/delayed/15/tournaments/T/rounds/1.pgn',
    ...ids.flatMap((id) => [`/games/${id}.pgn`, `/games/${id}/state`, `/delayed/15/games/${id}.pgn`]),
  ]
  const answers: string[] = []
  for (const path of paths) {
    const { statusCode, body } = await router(httpEvent('GET', path, {}))
    answers.push(`${path} ${statusCode} ${body}`)
  }
  return answers
}

/** The views as another release made them: in its own version, and with states that this one would not make. */
async function formerRelease(ports: TestPorts, streams: readonly string[]) {
  const projector = createProjector(openService(ports))
  await writeVersions(ports, { live: FORMER, building: null })
  const project = async (stream: string) => {
    await projector.project(stream, FORMER)
    const key = `state#${stream.slice('game#'.length)}`
    const found = await gameViews(ports).get(viewKey(FORMER, ROUND), key)
    if (found !== null)
      await ports.views.put(found.pk, found.sk, { ...found.value, state: 'what the release before wrote' })
  }
  for (const stream of streams) await project(stream)
  return project
}

test('a release whose views have another format answers rightly from its first request on, while moves go on, and it ends', async () => {
  const ports = testPorts()
  const { service, ids, streams } = await playedRound(12, ports)
  const projectFormer = await formerRelease(ports, streams)
  ports.clock.pass(3_000)
  const watched = ids.slice(0, 3)
  const released = openService(ports)
  expect(await needsRebuild(released)).toBe(true)
  let [moves, compared] = [0, 0]
  /** A move, of which both releases are notified; one of them may still run. Then all that readers get is what the record says. */
  const goOn = async () => {
    const game = ids[moves % ids.length]!
    const stream = `game#${game}`
    need(await append(service, [move(`w${moves}`, 'white', 'd2', 'd4', 2_000 + moves)], { game }))
    moves++
    await queueAppends(ports, stream)
    // Some notifications are lost while the new views are made: the log of appends makes them good before any is read.
    const isRead = isOwnFormat((await readVersions(ports))?.live)
    if (!isRead) await projectFormer(stream)
    if (isRead || moves % 3 > 0) await released.projector.onChange(stream)
    expect(await answersOf(ports, true, watched)).toEqual(await answersOf(ports, false, watched))
    compared++
  }
  await goOn()
  const seen: string[] = []
  const rebuilder = createViewRebuilder(released, released, {
    async doParts(parts) {
      await goOn()
      for (const part of parts) {
        await rebuildPart(released, released, part)
        const { phase, streams: listed, done } = (await rebuildProgress(ports))!
        seen.push(`${phase} ${done}/${listed}`)
        await goOn()
      }
    },
    async wait(ms) {
      await goOn()
      ports.clock.pass(ms)
    },
  })
  const { from, to, streams: count, setAside } = await rebuilder.rebuild()
  expect([from, to, count, setAside]).toEqual([FORMER, `${VIEW_FORMAT}-8`, 13, []])
  expect(seen).toEqual(['fold 1/13', 'fold 13/13', 'clear 1/13', 'clear 13/13'])
  expect(await readVersions(ports)).toEqual({ live: to, building: null })
  expect((await readPlan(ports))!.finishedAt).not.toBeNull()
  expect(await needsRebuild(released)).toBe(false)
  ports.clock.pass(3_000)
  await goOn()
  expect(compared).toBeGreaterThan(6)
  const left: string[] = []
  for (const stream of streams)
    for await (const { sk } of ports.views.query(viewKey(FORMER, stream))) left.push(sk)
  expect(left).toEqual([])
})

test('until it is made anew the archive says that its index is of the release before', async () => {
  const ports = testPorts()
  const { service } = await playedRound(2, ports)
  await service.archiveIndexer.rebuild()
  const ask = async () => {
    const router = await testRouter(service)
    const { body } = await router(httpEvent('GET', '/archive?name=White1', {}))
    return JSON.parse(body ?? '') as { games: unknown[]; stale?: true }
  }
  const saidInLines = async () => {
    const router = await testRouter(service)
    const accept = 'application/x-ndjson'
    return (await router(httpEvent('GET', '/archive?name=White1', { accept }))).headers?.['touchmove-stale']
  }
  expect((await ask()).stale).toBeUndefined()
  expect(await saidInLines()).toBeUndefined()
  await writeVersions(ports, { live: FORMER, building: null })
  expect(await ask()).toMatchObject({ games: [{}], stale: true })
  expect(await saidInLines()).toBe('true')
  const wait = async (ms: number) => ports.clock.pass(ms)
  await createViewRebuilder(service, service, { wait }).rebuild()
  expect((await ask()).stale).toBeUndefined()
})

test('views that were thrown away are made anew, and meanwhile nothing that is left of them is read', async () => {
  const ports = testPorts()
  const { ids, streams } = await playedRound(4, ports)
  for (const stream of streams) await createProjector(openService(ports)).onChange(stream)
  const emptied = { ...ports, views: memoryDocuments() }
  const service = openService(emptied)
  await service.projector.onChange(streams[1]!)
  expect(await createReadModels(emptied).open()).toBeNull()
  expect(await needsRebuild(service)).toBe(true)
  const wait = async (ms: number) => ports.clock.pass(ms)
  await createViewRebuilder(service, service, { wait }).rebuild()
  expect(isOwnFormat((await readVersions(emptied))?.live)).toBe(true)
  expect(await answersOf(emptied, true, ids)).toEqual(await answersOf(ports, false, ids))
})

test('of several processes that would make the views anew one leads, and another goes on when that one ended', async () => {
  const ports = testPorts()
  const { streams } = await playedRound(3, ports)
  await formerRelease(ports, streams)
  const dying = openService(ports)
  const killed = () => Promise.reject(new Error('killed'))
  const wait = async (ms: number) => ports.clock.pass(ms)
  await expect(createViewRebuilder(dying, dying, { wait, doParts: killed }).rebuild()).rejects.toThrow(
    'killed',
  )
  const began = ports.clock.now()
  const next = openService(ports)
  const { streams: count } = await createViewRebuilder(next, next, { wait }).rebuild()
  expect(count).toBe(4)
  // Five minutes after the last note of the other.
  expect(ports.clock.now() - began).toBeGreaterThan(290_000)
})

test('threads make the views that this thread makes', async () => {
  const file = new URL('../../dist/view-worker.mjs', import.meta.url)
  expect(existsSync(file)).toBe(true)
  const ports = testPorts()
  const { ids } = await playedRound(20, ports)
  const service = openService(ports)
  const wait = async (ms: number) => ports.clock.pass(ms)
  const used: number[] = []
  const threads = viewWorkers(ports, {
    file,
    workers: 2,
    fewParts: 2,
    inThisThread: () => Promise.reject(new Error('few')),
  })
  await createViewRebuilder(service, service, {
    wait,
    async doParts(parts) {
      used.push(parts.length)
      await threads(parts)
    },
  }).rebuild()
  expect(used).toEqual([2])
  const watched = [ids[0]!, ids[19]!]
  expect(await answersOf(ports, true, watched)).toEqual(await answersOf(ports, false, watched))
}, 60_000)

test('where no other process writes, what is projected while a part is written over it is made good before it is read', async () => {
  const ports = testPorts({ singleWriter: true })
  const { service, ids, streams } = await playedRound(3, ports)
  await formerRelease(ports, streams)
  const [game] = ids
  const tell = async (from: number, to: number) => {
    for (let k = from; k < to; k++)
      need(await append(service, [report(`e${k}`, 'clock-pressed', 'white', {}, 2_000 + k)], { game: game! }))
  }
  // Two of the opening, the start and the move are there: one event is left of the first chunk.
  await tell(0, 60)
  ports.clock.pass(3_000)
  const main = openService(ports)
  let isLate = false
  /** As a thread has it: what it writes of the game comes after a notification has projected more. */
  const views = {
    ...ports.views,
    async putAll(entries: Parameters<typeof ports.views.putAll>[0]) {
      if (!isLate && entries.some(({ sk }) => sk === `state#${game}`)) {
        isLate = true
        await tell(60, 66)
        await queueAppends(ports, `game#${game}`)
        await main.projector.onChange(`game#${game}`)
      }
      await ports.views.putAll(entries)
    },
  }
  const thread = { ...openService({ ...ports, views, singleWriter: false }), isOnlyProcess: true }
  await createViewRebuilder(
    main,
    { ...main, isOnlyProcess: true },
    {
      wait: async (ms) => ports.clock.pass(ms),
      async doParts(parts) {
        for (const part of parts) await rebuildPart(thread, thread, part)
      },
    },
  ).rebuild()
  expect(isLate).toBe(true)
  ports.clock.pass(3_000)
  const reader = (await createReadModels(ports).open())!
  const seq = (await service.games.load(`game#${game}`, true)).state.seq
  expect(seq).toBeGreaterThan(64)
  for (const instant of [null, ports.clock.now()])
    expect(await reader.game(game!, instant)).toMatchObject({ viewed: { seq } })
  expect(await answersOf(ports, true, ids)).toEqual(await answersOf(ports, false, ids))
  const router = await testRouter(main)
  for (const name of ['White1', 'Black3']) {
    const { body } = await router(httpEvent('GET', `/archive?name=${name}`, {}))
    expect(JSON.parse(body ?? '')).toMatchObject({ games: [{}] })
  }
})

test('a host that alone reads and writes its views waits for no other process, and what it records meanwhile is in them', async () => {
  const ports = testPorts({ singleWriter: true })
  const { ids, streams } = await playedRound(12, ports)
  await writeVersions(ports, { live: `${VIEW_FORMAT}-1`, building: null })
  const host = openService(ports)
  const readModels = createReadModels(ports)
  // What it caches from now on are the versions of before the rebuild.
  for (const stream of streams) await host.projector.onChange(stream)
  const game = ids[0]!
  const viewed = async () => (await (await readModels.open())!.game(game, null))?.viewed?.seq
  const began = ports.clock.now()
  /** The versions that were read, and whether the views hold what was recorded. */
  const during: string[] = []
  const goOn = async () => {
    need(await append(host, [report(`e${during.length}`, 'clock-pressed', 'white')], { game }))
    await host.projector.onChange(`game#${game}`)
    const { state } = await host.games.load(`game#${game}`, true)
    during.push(`${(await readVersions(ports))?.live} ${(await viewed()) === state.seq}`)
  }
  await goOn()
  const caches = {
    async forgetVersions() {
      readModels.forgetVersions()
      await host.projector.forgetVersions()
    },
  }
  const { from, to } = await createViewRebuilder(
    host,
    { ...host, ...caches, isOnlyProcess: true },
    {
      wait: () => Promise.reject(new Error('there is nobody to wait for')),
      async doParts(parts) {
        for (const part of parts) {
          await rebuildPart(host, { ...host, isOnlyProcess: true }, part)
          await goOn()
        }
      },
    },
  ).rebuild()
  await goOn()
  expect(ports.clock.now()).toBe(began)
  expect([from, to]).toEqual([`${VIEW_FORMAT}-1`, `${VIEW_FORMAT}-2`])
  expect(during).toEqual([from, from, from, to, to, to].map((version) => `${version} true`))
  expect(await answersOf(ports, true, ids)).toEqual(await answersOf(ports, false, ids))
})

test('changes that are being projected are waited for before versions count as forgotten', async () => {
  const ports = testPorts({ singleWriter: true })
  const { ids } = await playedRound(1, ports)
  const host = openService(ports)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const get = async (pk: string, sk: string) => {
    if (pk === 'views') await held
    return ports.views.get(pk, sk)
  }
  const projector = createProjector({ ...host, views: { ...ports.views, get } as typeof ports.views })
  const ended: string[] = []
  const projected = projector.onChange(`game#${ids[0]}`).then(() => ended.push('projected'))
  const forgotten = projector.forgetVersions().then(() => ended.push('forgotten'))
  await writeVersions(ports, { live: `${VIEW_FORMAT}-1`, building: `${VIEW_FORMAT}-2` })
  release()
  await Promise.all([projected, forgotten])
  expect(ended).toEqual(['projected', 'forgotten'])
  await projector.onChange(`game#${ids[0]}`)
  expect(await projector.checkpoint(`game#${ids[0]}`, `${VIEW_FORMAT}-2`)).toBeGreaterThan(0)
})
