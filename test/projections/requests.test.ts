/** What each feed costs the tables, counted: it is the same for few boards and for many, and no feed reads the record. */
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { openRoundGames } from '../../functions/app/round-games.ts'
import { changeTournament, createTournament } from '../../functions/app/tournaments.ts'
import { openChangeNotes } from '../../functions/feeds/change-notes.ts'
import { createLiveStreams } from '../../functions/feeds/live-streams.ts'
import { watchSharedStore } from '../../functions/feeds/shared-changes.ts'
import { readerName } from '../../functions/feeds/stream-readers.ts'
import { roundStreamSource } from '../../functions/feeds/stream-round.ts'
import { matcher } from '../../functions/http/match.ts'
import { createArchiveIndexer } from '../../functions/projections/archive-indexer.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { createReadModels } from '../../functions/projections/read-views.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { openService } from '../kit/compose.ts'
import { counted } from '../kit/counted.ts'
import { pairing } from '../kit/hall.ts'
import { append, move, need, press, report } from '../kit/reports.ts'
import { ARBITER, httpEvent, OPERATOR, START, type TestPorts, testPorts, testRouter } from '../kit/service.ts'

const FEW = 3
const MANY = 120
const ROUNDS = ['1', '2']

/** A tournament of two rounds, played and projected. */
async function played(boards: number): Promise<TestPorts> {
  const ports = testPorts()
  const service = openService(ports)
  const defaults = { edition: '2018-01-01', play: 'rapid', date: '2026-03-14' } as const
  need(await createTournament(ports, ARBITER, { name: 'Open', defaults }, 'T'))
  const projector = createProjector(service)
  const indexer = createArchiveIndexer(service)
  for (const round of ROUNDS) {
    const games = Array.from({ length: boards }, (_, k) =>
      pairing(`White${k}`, `Black${k}`, { id: `r${round}b${k}`, board: k + 1 }),
    )
    for (let next = 0; next < boards; next += 50)
      need(
        await openRoundGames(
          service,
          OPERATOR,
          { tournament: 'T', round },
          games.slice(next, next + 50),
          undefined,
          START,
        ),
      )
    for (let k = 0; k < boards; k++) {
      const game = `r${round}b${k}`
      need(await append(service, [report('s', 'session-started', 'arbiter')], { game }))
      // What became known together is one step of a game's views.
      ports.clock.pass(1000)
      need(await append(service, [move('m', 'white', 'e2', 'e4', 1000), press('p', 'white', 1000)], { game }))
      await projector.onChange(`game#${game}`)
      await indexer.onChange(`game#${game}`)
    }
    await projector.onChange(`round#T/${round}`)
  }
  ports.clock.pass(3_600_000)
  return ports
}

let few: TestPorts
let many: TestPorts
beforeAll(async () => {
  few = await played(FEW)
  many = await played(MANY)
}, 120_000)

/** What a request costs a process that was asked for it once, and what the same costs a reader who has the answer. */
async function costOf(of: TestPorts, path: string) {
  const { asked, ports } = counted({ ...of, useReadModels: true })
  const service = openService(ports)
  const router = await testRouter(service)
  const get = async (headers: Record<string, string> = {}) => {
    asked.length = 0
    const { statusCode, headers: answered = {} } = await router(httpEvent('GET', path, headers))
    return { status: statusCode, etag: String(answered['etag'] ?? ''), asked: [...asked].sort() }
  }
  const cold = await get()
  const unchanged = cold.etag === '' ? null : await get({ 'if-none-match': cold.etag })
  return { cold, unchanged }
}

const POINTER = 'views get'
const SETTINGS = 'registry get'
const INDEX = 'views query'
const STATES = 'views query'
const STATE = 'views get'
const ROUND = [SETTINGS, INDEX, STATES]
const TOURNAMENT = [SETTINGS, 'registry query', ...ROUNDS.flatMap(() => ROUND)]
const ENTRIES = ['persons get', 'persons query']
const LOOK_AT_TOURNAMENT = [SETTINGS, 'registry query', ...ROUNDS.flatMap(() => [SETTINGS, INDEX])]

/** Each round's own line, by which its name is known. */
const NAMED_ROUNDS = [SETTINGS, SETTINGS, 'registry query', ...ROUNDS.map(() => 'views get')]

/** By path: what is read for the first reader, beside the pointer to the live views, and for one who has it already. */
const FEEDS: readonly (readonly [path: string, read: readonly string[], unchanged: readonly string[]])[] = [
  ['/tournaments/T/rounds/1.pgn', ROUND, [SETTINGS, INDEX]],
  ['/livechess/T/round-1/index.json', ROUND, [SETTINGS, INDEX]],
  ['/tournaments/T/rounds/1/games', ROUND, [SETTINGS, INDEX]],
  ['/tournaments/T/rounds/1/scoresheets', ROUND, [SETTINGS, INDEX]],
  ['/tournaments/T/rounds/1/game-2.pgn', [SETTINGS, INDEX, STATE], [SETTINGS, INDEX]],
  ['/livechess/T/round-1/game-2.json', [SETTINGS, INDEX, STATE], [SETTINGS, INDEX]],
  ['/tournaments/T', NAMED_ROUNDS, NAMED_ROUNDS],
  ['/tournaments/T.pgn', [...LOOK_AT_TOURNAMENT, ...TOURNAMENT], LOOK_AT_TOURNAMENT],
  ['/livechess/T/tournament.json', [...LOOK_AT_TOURNAMENT, ...TOURNAMENT], LOOK_AT_TOURNAMENT],
  ['/tournaments/T/standings', [...ENTRIES, ...TOURNAMENT], [...ENTRIES, ...LOOK_AT_TOURNAMENT]],
  ['/tournaments/T.trf', [...ENTRIES, ...TOURNAMENT], [...ENTRIES, ...LOOK_AT_TOURNAMENT]],
  [
    '/games/r1b1.pgn',
    ['views get', 'views get', 'views get', SETTINGS],
    ['views get', 'views get', SETTINGS],
  ],
  ...['', '/state', '/scoresheet'].map(
    (kind) => [`/games/r1b1${kind}`, ['views get', 'views get', SETTINGS], ['views get', SETTINGS]] as const,
  ),
]

test.each(FEEDS)('%s costs the same requests for few boards and for many', async (path, read, unchanged) => {
  for (const ports of [few, many]) {
    const cost = await costOf(ports, path)
    expect(cost.cold).toMatchObject({ status: 200, asked: [POINTER, ...read].sort() })
    expect(cost.unchanged).toMatchObject({ status: 304, asked: [...unchanged].sort() })
  }
})

/** A delayed game's states lie in chunks of their own, behind the item that says since when it is known. */
const DELAYED: typeof FEEDS = FEEDS.map(([path, read, unchanged]) => {
  if (/game-2\./.test(path)) return [`/delayed/15${path}`, [...read, 'views query'], unchanged]
  const chunks = path.startsWith('/games') ? ['views query'] : []
  return [`/delayed/15${path}`, [...read, ...chunks], [...unchanged, ...chunks]]
})

test.each(DELAYED)('%s costs no more than undelayed', async (path, read, unchanged) => {
  for (const ports of [few, many]) {
    const cost = await costOf(ports, path)
    expect(cost.cold).toMatchObject({ status: 200, asked: [POINTER, ...read].sort() })
    expect(cost.unchanged).toMatchObject({ status: 304, asked: [...unchanged].sort() })
  }
})

test.each([1, 3, 15])(
  'after %i of many boards went on a process reads their states and no others',
  async (changed) => {
    const { asked, ports } = counted({ ...(await played(MANY)), useReadModels: true })
    const service = openService(ports)
    const router = await testRouter(service)
    const get = async (path: string, etag?: string) => {
      asked.length = 0
      const headers = etag === undefined ? {} : { 'if-none-match': etag }
      const { statusCode, headers: answered = {}, body } = await router(httpEvent('GET', path, headers))
      return { status: statusCode, etag: String(answered['etag']), body, asked: [...asked].sort() }
    }
    const play = async (at: number, count: number) => {
      const other = openService(ports)
      for (let k = 0; k < count; k++) {
        need(await append(other, [move(`m${at}`, 'black', 'e7', 'e5', at)], { game: `r1b${k}` }))
        await createProjector(other).onChange(`game#r1b${k}`)
      }
    }
    const path = '/tournaments/T/rounds/1.pgn'
    const { etag } = await get(path)
    await play(5000, changed)
    const again = await get(path, etag)
    expect(again.status).toBe(200)
    expect(again.asked).toEqual([SETTINGS, INDEX, ...Array.from({ length: changed }, () => STATE)].sort())
    const whole = await testRouter(openService({ ...ports, useReadModels: true }))
    expect(again.body).toBe((await whole(httpEvent('GET', path, {}))).body)
  },
  60_000,
)

/** Increments: the whole for a new reader, and then what is new, whose amount alone decides what is read besides. */
const INCREMENTS: typeof FEEDS = [
  ['/tournaments/T/rounds/1/changes', ROUND, [SETTINGS, INDEX]],
  ['/delayed/15/tournaments/T/rounds/1/changes', ROUND, [SETTINGS, INDEX]],
  ['/games/r1b1/changes', ['views get', 'views query', SETTINGS], ['views query', SETTINGS]],
  [
    '/delayed/15/games/r1b1/changes?after=2',
    ['views get', 'views query', SETTINGS],
    ['views query', SETTINGS],
  ],
  ['/games/r1b1.pgn?seq=2', ['views get', 'views query', SETTINGS], ['views query', SETTINGS]],
  ['/games/r1b1/state?seq=2', ['views get', 'views query', SETTINGS], ['views query', SETTINGS]],
  ['/delayed/15/games/r1b1.pgn?seq=2', ['views get', 'views query', SETTINGS], ['views query', SETTINGS]],
]

test('each feed is counted, but for what shows the record itself and for streams', () => {
  const routeOf = matcher(ROUTES)
  const counted = [...FEEDS, ...DELAYED, ...INCREMENTS].map(([path]) => {
    const found = routeOf('GET', path.replace(/\?.*/, ''))
    return found.kind === 'found' ? found.route.path : path
  })
  const feeds = ROUTES.filter(({ method, feed, path }) => method === 'GET' && feed && !/\/stream$/.test(path))
  expect(feeds.map(({ path }) => path).filter((path) => !counted.includes(path))).toEqual(
    ['', '/delayed/{minutes}'].flatMap((of) => [`${of}/games/{g}/events`, `${of}/games/{g}/audit`]),
  )
})

test('after each of its events a game reads from its views as from the record', async () => {
  const [views, record] = await Promise.all(
    [true, false].map(async (useReadModels) => {
      const router = await testRouter(openService({ ...few, useReadModels }))
      return (path: string) => router(httpEvent('GET', path, {}))
    }),
  )
  for (const seq of [1, 2, 3, 4, 5, 9])
    for (const feed of ['.pgn', '/state']) {
      const path = `/games/r1b1${feed}?seq=${seq}`
      const [one, other] = [await views!(path), await record!(path)]
      expect([one.statusCode, one.body], path).toEqual([other.statusCode, other.body])
      expect(one.statusCode, path).toBe(seq <= 4 ? 200 : 400)
    }
})

test.each(INCREMENTS)(
  '%s is read with the same requests for few boards and for many',
  async (path, read, unchanged) => {
    for (const ports of [few, many]) {
      const { cold, unchanged: again } = await costOf(ports, path)
      expect(cold).toMatchObject({ status: 200, asked: [POINTER, ...read].sort() })
      expect(again).toMatchObject({ status: 304, asked: [...unchanged].sort() })
    }
  },
)

/** A reader of the first round's stream on a host that shares its store, which asks for what others did twice a second. */
async function followShared(of: TestPorts) {
  const { asked, ports } = counted({ ...of, useReadModels: true })
  const service = openService(ports)
  const notes = openChangeNotes(service, async () => {})
  const sharedChanges = watchSharedStore(service, service.readModels!, notes)
  const live = createLiveStreams(service, { sharedChanges })
  const out = new PassThrough()
  let text = ''
  out.on('data', (bytes) => {
    text += String(bytes)
  })
  const id = { tournament: 'T', round: '1' }
  const rights = { fail: false }
  await live.follow('round', () => roundStreamSource(service, id, 'public', 0, 'all'), {
    ...{ who: readerName(null, '192.0.2.1'), out, wire: out, lastEventId: null, coding: 'identity' },
    async mayRead() {
      asked.push('rights')
      if (rights.fail) throw new Error('the store is away')
      return true
    },
  })
  return {
    live,
    rights,
    /** What the next poll asks for, and what its reader is sent. */
    async poll() {
      asked.length = 0
      text = ''
      await vi.advanceTimersByTimeAsync(500)
      for (let k = 0; k < 50; k++) await turn()
      return { asked: [...asked].sort(), text }
    },
  }
}

/** The request that a host without news sends with each poll: which hosts note changes. */
const HOSTS = 'views query'

test('a host that shares its store hears from the notes of others which games changed, and now and then compares a round', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    for (const of of [few, many]) {
      const { live, rights, poll } = await followShared(of)
      const other = openService(of)
      const noted = openChangeNotes(other, async () => {}).consumer
      const play = async (id: string, [from, to]: readonly [string, string], at: number) => {
        const by = at % 2_000 === 1_000 ? 'black' : 'white'
        need(await append(other, [move(id, by, from, to, at)], { game: 'r1b0' }))
        await createProjector(other).onChange('game#r1b0')
      }
      // What was not followed before may have changed.
      expect((await poll()).asked).toContain(INDEX)
      expect(await poll()).toEqual({ asked: [SETTINGS, HOSTS], text: '' })
      await play('m2', ['e7', 'e5'], 5000)
      await noted.onChange('game#r1b0')
      // A host that begins to note may have changed something before.
      expect((await poll()).text).toMatch(/event: change\ndata: \{"game":"r1b0","board":1,/)
      const ofOther = [HOSTS, HOSTS]
      expect(await poll()).toEqual({ asked: [SETTINGS, ...ofOther], text: '' })
      await play('m3', ['g1', 'f3'], 6000)
      await noted.onChange('game#r1b0')
      const { asked, text } = await poll()
      expect(text.match(/event:/g)).toHaveLength(1)
      const ofGame = ['commits query', 'persons get', 'registry get']
      expect(asked).toEqual([...ofGame, SETTINGS, ...ofOther].sort())
      need(await changeTournament(of, ARBITER, 'T', { openVerdicts: true }))
      rights.fail = true
      expect((await poll()).asked).toEqual(['rights', SETTINGS, ...ofOther].sort())
      rights.fail = false
      // What could not be looked at is looked at with the next poll, and all that is followed besides.
      const recovered = (await poll()).asked
      expect(recovered).toContain('rights')
      expect(recovered.filter((each) => each === INDEX)).toHaveLength(3)
      // A host was killed before it noted what it had recorded.
      await play('m4', ['b8', 'c6'], 7000)
      expect((await poll()).text).toBe('')
      of.clock.pass(15_000)
      expect((await poll()).text).toMatch(/event: change\ndata: \{"game":"r1b0"/)
      live.close()
    }
  } finally {
    vi.useRealTimers()
  }
})

test('the many who poll a round of a host that shares its store cost it two looks at the index a second', async () => {
  const of = await played(MANY)
  const { asked, ports } = counted(of)
  const readModels = createReadModels(ports, { indexSharedForMs: 500 })
  const router = await testRouter({ ...openService(ports), readModels })
  const paths = ['/tournaments/T/rounds/1.pgn', '/delayed/15/tournaments/T/rounds/1.pgn']
  const get = async (path: string) => {
    const { statusCode, body = '' } = await router(httpEvent('GET', path, {}))
    return { status: statusCode, plies: body.match(/ e5\b/g)?.length ?? 0 }
  }
  const looks = () => asked.filter((each) => each === INDEX).length
  // All boards are read once for each of the two.
  for (const path of paths) await get(path)
  of.clock.pass(500)
  const other = openService(ports)
  need(await append(other, [move('m2', 'black', 'e7', 'e5', 5_000)], { game: 'r1b0' }))
  await createProjector(other).onChange('game#r1b0')
  asked.length = 0
  const polled = await Promise.all(Array.from({ length: 40 }, (_, k) => get(paths[k % 2]!)))
  expect(looks()).toBe(1)
  expect(polled.map(({ status, plies }) => [status, plies])).toEqual(
    polled.map((_, k) => [200, k % 2 === 0 ? 1 : 0]),
  )
  of.clock.pass(499)
  await get(paths[0]!)
  expect(looks()).toBe(1)
  of.clock.pass(1)
  await get(paths[0]!)
  expect(looks()).toBe(2)
  // After the clock was set back nothing that was read before that is taken for new.
  of.clock.pass(-60_000)
  await get(paths[0]!)
  expect(looks()).toBe(3)
})

test('a look at an index that failed is made again by who asks next', async () => {
  const { views, ...ports } = few
  let isAway = true
  const query: typeof views.query = (...of) => {
    if (isAway) throw new Error('the store is away')
    return views.query(...of)
  }
  const readModels = createReadModels({ ...ports, views: { ...views, query } }, { indexSharedForMs: 500 })
  const reader = (await readModels.open())!
  const read = () => reader.round('T', '1', null)
  const failed = await Promise.allSettled([read(), read()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect((await read())?.seats).toHaveLength(FEW)
})
