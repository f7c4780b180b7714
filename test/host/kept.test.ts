/** Replies given again: to the byte what the whole way would have answered, whatever happened meanwhile. */
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { openShelf } from '../../functions/host/kept/shelf.ts'
import { erasePerson } from '../../functions/record/erase.ts'
import { memoryDocuments } from '../../functions/store/memory.ts'
import { numbers } from '../kit/games.ts'
import { move, press, report } from '../kit/reports.ts'
import { ADMIN, TIMED } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'
import { keptDesk } from './kept-desk.ts'

const MINUTE = 60_000
const GAMES = ['a', 'b']
const PATHS = [
  '/games/a.pgn',
  '/games/b',
  '/games/a.pgn?view=text',
  '/games/a/state?seq=2',
  '/games/missing.pgn',
  '/tournaments/T',
  '/tournaments/T.pgn',
  '/tournaments/T/rounds/1.pgn',
  '/tournaments/T/rounds/1/game-2.pgn',
  '/tournaments/T/rounds/1/games',
  '/livechess/T/tournament.json',
  '/livechess/T/round-1/index.json',
  '/livechess/T/round-1/game-1.json?poll=7',
].flatMap((path) => [path, `/delayed/5${path}`])

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

async function playing(change = {}) {
  const kept = await keptDesk(change)
  open.push(kept)
  const { desk } = kept
  const token = await desk.token('admin')
  const tell = async (method: string, path: string, body: unknown) => {
    const answer = await desk.ask(method, path, { token, body })
    if (answer.status >= 300) throw new Error(answer.text)
  }
  await tell('POST', '/tournaments', { id: 'T', name: 'Open' })
  const games = GAMES.map((id) => ({ ...TIMED, id, white: { name: `W ${id}` }, black: { name: `B ${id}` } }))
  await tell('POST', '/tournaments/T/rounds/1/games', { games })
  let ids = 0
  /** Reports with the clock's instant, each with an id of its own. */
  const send = (game: string, ...events: object[]) => {
    const at = new Date(desk.ports.clock.now()).toISOString()
    const own = events.map((event) => ({ ...event, id: `e${++ids}`, at }))
    return tell('POST', `/games/${game}/events`, { events: own })
  }
  // Long enough to be compressed.
  const opening = Array.from({ length: 20 }, (_, ply) => pushed(ply))
  for (const game of GAMES) await send(game, report('s', 'session-started', 'arbiter'), ...opening)
  return { ...kept, token, tell, send, clock: desk.ports.clock }
}

test('in every coding and with every tag held, what is given again is what the whole way answers', async () => {
  const pick = numbers(11)
  const { got, gotWhole, given, tell, send, clock, desk } = await playing()
  const plies = new Map(GAMES.map((game) => [game, 20]))
  const happens = [
    async () => {
      const game = GAMES[pick(2)]!
      const ply = plies.get(game)!
      plies.set(game, ply + 1)
      await send(game, pushed(ply), press('', ply % 2 === 0 ? 'white' : 'black'))
    },
    () => tell('PATCH', '/tournaments/T', { delay: [0, 0, 5][pick(3)], name: `Open ${pick(2)}` }),
    () => tell('PATCH', '/tournaments/T', { openVerdicts: pick(2) === 0 }),
    () => {
      const boards = GAMES.map((game, k) => ({ board: 1 + k, game }))
      const turned = GAMES.map((game, k) => ({ board: 2 - k, game }))
      return tell('PATCH', '/tournaments/T/rounds/1', { boards: pick(2) === 0 ? boards : turned })
    },
    async () => clock.pass(1 + pick(4 * MINUTE)),
    async () => clock.pass(1),
    async () => clock.pass(-pick(MINUTE)),
  ]
  for (let step = 0; step < trials(16); step++) {
    await happens[pick(happens.length)]!()
    for (let k = 0; k < 6; k++) {
      const path = PATHS[pick(PATHS.length)]!
      const coding = { 'accept-encoding': ['gzip', 'br, gzip', 'identity', 'gzip;q=0'][pick(4)]! }
      const first = await got(path, coding)
      const tag = first.headers['etag'] ?? '"none"'
      for (const held of [undefined, tag, `W/${tag}`, '"old", *', '*', '"old"', tag.replace('-gzip', '')]) {
        const headers = { ...coding, ...(held !== undefined && { 'if-none-match': held }) }
        const [one, other] = [await got(path, headers), await gotWhole(path, headers)]
        expect({ ...one, requestId: '' }, `${path} ${held}`).toEqual({ ...other, requestId: '' })
      }
    }
  }
  expect(desk.faults).toEqual([])
  expect(given()).toBeGreaterThan(trials(16) * 10)
})

test('once a report has been answered, nobody is given what was there before it', async () => {
  const { got, send, given } = await playing()
  for (let ply = 20; ply < 32; ply++) {
    for (const path of ['/games/a.pgn', '/tournaments/T/rounds/1.pgn']) {
      expect((await got(path)).bytes.toString()).toContain(`[PlyCount "${ply}"]`)
      await got(path)
    }
    await send('a', pushed(ply))
  }
  expect(given()).toBe(24)
})

test('a record that moves while a reply is made of it leaves nothing to be given again', async () => {
  const registry = memoryDocuments<unknown>()
  let gate: Promise<void> | null = null
  let reached = () => {}
  const gated = {
    ...registry,
    async get(pk: string, sk: string) {
      const found = await registry.get(pk, sk)
      if (gate !== null && pk === 'tournament') {
        reached()
        await gate
      }
      return found
    },
  }
  const { got, send, tell, given } = await playing({ registry: gated })
  for (const [path, change] of [
    ['/games/a.pgn', () => send('a', pushed(20))],
    ['/games/a.pgn?view=text', () => tell('PATCH', '/tournaments/T', { name: 'Other' })],
  ] as const) {
    let release = () => {}
    gate = new Promise((resolve) => {
      release = resolve
    })
    const waiting = new Promise<void>((resolve) => {
      reached = resolve
    })
    const asked = got(path)
    await waiting
    gate = null
    await change()
    release()
    await asked
    const before = given()
    const after = (await got(path)).bytes.toString()
    expect([given(), after]).toEqual([before, expect.stringContaining('11. c4')])
  }
})

test('seen late, what is kept gives way by time alone, and a clock set back shows nothing sooner', async () => {
  const { got, send, clock, given } = await playing()
  const path = '/delayed/5/games/a.pgn'
  const moves = async () => (await got(path)).bytes.toString().includes('11. c4')
  clock.pass(MINUTE)
  await send('a', pushed(20))
  const at = clock.now()
  clock.set(at + 5 * MINUTE - 1)
  expect([await moves(), await moves(), given()]).toEqual([false, false, 1])
  clock.pass(1)
  expect([await moves(), await moves(), given()]).toEqual([true, true, 2])
  clock.pass(-1)
  expect(await moves()).toBe(false)
})

test('a tournament that is shown late from now on is refused at once, and open again as soon', async () => {
  const { got, tell, clock } = await playing()
  clock.pass(10 * MINUTE)
  const status = async () => (await got('/games/a.pgn')).status
  expect([await status(), await status()]).toEqual([200, 200])
  for (const [delay, expected] of [
    [5, 403],
    [0, 200],
    [5, 403],
  ]) {
    await tell('PATCH', '/tournaments/T', { delay })
    expect([await status(), await status()]).toEqual([expected, expected])
  }
})

test('a token goes the whole way: one that was revoked is refused although the public has its reply', async () => {
  const { got, desk, given, tell, clock } = await playing()
  clock.pass(10 * MINUTE)
  const reader = await desk.token('reader')
  await tell('PATCH', '/tournaments/T', { delay: 5 })
  const asReader = { authorization: `Bearer ${reader}` }
  expect((await got('/games/a.pgn', asReader)).status).toBe(200)
  expect((await got('/games/a.pgn')).status).toBe(403)
  await tell('PATCH', '/tournaments/T', { delay: 0 })
  for (const headers of [{}, {}, { authorization: 'Bearer a.b.c' }, { authorization: 'Basic x' }])
    expect((await got('/games/a.pgn', headers)).status).toBe('authorization' in headers ? 401 : 200)
  expect(given()).toBe(1)
})

test('what was read of a person who has been erased since is not given again', async () => {
  const { got, desk, given } = await playing()
  const shown = async () => (await got('/games/a.pgn')).bytes.toString()
  expect([await shown(), await shown()]).toEqual(Array(2).fill(expect.stringContaining('W a')))
  const [first] = await desk.ports.log.load('game#a', 0)
  const { person } = JSON.parse(first!.body).events[0].data.white
  const erased = await erasePerson(desk.service, ADMIN, person)
  expect([erased.ok, given()]).toEqual([true, 1])
  expect(await shown()).not.toContain('W a')
})

test('a request with a body, HEAD and other methods go the whole way', async () => {
  const { got, gotWhole, given } = await playing()
  await got('/games/a.pgn')
  for (const [method, headers] of [
    ['HEAD', {}],
    ['DELETE', {}],
    ['GET', { 'content-length': '0' }],
  ] as const) {
    const [one, other] = [
      await got('/games/a.pgn', headers, method),
      await gotWhole('/games/a.pgn', headers, method),
    ]
    expect({ ...one, requestId: '' }).toEqual({ ...other, requestId: '' })
  }
  expect(given()).toBe(0)
})

test('requests sent in a row on one connection are answered in their order, those given again among others', async () => {
  const { got, url, given } = await playing()
  await got('/games/a.pgn')
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const paths = ['/games/a.pgn', '/games/a.pgn', '/nowhere', '/games/a.pgn', '/games/b', '/games/a.pgn']
  for (const [k, path] of paths.entries())
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: x\r\nx-request-id: r${k}\r\nconnection: ${k === 5 ? 'close' : 'keep-alive'}\r\n\r\n`,
    )
  const text = (await buffer(socket)).toString()
  const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/)
  const named = answers.map(
    (answer) => `${/^x-request-id: (\w+)/im.exec(answer)?.[1]} ${answer.slice(9, 12)}`,
  )
  expect(named).toEqual(['200', '200', '404', '200', '200', '200'].map((status, k) => `r${k} ${status}`))
  expect(given()).toBe(4)
})

test('each reply has an id of its own, or the caller’s, and is told to the log and counted', async () => {
  const { got, lines, metrics, given } = await playing()
  const route = '/tournaments/{t}.pgn'
  const first = await got('/tournaments/T.pgn', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(first.bytes).toString()).toContain('[GameId "a"]')
  const tag = first.headers['etag']!
  const ids = [first.requestId]
  for (const headers of [{}, {}, { 'if-none-match': tag }, { 'x-request-id': 'mine' }])
    ids.push((await got('/tournaments/T.pgn', { 'accept-encoding': 'gzip', ...headers })).requestId)
  expect([given(), new Set(ids).size, ids.at(-1)]).toEqual([4, 5, 'mine'])
  const told = lines.filter((line) => line['event'] === 'request' && line['route'] === route)
  expect(told.map(({ requestId }) => requestId)).toEqual(ids)
  expect(told.map(({ status, level }) => [level, status])).toEqual(
    [200, 200, 200, 304, 200].map((status) => ['debug', status]),
  )
  const text = await metrics.render()
  expect(text).toContain(`touchmove_requests_total{method="GET",route="${route}",status="304"} 1\n`)
  expect(text).toMatch(
    /touchmove_request_seconds_count\{method="GET",route="\/tournaments\/\{t\}\.pgn"\} 5\n/,
  )
})

test('where other processes write too, nothing is given again', async () => {
  const { got, given } = await playing({ soleWriter: false })
  for (let k = 0; k < 3; k++) expect((await got('/games/a.pgn')).status).toBe(200)
  expect(given()).toBe(0)
})

test('a full shelf gives up first what nobody asked for, and never holds more than it may', () => {
  const shelf = openShelf<string>({ mostEntries: 3, mostBytes: 100 })
  for (const key of ['a', 'b', 'c']) shelf.put(key, key, 10)
  expect(shelf.take('a')).toBe('a')
  shelf.put('d', 'd', 10)
  expect(['a', 'b', 'c', 'd'].map((key) => shelf.take(key) ?? '-').join('')).toBe('a-cd')
  shelf.put('e', 'e', 95)
  expect(['a', 'c', 'd', 'e'].map((key) => shelf.take(key) ?? '-').join('')).toBe('---e')
  shelf.put('f', 'f', 101)
  expect([shelf.take('e'), shelf.take('f')]).toEqual(['e', undefined])
})
