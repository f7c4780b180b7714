/** Delay is a property of a view: what the public sees late is, to the byte, what was to be seen then. */
import { expect, test } from 'vitest'
import { syncRecord } from '../../functions/integrity/sync/run.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { numbers } from '../kit/games.ts'
import { move, press, report } from '../kit/reports.ts'
import { type Answer, openClient, type ServiceClient, START, TIMED, testPorts } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

const MINUTE = 60_000
const GAMES = ['a', 'b', 'c']

/** Every feed that answers at once, of every game and view. */
const PATHS = ROUTES.filter(
  ({ feed, path }) => feed && !path.startsWith('/delayed') && !path.endsWith('stream'),
)
  .flatMap(({ path }) => {
    const placed = path.replace('{t}', 'T').replace('{r}', '1').replace('{n}', '2')
    return placed.includes('{g}') ? GAMES.map((game) => placed.replace('{g}', game)) : [placed]
  })
  // A tournament's settings are always those of now.
  .filter((path) => path !== '/tournaments/T')
  .flatMap((path) => (path.endsWith('.pgn') ? [path, `${path}?view=text`, `${path}?view=split`] : [path]))
  .concat(
    GAMES.flatMap((game) => [`/games/${game}/state?seq=5`, `/games/${game}/state?at=2026-03-14T14:10:00Z`]),
  )

/** What a client gets, but for the request's own id. */
function received({ status, headers: { 'x-request-id': _, ...headers }, text }: Answer) {
  return { status, headers, text }
}

interface World {
  readonly client: ServiceClient
  readonly token: string
  readonly reader: string
  readonly events: ReturnType<typeof playing>
}

/** Reports about games as they might come in: `lag` is how slow the boards' clocks are, ms. */
function playing(client: ServiceClient, token: string, pick: (below: number) => number, lag: number) {
  const reported = new Map<string, number>()
  const queued = new Map<string, object[]>()
  const LINES = [
    'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6',
    'd2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7',
    'g1f3 g8f6 e2e5 d7d5',
  ]
  let ids = 0
  return async () => {
    const game = GAMES[pick(GAMES.length)]!
    const now = client.ports.clock.now()
    const at = now - lag - START
    const id = () => `r${++ids}`
    const ply = reported.get(game) ?? 0
    const side = ply % 2 === 0 ? 'white' : 'black'
    const text = LINES[GAMES.indexOf(game)]!.split(' ')[ply]
    const batch: object[] = queued.get(game) ?? []
    const kind = pick(12)
    if (kind === 0) batch.push(report(id(), 'piece-touched', side, { squares: ['e2'] }, at))
    else if (kind === 1) batch.push(report(id(), 'draw-offered', side, {}, at))
    else if (kind === 2)
      batch.push(report(id(), 'clock-read', 'clock', { white: 5_000_000, black: 5_100_000 }, at))
    else if (kind === 3 && ply > 2)
      batch.push(report(id(), 'report-corrected', 'arbiter', { seqs: [3 + pick(3)], reason: 'misread' }, at))
    else if (kind === 4)
      batch.push(
        report(id(), 'details-corrected', 'arbiter', { fields: { event: 'Other' }, reason: 'wrong' }, at),
      )
    else if (kind === 5 && pick(4) === 0) batch.push(report(id(), 'resigned', side, {}, at))
    else if (kind === 6) {
      const boards = [1, 2, 3].map((board, k) => ({ board, game: GAMES[(k + pick(3)) % 3] }))
      if (new Set(boards.map((seat) => seat.game)).size === 3)
        await client.ask('PATCH', '/tournaments/T/rounds/1', { token, body: { boards } })
    } else if (text !== undefined) {
      batch.push(move(id(), side, text.slice(0, 2), text.slice(2, 4), at), press(id(), side, at + 1))
      reported.set(game, ply + 1)
    }
    // A venue that was offline sends what it stored, with the instants of then.
    if (pick(3) === 0) queued.set(game, batch)
    else if (batch.length > 0) {
      queued.delete(game)
      const answer = await client.ask('POST', `/games/${game}/events`, { token, body: { events: batch } })
      if (answer.status !== 200) throw new Error(answer.text)
    }
  }
}

async function world(pick: (below: number) => number, lag: number): Promise<World> {
  const client = await openClient()
  const token = await client.token('arbiter')
  const reader = await client.token('reader')
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  const games = GAMES.map((id) => ({ ...TIMED, id, white: { name: `W ${id}` }, black: { name: `B ${id}` } }))
  await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { games } })
  for (const game of GAMES)
    await client.ask('POST', `/games/${game}/events`, {
      token,
      body: { events: [report('s', 'session-started', 'arbiter', {}, -lag)] },
    })
  return { client, token, reader, events: playing(client, token, pick, lag) }
}

/**
 * A round's increments have the instant as id from which their reader sees them, which the delay moves, and the tag with it; all
 * else of an answer stays as it is.
 */
function shownAfter(answer: object | undefined, path: string, later: number): object | undefined {
  if (answer === undefined || !/rounds\/[^/]+\/changes/.test(path)) return answer
  const { headers, text, ...rest } = answer as { headers: Record<string, string>; text: string }
  const { etag: _, ...others } = headers
  const moved = text.replace(/^\{"id":"(\d+)/, (_id, instant: string) => `{"id":"${Number(instant) + later}`)
  return { ...rest, headers: others, text: moved }
}

/**
 * Saves every feed at odd instants of a random round and compares it with the delayed one so many minutes after. Gives how
 * many undelayed answers had changed by then.
 */
async function compare(seed: number, lag: number) {
  const pick = numbers(seed)
  const delay = 1 + pick(30)
  const { client, reader, events } = await world(pick, lag)
  const saves = Array.from({ length: 3 }, () => 1 + 2 * pick(20 * MINUTE))
  const steps = [
    ...Array.from({ length: 40 }, () => ({ at: 2 * pick(25 * MINUTE), kind: 'report' as const })),
    ...saves.map((at) => ({ at, kind: 'save' as const })),
    ...saves.map((at) => ({ at: at + delay * MINUTE, kind: 'compare' as const })),
  ].sort((a, b) => a.at - b.at)
  const saved = new Map<number, Map<string, object>>()
  const all = async (prefix: string) => {
    const found = new Map<string, object>()
    for (const path of PATHS)
      for (const token of [undefined, reader])
        found.set(
          `${path} ${token === undefined}`,
          received(await client.ask('GET', `${prefix}${path}`, { token })),
        )
    return found
  }
  let compared = 0
  let moved = 0
  for (const { at, kind } of steps) {
    client.ports.clock.set(START + at)
    if (kind === 'report') await events()
    else if (kind === 'save') saved.set(at, await all(''))
    else {
      const then = saved.get(at - delay * MINUTE)!
      for (const [path, answer] of await all(`/delayed/${delay}`))
        expect(shownAfter(answer, path, 0), `seed ${seed}, ${delay} minutes, ${path}`).toEqual(
          shownAfter(then.get(path), path, delay * MINUTE),
        )
      const now = await all('')
      moved += [...then].filter(
        ([path, answer]) => JSON.stringify(answer) !== JSON.stringify(now.get(path)),
      ).length
      compared++
    }
  }
  expect(client.faults).toEqual([])
  expect(compared).toBe(3)
  return moved
}

test('seen late, every feed is to the byte what it was then: tags, refusals and what a token opens included', async () => {
  let moved = 0
  for (let seed = 1; seed <= trials(4); seed++) moved += await compare(seed, 0)
  // What is compared must have had something to hide.
  expect(moved).toBeGreaterThan(100)
})

test('so it is where the boards’ clocks are twenty minutes slow', async () => {
  let moved = 0
  for (let seed = 101; seed <= 100 + trials(4); seed++) moved += await compare(seed, 20 * MINUTE)
  // What is compared must have had something to hide.
  expect(moved).toBeGreaterThan(100)
})

test('a report from a clock that is fast happened when it was received, and is seen late from then on', async () => {
  const client = await openClient()
  const token = await client.token('arbiter')
  await client.ask('POST', '/games', { token, body: { id: 'g', ...TIMED } })
  const events = [
    report('s', 'session-started', 'arbiter'),
    move('m', 'white', 'e2', 'e4', 10 * MINUTE),
    press('p', 'white', 1000),
  ]
  await client.ask('POST', '/games/g/events', { token, body: { events } })
  const seq = async () => (await client.ask('GET', '/delayed/5/games/g')).json.seq
  for (const [minutes, seen] of [
    [4.9, undefined],
    [5, 4],
    [10, 4],
  ] as const) {
    client.ports.clock.set(START + minutes * MINUTE)
    expect(await seq(), `${minutes}`).toBe(seen)
  }
})

/** A tournament that the public sees a quarter of an hour late. */
async function lateTournament() {
  const pick = numbers(7)
  const made = await world(pick, 0)
  const { client, token } = made
  await client.ask('PATCH', '/tournaments/T', { token, body: { delay: 15 } })
  return made
}

test('a tournament’s delay holds on every feed: nothing sooner, and the refusal says truly where to look', async () => {
  const { client, events, reader } = await lateTournament()
  client.ports.clock.set(START + 20 * MINUTE)
  const before = new Map<string, string>()
  for (const round of [0, 1]) {
    for (const path of PATHS) {
      const refusal = await client.ask('GET', path)
      expect([path, refusal.status, refusal.json.type]).toEqual([path, 403, 'urn:touchmove:problem:delayed'])
      expect((await client.ask('GET', `/delayed/14${path}`)).text, path).toBe(refusal.text)
      expect(refusal.headers['cache-control'], path).toBe('no-store')
      // What has happened since makes no difference to what the refusal says.
      expect(refusal.text, path).toBe(before.get(path) ?? refusal.text)
      before.set(path, refusal.text)
      const place = /the same path under (\S+)$/.exec(refusal.json.detail)?.[1] ?? ''
      const late = await client.ask('GET', `${place}${path}`)
      expect([path, late.status]).not.toEqual([path, 403])
      expect((await client.ask('GET', path, { token: reader })).status, path).not.toBe(403)
    }
    for (let k = 0; k < 30 && round === 0; k++) await events()
  }
})

test('before the public may know of a game or a round, it is refused as one that there is not, to the byte', async () => {
  const client = await openClient()
  const token = await client.token('admin')
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open', delay: 15 } })
  const games = [{ ...TIMED, id: 'there' }]
  await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { games } })
  const paths = ROUTES.filter(
    ({ feed, path }) => feed && /^\/(?:games\/\{g\}|tournaments\/\{t\}\/rounds\/\{r\})/.test(path),
  ).map(({ path }) => path.replace('{t}', 'T').replace('{n}', '1'))
  expect(paths.length).toBeGreaterThan(8)
  const answers = async (game: string, round: string) => {
    const seen = []
    for (const path of paths) {
      const { status, headers, text } = received(
        await client.ask('GET', path.replace('{g}', game).replace('{r}', round)),
      )
      seen.push({
        path,
        status,
        headers,
        text: text.replaceAll(`game ${game}`, 'G').replaceAll(`round ${round}`, 'R'),
      })
    }
    return seen
  }
  const strange = (await answers('none', '9')).map((each) => JSON.stringify(each).replace(/ID\d+/g, ''))
  expect((await answers('there', '1')).map((each) => JSON.stringify(each).replace(/ID\d+/g, ''))).toEqual(
    strange,
  )
  client.ports.clock.set(START + 16 * MINUTE)
  for (const { path, status } of await answers('there', '1')) expect([path, status]).toEqual([path, 403])
})

test('what was not open to the public stays so with a delay; what a tournament opens is open late', async () => {
  const { client, token } = await lateTournament()
  client.ports.clock.set(START + 20 * MINUTE)
  for (const path of ['/delayed/15/games/a/events', '/delayed/15/games/a/audit'])
    expect([path, (await client.ask('GET', path)).status]).toEqual([path, 401])
  expect((await client.ask('GET', '/delayed/15/games/a')).json).not.toHaveProperty('verdicts')
  await client.ask('PATCH', '/tournaments/T', { token, body: { openVerdicts: true } })
  await client.ask('POST', '/games/a/events', {
    token,
    body: { events: [report('r', 'resigned', 'white', {}, 20 * MINUTE)] },
  })
  const [record, trail] = [
    (await client.ask('GET', '/delayed/15/games/a/events')).json,
    (await client.ask('GET', '/delayed/15/games/a/audit')).json,
  ]
  expect([record.head, record.events.length, trail.commits.length]).toEqual([2, 2, 2])
  expect((await client.ask('GET', '/delayed/15/games/a')).json.verdicts).toEqual([])
  expect((await client.ask('GET', '/games/a')).status).toBe(403)
})

test('a delay is a number of minutes up to a week', async () => {
  const { client } = await lateTournament()
  client.ports.clock.set(START + 20_000 * MINUTE)
  for (const [minutes, status] of [
    ['10080', 200],
    ['10081', 404],
    ['-1', 404],
    ['1e3', 404],
    ['x', 404],
    ['15.0', 404],
  ])
    expect([minutes, (await client.ask('GET', `/delayed/${minutes}/games/a`)).status]).toEqual([
      minutes,
      status,
    ])
})

test('what a venue recorded offline is seen late from when it came here, not from when it was recorded there', async () => {
  const ids = (name: string) => {
    let count = 0
    return { next: () => `${name}${++count}` }
  }
  const venue = await openClient(testPorts({ ids: ids('V') }))
  const cloud = await openClient(testPorts({ ids: ids('C') }))
  const token = await venue.token('admin')
  await venue.ask('POST', '/games', { token, body: { id: 'g', ...TIMED } })
  const events = [report('s', 'session-started', 'arbiter'), move('m', 'white', 'e2', 'e4', 1000)]
  await venue.ask('POST', '/games/g/events', { token, body: { events } })
  cloud.ports.clock.set(START + 60 * MINUTE)
  const admin = await cloud.token('admin')
  const side = (client: ServiceClient, held: string) => ({
    request: (method: string, path: string, ask = {}) => client.ask(method, path, { token: held, ...ask }),
  })
  await syncRecord(side(venue, token), side(cloud, admin), {})
  expect((await cloud.ask('GET', '/games/g')).json.seq).toBe(3)
  for (const [minutes, status] of [
    [60, 404],
    [69.9, 404],
    [70, 200],
  ] as const) {
    cloud.ports.clock.set(START + minutes * MINUTE)
    expect([minutes, (await cloud.ask('GET', '/delayed/10/games/g')).status]).toEqual([minutes, status])
  }
})

test('a delay that is lowered shows what is older than the new one at once, and nothing younger', async () => {
  const client = await openClient()
  const token = await client.token('admin')
  await client.ask('POST', '/tournaments', { token, body: { id: 'L', name: 'Open', delay: 15 } })
  const games = [{ ...TIMED, id: 'l' }]
  await client.ask('POST', '/tournaments/L/rounds/1/games', { token, body: { games } })
  const send = (...events: object[]) => client.ask('POST', '/games/l/events', { token, body: { events } })
  const moves = async (path: string) => (await client.ask('GET', path)).text.match(/\b[12]\. \w+/g)
  await send(report('s', 'session-started', 'arbiter'), move('m1', 'white', 'e2', 'e4', 1000))
  client.ports.clock.pass(6 * MINUTE)
  await send(move('m2', 'black', 'e7', 'e5', 6 * MINUTE), move('m3', 'white', 'g1', 'f3', 6 * MINUTE))
  expect((await client.ask('GET', '/delayed/5/games/l.pgn')).status).toBe(404)
  expect((await client.ask('GET', '/delayed/15/games/l.pgn')).status).toBe(404)
  const lowered = await client.ask('PATCH', '/tournaments/L', { token, body: { delay: 5 } })
  expect(lowered.status).toBe(200)
  expect(await moves('/delayed/5/games/l.pgn')).toEqual(['1. e4'])
  for (const path of ['/games/l.pgn', '/delayed/4/games/l.pgn'])
    expect((await client.ask('GET', path)).status).toBe(403)
  expect((await client.ask('PATCH', '/tournaments/L', { token, body: { delay: 20 } })).status).toBe(200)
  expect((await client.ask('GET', '/delayed/5/games/l.pgn')).status).toBe(404)
})
