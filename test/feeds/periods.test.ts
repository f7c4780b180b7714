/** A period of the time control that begins by itself, when the flag of the one before it passes, is shown then and not with the next event. */
import { expect, test, vi } from 'vitest'
import { createProjector } from '../../functions/projections/projector.ts'
import { openService } from '../kit/compose.ts'
import { move, press, report } from '../kit/reports.ts'
import { GAME, openClient, type ServiceClient, START, testPorts } from '../kit/service.ts'
import { notifiedClient } from './notified-client.ts'
import { follow, heldGame, heldRound } from './sse-kit.ts'

const MINUTE = 60_000

/** Two moves in ten minutes, then five minutes more; the flag or the count of moves ends the first period. */
const game = (turnover: 'flag' | 'moves') => ({
  ...GAME,
  id: 'g1',
  timeControl: { periods: [{ time: 10 * MINUTE, moves: 2 }, { time: 5 * MINUTE }], turnover },
})

/** White's clock runs from the start of the session. */
async function openRound(
  client: ServiceClient,
  token: string,
  turnover: 'flag' | 'moves' = 'flag',
  delay = 0,
) {
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open', delay } })
  const body = { games: [game(turnover)] }
  expect((await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body })).status).toBe(201)
}

/** What each output shows of White's clock: seconds, and of those that tell it the period. */
async function outputs(client: ServiceClient, prefix = '') {
  const get = (path: string) => client.ask('GET', `${prefix}${path}`)
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
  const client = await openClient()
  const token = await client.token('arbiter')
  await openRound(client, token)
  const body = { events: [report('s', 'session-started', 'arbiter')] }
  await client.ask('POST', '/games/g1/events', { token, body })
  client.ports.clock.set(START + 10 * MINUTE - 1)
  expect(await outputs(client)).toEqual(BEFORE)
  const { headers } = await client.ask('GET', '/games/g1.pgn')
  client.ports.clock.set(START + 10 * MINUTE)
  expect(await outputs(client)).toEqual(BEGUN)
  const again = await client.ask('GET', '/games/g1.pgn', {
    headers: { 'if-none-match': String(headers?.['etag']) },
  })
  expect(again.status).toBe(200)
  // The document stays the same until something happens, and what stood after an event stands.
  client.ports.clock.pass(3 * MINUTE)
  expect(await outputs(client)).toEqual(BEGUN)
  expect((await client.ask('GET', '/games/g1/state?seq=2')).json.clocks).toMatchObject({
    white: 10 * MINUTE,
    period: { white: 1 },
  })
  await client.ask('POST', '/games/g1/events', {
    token,
    body: { events: [move('m1', 'white', 'e2', 'e4', 12 * MINUTE), press('p1', 'white', 12 * MINUTE)] },
  })
  expect(await outputs(client)).toMatchObject({ at: 12 * MINUTE, white: 3 * MINUTE, period: 2 })
})

test('a period that a count of moves begins is shown with the press that completes it', async () => {
  const { client, token, send } = await notifiedClient()
  await openRound(client, token, 'moves')
  await send('g1', report('s', 'session-started', 'arbiter'))
  const reader = await follow(client, '/games/g1/stream')
  const plies = [
    ['white', 'e2', 'e4'],
    ['black', 'e7', 'e5'],
    ['white', 'g1', 'f3'],
  ] as const
  for (const [k, [side, from, to]] of plies.entries()) {
    const t = (k + 1) * MINUTE
    client.ports.clock.set(START + t)
    await send('g1', move(`m${k}`, side, from, to, t), press(`p${k}`, side, t))
  }
  // Ten minutes, two used, five added.
  const shown = { at: 3 * MINUTE, white: 13 * MINUTE, period: 2, tag: '[WhiteClock "0:13:00"]', seconds: 780 }
  expect(await outputs(client)).toEqual(shown)
  expect(reader.received.at(-1)).toMatchObject({
    name: 'clock',
    data: { clocks: { period: { white: 2, black: 1 } } },
  })
  client.ports.clock.set(START + 60 * MINUTE)
  expect(await outputs(client)).toEqual(shown)
})

test('live streams send a clock message when a period begins, and a reader who resumes has it too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { client, token, notifier } = await notifiedClient()
    await openRound(client, token)
    const send = async (...events: object[]) => {
      await client.ask('POST', '/games/g1/events', { token, body: { events } })
      await vi.advanceTimersByTimeAsync(5)
      await notifier.drained()
    }
    await send(report('s', 'session-started', 'arbiter'))
    const [one, many] = [
      await follow(client, '/games/g1/stream'),
      await follow(client, '/tournaments/T/rounds/1/stream'),
    ]
    const cut = many.lastId()
    const before = one.received.length
    client.ports.clock.set(START + 10 * MINUTE)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(one.received.slice(before)).toEqual([
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
    const shown = (await client.ask('GET', '/games/g1')).json
    expect(heldGame(one.received)).toEqual(shown)
    expect(heldRound(many.received).games.get('g1')?.state).toEqual(shown)
    const resumed = await follow(client, '/games/g1/stream', { lastId: '2' })
    expect(heldGame([...one.received.slice(0, before), ...resumed.received])).toEqual(shown)
    const round = await follow(client, '/tournaments/T/rounds/1/stream', { lastId: cut })
    expect(round.received.map(({ name }) => name)).toEqual(['clock'])
  } finally {
    vi.useRealTimers()
  }
})

test('a delayed reader sees a period begin as late as everything else', async () => {
  const client = await openClient()
  const token = await client.token('arbiter')
  await openRound(client, token, 'flag', 5)
  await client.ask('POST', '/games/g1/events', {
    token,
    body: { events: [report('s', 'session-started', 'arbiter')] },
  })
  client.ports.clock.set(START + 15 * MINUTE - 1)
  expect(await outputs(client, '/delayed/5')).toEqual(BEFORE)
  client.ports.clock.set(START + 15 * MINUTE)
  expect(await outputs(client, '/delayed/5')).toEqual(BEGUN)
})

test.each(['record', 'views'] as const)(
  'read from the %s, increments have a period that began',
  async (way) => {
    const ports = testPorts()
    const writer = await openClient(ports)
    const reader = await openClient({ ...ports, useReadModels: way === 'views' })
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
      // A round sends again what changed within a few seconds of its last document: the whole game, here.
      const { event, data } = messages.at(-1)
      expect([event, (data.state ?? data).clocks.period.white], path).toEqual([k === 0 ? 'clock' : 'game', 2])
    }
  },
)
