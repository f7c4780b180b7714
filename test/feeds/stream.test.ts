import { PassThrough } from 'node:stream'
import { constants, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { gameMessages, roundMessages } from '../../functions/feeds/message-schemas.ts'
import { move, press, report } from '../kit/reports.ts'
import { type Desk, httpEvent, openDesk, TIMED } from '../kit/service.ts'
import { livingDesk } from './living-desk.ts'
import { follow, type Heard, heldGame, heldRound } from './sse-kit.ts'

const open = (desk: Desk, token: string, id = 'g1') =>
  desk.ask('POST', '/games', { token, body: { id, ...TIMED } })

const shown = async (desk: Desk, path: string, token?: string) =>
  (await desk.ask('GET', path, { token })).json

test('a game is followed: the whole first, then each move and press, and the end; its reader holds the fold', async () => {
  const { desk, token, send } = await livingDesk()
  await open(desk, token)
  await send('g1', report('s', 'session-started', 'arbiter'))
  const reader = await follow(desk, '/games/g1/stream')
  expect(reader.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' })
  await send('g1', move('m1', 'white', 'e2', 'e4', 5000), press('p1', 'white', 5000))
  await send('g1', move('m2', 'black', 'e7', 'e5', 9000))
  await send('g1', report('c', 'clocks-stopped', 'arbiter', { reason: 'noise' }, 9500))
  await send('g1', report('r', 'resigned', 'black', {}, 9600))
  expect(reader.heard.map(({ id, name }) => [id, name])).toEqual([
    ['2', 'snapshot'],
    ['4', 'change'],
    ['5', 'change'],
    ['6', 'clock'],
    [undefined, 'change'],
    ['7', 'end'],
  ])
  expect(heldGame(reader.heard)).toEqual(await shown(desk, '/games/g1'))
})

test('offers and rulings go to who may read them and to nobody else', async () => {
  const { desk, token, send } = await livingDesk()
  await open(desk, token)
  const [open1, official] = [
    await follow(desk, '/games/g1/stream'),
    await follow(desk, '/games/g1/stream', { token }),
  ]
  await send('g1', report('s', 'session-started', 'arbiter'))
  await send('g1', report('t', 'piece-touched', 'white', { squares: ['e2'] }, 1000))
  await send('g1', report('o', 'draw-offered', 'white', {}, 2000))
  expect(JSON.stringify(open1.heard)).not.toMatch(/offer|verdicts|mustPlay|illegalMoves/)
  expect(heldGame(official.heard)).toMatchObject({ offer: 'white', mustPlay: ['e2e3', 'e2e4'] })
  expect(heldGame(open1.heard)).toEqual(await shown(desk, '/games/g1'))
  expect(heldGame(official.heard)).toEqual(await shown(desk, '/games/g1', token))
})

test('who lost the connection resumes where he was, and holds the same as who never lost it', async () => {
  const { desk, token, send } = await livingDesk()
  await open(desk, token)
  await send('g1', report('s', 'session-started', 'arbiter'))
  const first = await follow(desk, '/games/g1/stream')
  await send('g1', move('m1', 'white', 'e2', 'e4', 5000), press('p1', 'white', 5000))
  first.close()
  await send('g1', move('m2', 'black', 'e7', 'e5', 9000))
  await send('g1', report('c', 'report-corrected', 'arbiter', { seqs: [3], reason: 'misread' }, 9000))
  const second = await follow(desk, '/games/g1/stream', { lastId: first.lastId() })
  expect(second.heard.map(({ name }) => name)).not.toContain('snapshot')
  expect(second.heard[0]).toMatchObject({ name: 'retract', data: { ply: 1, why: [{ seq: 6 }] } })
  expect(heldGame([...first.heard, ...second.heard])).toEqual(await shown(desk, '/games/g1'))
  for (const lastId of ['99', '0', 'x', '-1'])
    expect((await follow(desk, '/games/g1/stream', { lastId })).heard[0]?.name, lastId).toBe('snapshot')
})

test('a round’s reader resumes by its counter, or is given the whole', async () => {
  const { desk, token, send } = await livingDesk()
  await desk.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  const games = ['a', 'b'].map((id) => ({ ...TIMED, id }))
  await desk.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { games } })
  const path = '/tournaments/T/rounds/1/stream'
  const first = await follow(desk, path)
  await send('a', report('s', 'session-started', 'arbiter'))
  first.close()
  await send('b', report('s', 'session-started', 'arbiter'))
  await send('a', move('m', 'white', 'e2', 'e4', 1000))
  const second = await follow(desk, path, { lastId: first.lastId() })
  expect(second.heard.map(({ name, data }) => [name, data.game])).toEqual([
    ['clock', 'b'],
    ['change', 'a'],
  ])
  const { games: held } = heldRound([...first.heard, ...second.heard])
  for (const game of ['a', 'b']) expect(held.get(game).state).toEqual(await shown(desk, `/games/${game}`))
  expect((await follow(desk, path, { lastId: '1' })).heard[0]?.name).toBe('snapshot')
  expect((await follow(desk, path, { lastId: second.lastId() })).heard).toEqual([])
})

test('with moves=last a round’s reader holds of each game its last move alone, by stream and by increments', async () => {
  const { desk, token, send } = await livingDesk()
  await desk.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  const games = ['a', 'b'].map((id) => ({ ...TIMED, id }))
  await desk.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { games } })
  await send('a', report('s', 'session-started', 'arbiter'), move('m1', 'white', 'e2', 'e4', 1000))
  const reader = await follow(desk, '/tournaments/T/rounds/1/stream?moves=last')
  const polled: Heard[] = []
  const poll = async (after: string) => {
    const { json } = await desk.ask('GET', `/tournaments/T/rounds/1/changes?moves=last&after=${after}`)
    for (const { event, data } of json.messages) polled.push({ id: undefined, name: event, data })
    return json.id as string
  }
  const id = await poll('0')
  await send('a', press('p1', 'white', 1000), move('m2', 'black', 'e7', 'e5', 2000))
  // A move taken back is told by the move that is the last now; its readers hold no list that could be cut.
  await send('a', report('c', 'report-corrected', 'arbiter', { seqs: [5], reason: 'misread' }, 2500))
  await poll(id)
  for (const heard of [reader.heard, polled]) {
    const { games: held } = heldRound(heard)
    const { moves, ...rest } = await shown(desk, '/games/a')
    expect(held.get('a').state).toEqual({ ...rest, moves: [], lastMove: moves.at(-1) })
    expect(held.get('b').state).toMatchObject({ moves: [], lastMove: null })
    expect(heard.map(({ name }) => name)).not.toContain('retract')
    for (const { name, data } of heard)
      expect(
        roundMessages.shape[name as keyof typeof roundMessages.shape].safeParse(data).error,
      ).toBeUndefined()
  }
  expect((await desk.ask('GET', '/tournaments/T/rounds/1/stream?moves=two')).status).toBe(400)
})

test('who takes gzip is sent the same messages compressed, each readable as it comes, whenever they joined', async () => {
  const { desk, token, send } = await livingDesk()
  await open(desk, token)
  const compressed = async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' }
    const reply = await desk.router(httpEvent('GET', '/games/g1/stream', headers))
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    const bytes: Buffer[] = []
    const out = new PassThrough({ highWaterMark: 1_000_000 }).on('data', (part: Buffer) => bytes.push(part))
    await reply.stream?.(out)
    return () => gunzipSync(Buffer.concat(bytes), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  }
  const plain = async () => {
    const reply = await desk.router(httpEvent('GET', '/games/g1/stream', { 'accept-encoding': 'gzip;q=0' }))
    expect(reply.headers).not.toHaveProperty('content-encoding')
    const bytes: Buffer[] = []
    const out = new PassThrough({ highWaterMark: 1_000_000 }).on('data', (part: Buffer) => bytes.push(part))
    await reply.stream?.(out)
    return () => Buffer.concat(bytes).toString()
  }
  const early = [await compressed(), await plain()]
  await send('g1', report('s', 'session-started', 'arbiter'))
  const late = [await compressed(), await plain()]
  await send('g1', move('m1', 'white', 'e2', 'e4', 1000))
  for (const [one, other] of [early, late]) {
    expect(one!()).toBe(other!())
    expect(one!()).toContain('e2e4')
  }
})

test('a reader who does not read is given the whole when he reads again, and nobody waits for him', async () => {
  const { desk, token, send } = await livingDesk()
  await open(desk, token)
  const slow = await follow(desk, '/games/g1/stream', { token })
  const quick = await follow(desk, '/games/g1/stream', { token })
  slow.out.pause()
  const note = 'x'.repeat(900)
  for (let k = 0; k < 700; k++)
    await send('g1', report(`i${k}`, 'incident-recorded', 'arbiter', { kind: 'other', note }, k))
  expect(quick.heard).toHaveLength(701)
  expect(slow.out.writableLength + slow.out.readableLength).toBeLessThan(4_000_000)
  slow.out.resume()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await send('g1', report('s', 'session-started', 'arbiter'))
  expect(heldGame(slow.heard)).toEqual(await shown(desk, '/games/g1', token))
})

test('a stream that has ended is hung up on where nobody takes its last bytes for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { desk, token, bell } = await livingDesk()
    await desk.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
    await desk.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { ...TIMED, id: 'a' } })
    const reader = await follow(desk, '/games/a/stream')
    reader.out.pause()
    await desk.ask('PATCH', '/tournaments/T', { token, body: { delay: 15 } })
    await bell.drained()
    const gone = [0, 59_000, 2_000].map((ms) => {
      desk.ports.clock.pass(ms)
      vi.advanceTimersByTime(15_000)
      return reader.out.destroyed
    })
    expect([reader.out.writableEnded, gone]).toEqual([true, [false, false, true]])
  } finally {
    vi.useRealTimers()
  }
})

test('a tournament that becomes delayed ends the public’s streams at once; an official’s go on', async () => {
  const { desk, bell, token, send } = await livingDesk()
  await desk.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  await desk.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { ...TIMED, id: 'a' } })
  const [anybody, official] = [
    await follow(desk, '/games/a/stream'),
    await follow(desk, '/games/a/stream', { token }),
  ]
  await desk.ask('PATCH', '/tournaments/T', { token, body: { delay: 15 } })
  await bell.drained()
  await send('a', report('s', 'session-started', 'arbiter'))
  expect([anybody.heard.length, anybody.out.writableEnded]).toEqual([1, true])
  expect([official.heard.length, official.out.writableEnded]).toEqual([2, false])
  // The public does not know of the game before fifteen minutes have passed.
  expect((await follow(desk, '/games/a/stream')).status).toBe(404)
  desk.ports.clock.pass(15 * 60_000)
  expect((await follow(desk, '/games/a/stream')).status).toBe(403)
})

test('where other processes write and nobody rings, a tournament that becomes delayed ends the public’s streams before they show more', async () => {
  const desk = await openDesk()
  const token = await desk.token('arbiter')
  await desk.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  await desk.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { ...TIMED, id: 'a' } })
  const anybody = await follow(desk, '/games/a/stream')
  const official = await follow(desk, '/games/a/stream', { token })
  await desk.ask('PATCH', '/tournaments/T', { token, body: { delay: 15 } })
  const started = { events: [report('s', 'session-started', 'arbiter')] }
  await desk.ask('POST', '/games/a/events', { token, body: started })
  await vi.waitUntil(() => official.heard.length === 2, { timeout: 10_000 })
  expect([anybody.heard.length, anybody.out.writableEnded]).toEqual([1, true])
  expect(official.out.writableEnded).toBe(false)
  desk.service.liveStreams.close()
})

test('a delayed stream says the same as the undelayed one, so many minutes later', async () => {
  const { desk, bell, token, send } = await livingDesk()
  await open(desk, token)
  const now = await follow(desk, '/games/g1/stream')
  desk.ports.clock.pass(600_000)
  const late = await follow(desk, '/delayed/10/games/g1/stream')
  desk.ports.clock.pass(1000)
  await send('g1', report('s', 'session-started', 'arbiter', {}, 600_000))
  desk.ports.clock.pass(1000)
  await send('g1', move('m1', 'white', 'e2', 'e4', 601_000))
  expect(late.heard).toHaveLength(1)
  for (const _ of ['s', 'm1']) {
    desk.ports.clock.pass(_ === 's' ? 599_000 : 1000)
    await desk.service.liveStreams.consumer.onChange('game#g1')
    await bell.drained()
  }
  expect(late.heard).toEqual(now.heard)
})

test('a wrong start is told: what was wrong, after how many half-moves, and to whom it may be shown, in whose words', async () => {
  const { desk, token, send } = await livingDesk()
  await open(desk, token)
  await send('g1', report('s', 'session-started', 'arbiter'))
  const readers = [await follow(desk, '/games/g1/stream'), await follow(desk, '/games/g1/stream', { token })]
  const fen = 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1'
  await send('g1', report('a', 'setup-corrected', 'arbiter', { what: 'initial-position', fen, note: 'seen' }))
  await send('g1', move('m1', 'white', 'e2', 'e4', 5000), press('p1', 'white', 5000))
  await send('g1', report('b', 'setup-corrected', 'arbiter', { what: 'colours' }, 6000))
  for (const [k, { heard }] of readers.entries()) {
    const why = { type: 'setup-corrected', by: 'arbiter' }
    expect(heard.filter(({ name }) => name === 'retract').map(({ data }) => data)).toMatchObject([
      {
        ply: 1,
        moves: [],
        why: [{ ...why, seq: 3, what: 'initial-position', ...(k === 1 && { reason: 'seen' }) }],
      },
      { ply: 2, moves: [], why: [{ ...why, what: 'colours' }] },
    ])
    expect(JSON.stringify(heard).includes('"reason":"seen"')).toBe(k === 1)
    expect(heldGame(heard)).toEqual(await shown(desk, '/games/g1', k === 1 ? token : undefined))
    for (const { name, data } of heard)
      expect(
        (gameMessages.shape as Record<string, z.ZodType>)[name]!.safeParse(data).error,
        name,
      ).toBeUndefined()
  }
})
