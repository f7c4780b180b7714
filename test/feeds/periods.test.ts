/** A period of the time control that begins by itself, when the flag of the one before it passes, is shown then and not with the next event. */
import { expect, test, vi } from 'vitest'
import { createProjector } from '../../functions/projections/projector.ts'
import { openService } from '../kit/compose.ts'
import { move, press, report } from '../kit/reports.ts'
import { type Desk, GAME, openDesk, START, testPorts } from '../kit/service.ts'
import { livingDesk } from './living-desk.ts'
import { follow, heldGame, heldRound } from './sse-kit.ts'

const MINUTE = 60_000

/** Two moves in ten minutes, then five minutes more; the flag or the count of moves ends the first period. */
const game = (turnover: 'flag' | 'moves') => ({
  ...GAME,
  id: 'g1',
  timeControl: { periods: [{ time: 10 * MINUTE, moves: 2 }, { time: 5 * MINUTE }], turnover },
})

/** White's clock runs from the start of the session. */
async function openRound(desk: Desk, token: string, turnover: 'flag' | 'moves' = 'flag', delay = 0) {
  await desk.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open', delay } })
  const body = { games: [game(turnover)] }
  expect((await desk.ask('POST', '/tournaments/T/rounds/1/games', { token, body })).status).toBe(201)
}

/** What each output shows of White's clock: seconds, and of those that tell it the period. */
async function outputs(desk: Desk, prefix = '') {
  const get = (path: string) => desk.ask('GET', `${prefix}${path}`)
  const { clocks, at } = (await get('/games/g1')).json
  const pgn = (await get('/games/g1.pgn')).text
  const round = (await get('/tournaments/T/rounds/1.pgn')).text
  const { clock } = (await get('/livechess/T/round-1/game-1.json')).json
  const [tag] = /\[WhiteClock "[^"]*"\]/.exec(pgn) ?? []
  expect(round).toContain(tag)
  expect(pgn).toContain(`[ReferenceTime "${at}"]`)
  expect(clock.time).toBe(Date.parse(at))
  return {
    at: Date.parse(at) - START,
    white: clocks.white,
    period: clocks.period.white,
    tag,
    seconds: clock.white,
  }
}

const BEFORE = { at: 0, white: 10 * MINUTE, period: 1, tag: '[WhiteClock "0:10:00"]', seconds: 600 }
const BEGUN = { at: 10 * MINUTE, white: 5 * MINUTE, period: 2, tag: '[WhiteClock "0:05:00"]', seconds: 300 }

test('the game, WhiteClock and LiveChess show a period from the instant at which the flag of the one before it passes', async () => {
  const desk = await openDesk()
  const token = await desk.token('arbiter')
  await openRound(desk, token)
  const body = { events: [report('s', 'session-started', 'arbiter')] }
  await desk.ask('POST', '/games/g1/events', { token, body })
  desk.ports.clock.set(START + 10 * MINUTE - 1)
  expect(await outputs(desk)).toEqual(BEFORE)
  const { headers } = await desk.ask('GET', '/games/g1.pgn')
  desk.ports.clock.set(START + 10 * MINUTE)
  expect(await outputs(desk)).toEqual(BEGUN)
  const again = await desk.ask('GET', '/games/g1.pgn', {
    headers: { 'if-none-match': String(headers?.['etag']) },
  })
  expect(again.status).toBe(200)
  // The document stays the same until something happens, and what stood after an event stands.
  desk.ports.clock.pass(3 * MINUTE)
  expect(await outputs(desk)).toEqual(BEGUN)
  expect((await desk.ask('GET', '/games/g1/state?seq=2')).json.clocks).toMatchObject({
    white: 10 * MINUTE,
    period: { white: 1 },
  })
  await desk.ask('POST', '/games/g1/events', {
    token,
    body: { events: [move('m1', 'white', 'e2', 'e4', 12 * MINUTE), press('p1', 'white', 12 * MINUTE)] },
  })
  expect(await outputs(desk)).toMatchObject({ at: 12 * MINUTE, white: 3 * MINUTE, period: 2 })
})

test('a period that a count of moves begins is shown with the press that completes it', async () => {
  const { desk, token, send } = await livingDesk()
  await openRound(desk, token, 'moves')
  await send('g1', report('s', 'session-started', 'arbiter'))
  const reader = await follow(desk, '/games/g1/stream')
  const plies = [
    ['white', 'e2', 'e4'],
    ['black', 'e7', 'e5'],
    ['white', 'g1', 'f3'],
  ] as const
  for (const [k, [side, from, to]] of plies.entries()) {
    const t = (k + 1) * MINUTE
    desk.ports.clock.set(START + t)
    await send('g1', move(`m${k}`, side, from, to, t), press(`p${k}`, side, t))
  }
  // Ten minutes, two used, five added.
  const shown = { at: 3 * MINUTE, white: 13 * MINUTE, period: 2, tag: '[WhiteClock "0:13:00"]', seconds: 780 }
  expect(await outputs(desk)).toEqual(shown)
  expect(reader.heard.at(-1)).toMatchObject({
    name: 'clock',
    data: { clocks: { period: { white: 2, black: 1 } } },
  })
  desk.ports.clock.set(START + 60 * MINUTE)
  expect(await outputs(desk)).toEqual(shown)
})

test('live streams send a clock message when a period begins, and who resumes has it too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { desk, token, bell } = await livingDesk()
    await openRound(desk, token)
    const send = async (...events: object[]) => {
      await desk.ask('POST', '/games/g1/events', { token, body: { events } })
      await vi.advanceTimersByTimeAsync(5)
      await bell.drained()
    }
    await send(report('s', 'session-started', 'arbiter'))
    const [one, many] = [
      await follow(desk, '/games/g1/stream'),
      await follow(desk, '/tournaments/T/rounds/1/stream'),
    ]
    const cut = many.lastId()
    const before = one.heard.length
    desk.ports.clock.set(START + 10 * MINUTE)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(one.heard.slice(before)).toEqual([
      {
        id: '2',
        name: 'clock',
        data: {
          seq: 2,
          at: new Date(START + 10 * MINUTE).toISOString(),
          clocks: expect.objectContaining({
            white: 5 * MINUTE,
            running: 'white',
            period: { white: 2, black: 1 },
          }),
        },
      },
    ])
    const shown = (await desk.ask('GET', '/games/g1')).json
    expect(heldGame(one.heard)).toEqual(shown)
    expect(heldRound(many.heard).games.get('g1')?.state).toEqual(shown)
    const resumed = await follow(desk, '/games/g1/stream', { lastId: '2' })
    expect(heldGame([...one.heard.slice(0, before), ...resumed.heard])).toEqual(shown)
    const round = await follow(desk, '/tournaments/T/rounds/1/stream', { lastId: cut })
    expect(round.heard.map(({ name }) => name)).toEqual(['clock'])
  } finally {
    vi.useRealTimers()
  }
})

test('a delayed reader sees a period begin as late as everything else', async () => {
  const desk = await openDesk()
  const token = await desk.token('arbiter')
  await openRound(desk, token, 'flag', 5)
  await desk.ask('POST', '/games/g1/events', {
    token,
    body: { events: [report('s', 'session-started', 'arbiter')] },
  })
  desk.ports.clock.set(START + 15 * MINUTE - 1)
  expect(await outputs(desk, '/delayed/5')).toEqual(BEFORE)
  desk.ports.clock.set(START + 15 * MINUTE)
  expect(await outputs(desk, '/delayed/5')).toEqual(BEGUN)
})

test.each(['record', 'views'] as const)(
  'read from the %s, increments tell a period that began',
  async (way) => {
    const ports = testPorts()
    const writer = await openDesk(ports)
    const reader = await openDesk({ ...ports, useReadModels: way === 'views' })
    const projector = createProjector(openService(ports))
    const token = await writer.token('arbiter')
    await openRound(writer, token)
    await writer.ask('POST', '/games/g1/events', {
      token,
      body: { events: [report('s', 'session-started', 'arbiter')] },
    })
    for (const stream of ['game#g1', 'round#T/1']) await projector.onChange(stream)
    ports.clock.set(START + 9 * MINUTE)
    expect(await outputs(reader)).toEqual(BEFORE)
    const paths = ['/games/g1/changes', '/tournaments/T/rounds/1/changes']
    const ids: string[] = []
    for (const path of paths) ids.push((await reader.ask('GET', path)).json.id)
    ports.clock.set(START + 11 * MINUTE)
    expect(await outputs(reader)).toEqual(BEGUN)
    for (const [k, path] of paths.entries()) {
      const { messages } = (await reader.ask('GET', `${path}?after=${ids[k]}`)).json
      // A round tells again what changed within a few seconds of its last document: the whole game, here.
      const { event, data } = messages.at(-1)
      expect([event, (data.state ?? data).clocks.period.white], path).toEqual([k === 0 ? 'clock' : 'game', 2])
    }
  },
)
