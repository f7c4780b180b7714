/** A round on a host that alone writes: a request reads the boards that went on since the last one, and shows what one that reads all shows. */
import { describe, expect, test } from 'vitest'
import { erasePerson } from '../../functions/app/erase.ts'
import { createGameStreams } from '../../functions/app/games.ts'
import { changeRound } from '../../functions/app/rounds.ts'
import { changeTournament } from '../../functions/app/tournaments.ts'
import { createSeenRounds } from '../../functions/feeds/seen-rounds.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { createReadModels } from '../../functions/projections/read-views.ts'
import { openService, type Service } from '../kit/compose.ts'
import { counted } from '../kit/counted.ts'
import { hall, R1 } from '../kit/hall.ts'
import { append, move, need, press, report } from '../kit/reports.ts'
import { ADMIN, ARBITER, httpEvent, OPERATOR, START, testPorts, testRouter } from '../kit/service.ts'
import { boardsFrom, loadingThrough, openHostedRound, startGame } from './looks.ts'

const FILE = '/tournaments/T/rounds/1.pgn'
const NOW = { delay: 0, now: START }
const timeControl = { periods: [{ time: 60_000, moves: 2 }, { time: 60_000 }] } as const
const host = (boards: number) => openHostedRound(boards, { timeControl })

/** The games that are loaded, in their order. */
function loadedBy(service: Service): { loaded: string[]; service: Service } {
  const loaded: string[] = []
  const watching = loadingThrough(service, (stream) => void loaded.push(stream))
  return { loaded, service: { ...watching, seenRounds: createSeenRounds(watching) } }
}

describe.each([3, 120])('of %i boards', (boards) => {
  test.each([FILE, '/tournaments/T.pgn'])(
    '%s loads each game once, then those that went on, and none for a reader who has it',
    async (path) => {
      const { service: own } = await host(boards)
      const { loaded, service } = loadedBy(own)
      const router = await testRouter(service)
      const get = async (headers = {}) => {
        loaded.length = 0
        const { statusCode, headers: answered = {} } = await router(httpEvent('GET', path, headers))
        return { status: statusCode, etag: String(answered['etag']), loaded: [...loaded] }
      }
      const first = await get()
      expect(new Set(first.loaded).size).toBe(boards)
      const held = { 'if-none-match': first.etag }
      expect(await get(held)).toMatchObject({ status: 304, loaded: [] })
      for (const game of ['g2', 'g3']) await startGame(service, game)
      const changed = await get(held)
      expect(changed.status).toBe(200)
      expect(new Set(changed.loaded)).toEqual(new Set(['game#g2', 'game#g3']))
      expect(await get({ 'if-none-match': changed.etag })).toMatchObject({ status: 304, loaded: [] })
      await startGame(service, 'g1')
      loaded.length = 0
      const together = await Promise.all(
        Array.from({ length: 20 }, () => router(httpEvent('GET', path, held))),
      )
      expect(new Set(together.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
      if (path === FILE) expect(loaded).toEqual(['game#g1'])
    },
  )
})

test('a request for increments reads the games that went on', async () => {
  const { service: own, ports } = await host(120)
  const { loaded, service } = loadedBy(own)
  const router = await testRouter(service)
  const get = async (after: string) => {
    loaded.length = 0
    const { body } = await router(httpEvent('GET', `/tournaments/T/rounds/1/changes?after=${after}`, {}))
    return { ...(JSON.parse(String(body)) as { id: string; messages: object[] }), loaded: [...loaded] }
  }
  ports.clock.pass(60_000)
  await startGame(service, 'g1')
  const { id } = await get('0')
  ports.clock.pass(60_000)
  for (const game of ['g2', 'g3']) await startGame(service, game)
  const increment = await get(id)
  // The game that went on last before is listed again, for readers whose clocks differ.
  expect(increment.messages).toHaveLength(3)
  expect(new Set(increment.loaded)).toEqual(new Set(['game#g1', 'game#g2', 'game#g3']))
  expect((await get(increment.id)).messages).toHaveLength(2)
})

test('what goes on while a round is read is in the answer to a reader who asked afterwards, and no look is lost to one that failed', async () => {
  const { service: own } = await host(4)
  const { service } = loadedBy(own)
  const blocked: { until?: Promise<void>; reached?: () => void; fail?: boolean } = {}
  const slow = loadingThrough(service, async (stream) => {
    if (stream !== 'game#g3') return
    blocked.reached?.()
    await blocked.until
    if (blocked.fail) throw new Error('the disk is away')
  })
  const seen = createSeenRounds(slow)
  const versions = async () => (await seen.see(R1, NOW)).seats.map(({ version }) => version)
  let open: () => void = () => {}
  blocked.until = new Promise((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    blocked.reached = resolve
  })
  const before = versions()
  await reached
  await startGame(service, 'g1')
  await startGame(service, 'g3')
  const after = versions()
  open()
  await before
  expect(await after).toEqual(['g1:2', 'g2:1', 'g3:2', 'g4:1'])
  need(await append(service, [move('m', 'white', 'e2', 'e4')], { game: 'g3' }))
  need(await append(service, [move('m', 'white', 'e2', 'e4')], { game: 'g1' }))
  blocked.fail = true
  await expect(Promise.all([versions(), versions()])).rejects.toThrow('the disk is away')
  blocked.fail = false
  expect(await versions()).toEqual(['g1:3', 'g2:1', 'g3:3', 'g4:1'])
})

test('of more boards than are remembered a round is read anew, and shows the same', async () => {
  const { service } = await host(6)
  const small = createSeenRounds(service, 4_000)
  for (const game of ['g1', 'g5']) {
    await startGame(service, game)
    const [one, other] = [await small.see(R1, NOW), await service.seenRounds!.see(R1, NOW)]
    expect(one.version).toBe(other.version)
  }
})

test('of ended games that do not fit into memory the texts are made from their views, and no record is folded again', async () => {
  const own = testPorts({ singleWriter: true })
  const { asked, ports } = counted(own)
  const core = openService(ports)
  const games = createGameStreams(ports, 4_000)
  const small = { ...core, games }
  const service = { ...small, seenRounds: createSeenRounds(small), ownViews: createReadModels(core) }
  const opened = await hall(own)
  need(await opened.open(boardsFrom(1, 30, { timeControl })))
  const end = report('e', 'result-set', 'operator', { white: '1', black: '0', reason: 'forfeit' })
  for (let k = 1; k <= 30; k++) {
    await startGame(service, `g${k}`)
    need(await append(service, [end], { game: `g${k}` }))
    await createProjector(service).onChange(`game#g${k}`)
  }
  await createProjector(service).onChange('round#T/1')
  const router = await testRouter(service)
  const get = async (path: string) => {
    asked.length = 0
    const { body } = await router(httpEvent('GET', path, {}))
    return { body, folded: asked.filter((each) => each === 'commits query').length }
  }
  const right = async (path: string) => {
    const whole = await testRouter(openService(ports))
    return (await whole(httpEvent('GET', path, {}))).body
  }
  expect((await get(FILE)).body).toBe(await right(FILE))
  for (const path of [
    FILE,
    `${FILE}?clocks=false`,
    '/livechess/T/round-1/index.json',
    '/tournaments/T/rounds/1/games',
  ]) {
    service.responses.clear()
    const { body, folded } = await get(path)
    expect(body, path).toBe(await right(path))
    expect(folded, path).toBe(0)
  }
  // A view that is behind is not believed.
  need(
    await append(
      service,
      [report('c', 'result-set', 'operator', { white: '0', black: '1', reason: 'misread' })],
      { game: 'g7' },
    ),
  )
  games.release('game#g7')
  service.responses.clear()
  expect((await get(FILE)).body).toBe(await right(FILE))
})

/** A step by which a round goes on, or time does. */
const STEPS: readonly ((at: Awaited<ReturnType<typeof host>>, k: number) => Promise<unknown>)[] = [
  async ({ service }, k) =>
    append(service, [report('s', 'session-started', 'arbiter')], { game: `g${1 + (k % 5)}` }),
  async ({ service, ports }, k) => {
    const t = ports.clock.now() - START
    const events = [move('m1', 'white', 'e2', 'e4', t), press('p1', 'white', t)]
    return append(service, events, { game: `g${1 + (k % 5)}` })
  },
  async ({ service, ports }, k) => {
    const t = ports.clock.now() - START
    return append(service, [move('m2', 'black', 'e7', 'e5', t), press('p2', 'black', t)], {
      game: `g${1 + (k % 5)}`,
    })
  },
  async ({ ports }) => ports.clock.pass(20_000),
  async ({ ports }) => ports.clock.pass(61_000),
  async ({ ports }) => ports.clock.pass(1),
  async ({ service, ports }, k) => {
    const boards = [1 + (k % 3), 4]
    const swapped = boards.map((board, n) => ({ board, game: `g${boards[1 - n]}` }))
    return changeRound(service, OPERATOR, R1, { boards: swapped }, ports.clock.now())
  },
  async ({ open }, k) => open(boardsFrom(6 + (k % 3), 1)),
  async ({ service }, k) => service.games.release(`game#g${1 + (k % 5)}`),
  async ({ ports }, k) => changeTournament(ports, ARBITER, 'T', { delay: [0, 1, 2][k % 3]! }),
  async ({ service, ports }, k) => {
    const [first] = await ports.log.load(`game#g${1 + (k % 5)}`, 0)
    return erasePerson(service, ADMIN, JSON.parse(first!.body).events[0].data.white.person)
  },
]

test.each([1, 2, 3])(
  'after each step of course %i every feed is what a process that begins shows',
  async (seed) => {
    const at = await host(5)
    const long = await testRouter(at.service)
    let random = seed * 7919
    const next = (below: number): number => {
      random = (random * 1103515245 + 12345) % 2147483648
      return Math.floor((random / 2147483648) * below)
    }
    const paths = [
      FILE,
      `${FILE}?from=2&boards=2`,
      '/tournaments/T/rounds/1/changes',
      '/tournaments/T.pgn',
      '/livechess/T/round-1/index.json',
    ]
    let shown = 0
    for (let k = 0; k < 30; k++) {
      await STEPS[next(STEPS.length)]!(at, next(60))
      const fresh = await testRouter(openService(at.ports))
      for (const path of [
        ...paths,
        ...paths.map((each) => `/delayed/1${each}`),
        ...paths.map((each) => `/delayed/2${each}`),
      ]) {
        const [one, other] = [await long(httpEvent('GET', path, {})), await fresh(httpEvent('GET', path, {}))]
        expect([one.statusCode, one.body, one.headers?.['etag']], `${path}, step ${k}`).toEqual([
          other.statusCode,
          other.body,
          other.headers?.['etag'],
        ])
        if (one.statusCode === 200) shown++
      }
    }
    expect(shown).toBeGreaterThan(100)
  },
)
