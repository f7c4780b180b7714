/** Whatever happened meanwhile, a cached reply is to the byte what would be read and rendered anew. */
import { afterEach, expect, test } from 'vitest'
import { erasePerson } from '../../functions/app/erase.ts'
import { readContext } from '../../functions/feeds/read-context.ts'
import type { RenderedFeeds } from '../../functions/feeds/viewpoint.ts'
import { replyTo } from '../../functions/http/reply.ts'
import { route } from '../../functions/http/route.ts'
import type { Ports } from '../../functions/ports.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { memoryDocuments } from '../../functions/store/memory.ts'
import { numbers } from '../kit/games.ts'
import { move, press, report } from '../kit/reports.ts'
import { ADMIN, TIMED } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'
import { cachingClient } from './caching-client.ts'

const MINUTE = 60_000
const GAMES = ['a', 'b', 'c']
const CACHED = [
  '/games/a.pgn',
  '/games/a.pgn?view=text',
  '/games/a.pgn?clocks=false&dialect=lichess',
  '/games/a.pgn?seq=2',
  '/tournaments/T.pgn',
  '/tournaments/T/rounds/1.pgn',
  '/tournaments/T/rounds/1.pgn?view=text',
  '/tournaments/T/rounds/1/game-2.pgn',
  '/livechess/T/tournament.json',
  '/livechess/T/round-1/index.json',
  '/livechess/T/round-1/game-1.json?poll=7',
]
const OTHERS = [
  '/games/b',
  '/games/a/state?seq=2',
  '/games/missing.pgn',
  '/tournaments/T',
  '/tournaments/T/rounds/1/games',
]
const PATHS = [...CACHED, ...OTHERS].flatMap((path) => [path, `/delayed/5${path}`])

/** 32 plies in which each pawn goes one square, then another. */
function pushed(ply: number) {
  const file = 'abcdefgh'[(ply % 16) >> 1]!
  const gone = ply < 16 ? 0 : 1
  return ply % 2 === 0
    ? move('', 'white', `${file}${2 + gone}`, `${file}${3 + gone}`)
    : move('', 'black', `${file}${7 - gone}`, `${file}${6 - gone}`)
}

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function playing(change: Partial<Ports> = {}, routes = ROUTES) {
  const cached = await cachingClient(change, routes)
  open.push(cached)
  const { client } = cached
  const token = await client.token('admin')
  const asAdmin = { authorization: `Bearer ${token}` }
  const tell = async (method: string, path: string, body: object) => {
    const reply = await cached.got(path, asAdmin, method, body)
    if (reply.status >= 300) throw new Error(reply.bytes.toString())
  }
  await tell('POST', '/tournaments', { id: 'T', name: 'Open' })
  const games = GAMES.map((id) => ({ ...TIMED, id, white: { name: `W ${id}` }, black: { name: `B ${id}` } }))
  await tell('POST', '/tournaments/T/rounds/1/games', { games })
  let ids = 0
  /** Reports with the clock's instant, each with an id of its own. */
  const send = (game: string, ...events: object[]) => {
    const at = new Date(client.ports.clock.now()).toISOString()
    const own = events.map((event) => ({ ...event, id: `e${++ids}`, at }))
    return tell('POST', `/games/${game}/events`, { events: own })
  }
  // Long enough to be compressed.
  const opening = Array.from({ length: 20 }, (_, ply) => pushed(ply))
  for (const game of GAMES) await send(game, report('s', 'session-started', 'arbiter'), ...opening)
  /** Erases one of the players of a game. */
  const erase = async (game: string, side: 'white' | 'black') => {
    const [first] = await client.ports.log.load(`game#${game}`, 0)
    const { person } = JSON.parse(first!.body).events[0].data[side]
    const erased = await erasePerson(cached.service, ADMIN, person)
    if (!erased.ok) throw new Error(erased.error.message)
  }
  const text = async (path: string) => (await cached.got(path)).bytes.toString()
  return { ...cached, tell, send, erase, text, clock: client.ports.clock }
}

test('in every coding and with every tag held, a host answers what would be read and rendered anew', async () => {
  const pick = numbers(11)
  const { got, gotAnew, tell, send, erase, clock, client, cache } = await playing()
  const plies = new Map(GAMES.map((game) => [game, 20]))
  const happens = [
    async () => {
      const game = GAMES[pick(GAMES.length)]!
      const ply = plies.get(game)!
      plies.set(game, ply + 1)
      await send(game, pushed(ply), press('', ply % 2 === 0 ? 'white' : 'black'))
    },
    () => tell('PATCH', '/tournaments/T', { delay: [0, 0, 5][pick(3)], name: `Open ${pick(2)}` }),
    () => tell('PATCH', '/tournaments/T', { openVerdicts: pick(2) === 0, site: `Hall ${pick(3)}` }),
    () => {
      const turn = pick(GAMES.length)
      const boards = GAMES.map((game, k) => ({ board: 1 + ((k + turn) % GAMES.length), game }))
      return tell('PATCH', '/tournaments/T/rounds/1', { boards })
    },
    () => tell('PATCH', '/tournaments/T/rounds/1', { start: `2026-03-1${pick(9)}T09:00:00Z`, reason: 'x' }),
    () => {
      const fields = { event: `Corrected ${pick(3)}`, white: { name: `White ${pick(3)}` } }
      const corrected = report('', 'details-corrected', 'arbiter')
      return send(GAMES[pick(GAMES.length)]!, { ...corrected, data: { fields, reason: 'x' } })
    },
    () => erase(GAMES[pick(GAMES.length)]!, pick(2) === 0 ? 'white' : 'black'),
    async () => clock.pass(1 + pick(4 * MINUTE)),
    async () => clock.pass(1),
    async () => clock.pass(-pick(MINUTE)),
  ]
  for (let step = 0; step < trials(8); step++) {
    await happens[pick(happens.length)]!()
    for (let k = 0; k < 6; k++) {
      const path = PATHS[pick(PATHS.length)]!
      const coding = { 'accept-encoding': ['gzip', 'br, gzip', 'identity', 'gzip;q=0'][pick(4)]! }
      const first = await got(path, coding)
      const tag = first.headers['etag'] ?? '"none"'
      for (const held of [undefined, tag, `W/${tag}`, '"old", *', '*', '"old"', tag.replace('-gzip', '')]) {
        const headers = { ...coding, ...(held !== undefined && { 'if-none-match': held }) }
        expect(await got(path, headers), `${path} ${held}`).toEqual(await gotAnew(path, headers))
      }
    }
  }
  expect(client.faults).toEqual([])
  expect(cache.size).toBeGreaterThan(0)
})

test('what has not changed is neither rendered nor compressed again', async () => {
  const { got, cache } = await playing()
  for (const path of CACHED) {
    const first = await got(path, { 'accept-encoding': 'br' })
    const [texts, bytes] = [cache.rendered.length, cache.compressed.length]
    const again = await got(path, { 'accept-encoding': 'br' })
    expect([first.status, again], path).toEqual([200, first])
    expect([cache.rendered.length, cache.compressed.length], path).toEqual([texts, bytes])
  }
  expect(cache.compressed.length).toBeGreaterThan(0)
})

test('a 304 renders nothing, also where nothing is cached', async () => {
  const { got, cache } = await playing()
  for (const path of CACHED) {
    const { headers } = await got(path)
    cache.clear()
    const before = cache.rendered.length
    expect((await got(path, { 'if-none-match': headers['etag']! })).status, path).toBe(304)
    expect(cache.rendered.length, path).toBe(before)
  }
})

test('after a move at one board only its game is rendered again', async () => {
  const { send, text, cache } = await playing()
  await text('/tournaments/T/rounds/1.pgn')
  await send('b', pushed(20))
  cache.rendered.length = 0
  expect(await text('/tournaments/T/rounds/1.pgn')).toContain('11. c4')
  const [game, whole] = cache.rendered
  expect([cache.rendered.length, game, whole]).toEqual([
    2,
    expect.stringMatching(/ game b of T\/1$/),
    expect.stringMatching(/^round pgn /),
  ])
})

test('once a report has been answered, nobody is given what was there before it', async () => {
  const { text, send } = await playing()
  for (let ply = 20; ply < 32; ply++) {
    for (const path of ['/games/a.pgn', '/tournaments/T/rounds/1.pgn', '/tournaments/T.pgn'])
      for (let k = 0; k < 2; k++) expect(await text(path)).toContain(`[PlyCount "${ply}"]`)
    await send('a', pushed(ply))
  }
})

/** A game's text with a tag of its tournament and one of its round, as somebody will want it one day. */
const taggedFile = route({
  method: 'GET',
  path: '/tournaments/{t}/tagged',
  summary: 'For a test',
  open: true,
  replies: {},
  async handler(service: RenderedFeeds, request) {
    const seen = await readContext(service, request).tournament(request.params.t, (seated) =>
      service.responses.text(`tagged ${seated.name}`, seated.version, () => {
        const { tournament, round, board, game, state } = seated
        const { site, delay, openVerdicts, name } = tournament
        const { start, publishedAt, closedAt } = round
        const white = state.details?.white.name
        return JSON.stringify([
          ...[name, site, delay, openVerdicts],
          ...[start, publishedAt, closedAt],
          ...[board, game, white, state.seq],
        ])
      }),
    )
    return replyTo(seen, ({ rounds }) => ({
      statusCode: 200,
      body: rounds.flatMap(({ games }) => games).join('\n'),
    }))
  },
})

test('a tag that a rendering takes from the tournament, the round, the seat or a person is never stale', async () => {
  const { text, gotAnew, tell, send, erase } = await playing({}, [...ROUTES, taggedFile])
  const path = '/tournaments/T/tagged'
  const changes: (() => Promise<void>)[] = [
    () => tell('PATCH', '/tournaments/T', { name: 'Masters' }),
    () => tell('PATCH', '/tournaments/T', { site: 'Hall' }),
    () => tell('PATCH', '/tournaments/T', { openVerdicts: true }),
    () => tell('PATCH', '/tournaments/T/rounds/1', { start: '2026-03-15T09:00:00Z', reason: 'later' }),
    () => tell('PATCH', '/tournaments/T/rounds/1', { published: true }),
    () => tell('PATCH', '/tournaments/T/rounds/1', { closed: true }),
    () =>
      tell('PATCH', '/tournaments/T/rounds/1', {
        boards: GAMES.map((game, k) => ({ board: 1 + ((k + 1) % GAMES.length), game })),
      }),
    () => send('a', pushed(20)),
    () => erase('a', 'white'),
  ]
  for (const change of changes) {
    const before = await text(path)
    expect(await text(path)).toBe(before)
    await change()
    const after = await text(path)
    expect(after, String(change)).not.toBe(before)
    expect(after).toBe((await gotAnew(path)).bytes.toString())
  }
})

test('a record that moves while a reply is made of it leaves nothing stale behind', async () => {
  const registry = memoryDocuments<unknown>()
  let barrier: Promise<void> | null = null
  let reached = () => {}
  const gated = {
    ...registry,
    async get(pk: string, sk: string) {
      const found = await registry.get(pk, sk)
      if (barrier !== null && pk === 'tournament') {
        reached()
        await barrier
      }
      return found
    },
  }
  const { text, gotAnew, send, tell } = await playing({ registry: gated })
  for (const [path, change] of [
    ['/games/a.pgn', () => send('a', pushed(20))],
    ['/tournaments/T/rounds/1.pgn', () => send('b', pushed(20))],
    ['/livechess/T/tournament.json', () => tell('PATCH', '/tournaments/T', { name: 'Other' })],
  ] as const) {
    let release = () => {}
    barrier = new Promise((resolve) => {
      release = resolve
    })
    const waiting = new Promise<void>((resolve) => {
      reached = resolve
    })
    const asked = text(path)
    await waiting
    barrier = null
    await change()
    release()
    await asked
    expect(await text(path)).toBe((await gotAnew(path)).bytes.toString())
  }
})

test('seen late, a reply gives way by time alone, and a clock set back shows nothing sooner', async () => {
  const { text, send, clock } = await playing()
  const path = '/delayed/5/games/a.pgn'
  const moves = async () => (await text(path)).includes('11. c4')
  clock.pass(MINUTE)
  await send('a', pushed(20))
  expect(await text('/games/a.pgn')).toContain('11. c4')
  const at = clock.now()
  clock.set(at + 5 * MINUTE - 1)
  expect([await moves(), await moves()]).toEqual([false, false])
  clock.pass(1)
  expect([await moves(), await moves()]).toEqual([true, true])
  clock.pass(-1)
  expect(await moves()).toBe(false)
})

test('a tournament that is shown late from now on is refused at once, and open again as soon', async () => {
  const { got, tell, clock } = await playing()
  clock.pass(10 * MINUTE)
  for (const path of ['/games/a.pgn', '/tournaments/T/rounds/1.pgn', '/livechess/T/tournament.json']) {
    const status = async () => (await got(path)).status
    expect([await status(), await status()]).toEqual([200, 200])
    for (const [delay, expected] of [
      [5, 403],
      [0, 200],
      [5, 403],
      [0, 200],
    ]) {
      await tell('PATCH', '/tournaments/T', { delay })
      expect([await status(), await status()], path).toEqual([expected, expected])
    }
  }
})

test('what a token opened is given to nobody without one', async () => {
  const { got, client, tell, clock } = await playing()
  clock.pass(10 * MINUTE)
  const reader = await client.token('reader')
  await tell('PATCH', '/tournaments/T', { delay: 5 })
  const asReader = { authorization: `Bearer ${reader}` }
  for (const path of CACHED) {
    expect((await got(path, asReader)).status, path).toBe(200)
    expect((await got(path)).status, path).toBe(403)
  }
  await tell('PATCH', '/tournaments/T', { delay: 0 })
  for (const path of CACHED)
    for (const headers of [{}, {}, { authorization: 'Bearer a.b.c' }, { authorization: 'Basic x' }])
      expect((await got(path, headers)).status).toBe('authorization' in headers ? 401 : 200)
  const [open, secret] = [await got('/games/a.pgn'), await got('/games/a.pgn', asReader)]
  expect([open.headers['cache-control'], secret.headers['cache-control']]).toEqual([
    expect.stringMatching(/^public/),
    expect.stringMatching(/^private/),
  ])
  expect(open.headers['etag']).not.toBe(secret.headers['etag'])
})

test('of a person who has been erased nothing is shown, and nothing stays in the cache', async () => {
  const { text, erase, cache } = await playing()
  const paths = ['/games/a.pgn', '/tournaments/T.pgn', '/livechess/T/round-1/index.json']
  for (const path of paths) for (let k = 0; k < 2; k++) expect(await text(path)).toMatch(/W a|"W"/)
  await erase('a', 'white')
  expect(cache.size).toBe(0)
  for (const path of paths) expect(await text(path)).not.toContain('W a')
})
