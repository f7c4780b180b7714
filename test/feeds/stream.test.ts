import { PassThrough } from 'node:stream'
import { constants, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { gameMessages, roundMessages } from '../../functions/feeds/message-schemas.ts'
import { move, press, report } from '../kit/reports.ts'
import { httpEvent, openClient, type ServiceClient, TIMED } from '../kit/service.ts'
import { notifiedClient } from './notified-client.ts'
import { follow, heldGame, heldRound, type Received } from './sse-kit.ts'

const open = (client: ServiceClient, token: string, id = 'g1') =>
  client.ask('POST', '/games', { token, body: { id, ...TIMED } })

const shown = async (client: ServiceClient, path: string, token?: string) =>
  (await client.ask('GET', path, { token })).json

test('a game is followed: the whole first, then each move and press, and the end; its reader holds the fold', async () => {
  const { client, token, send } = await notifiedClient()
  await open(client, token)
  await send('g1', report('s', 'session-started', 'arbiter'))
  const reader = await follow(client, '/games/g1/stream')
  expect(reader.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' })
  await send('g1', move('m1', 'white', 'e2', 'e4', 5000), press('p1', 'white', 5000))
  await send('g1', move('m2', 'black', 'e7', 'e5', 9000))
  await send('g1', report('c', 'clocks-stopped', 'arbiter', { reason: 'noise' }, 9500))
  await send('g1', report('r', 'resigned', 'black', {}, 9600))
  expect(reader.received.map(({ id, name }) => [id, name])).toEqual([
    ['2', 'snapshot'],
    ['4', 'change'],
    ['5', 'change'],
    ['6', 'clock'],
    [undefined, 'change'],
    ['7', 'end'],
  ])
  expect(heldGame(reader.received)).toEqual(await shown(client, '/games/g1'))
})

test('offers and rulings go to readers who may read them and to nobody else', async () => {
  const { client, token, send } = await notifiedClient()
  await open(client, token)
  const [open1, official] = [
    await follow(client, '/games/g1/stream'),
    await follow(client, '/games/g1/stream', { token }),
  ]
  await send('g1', report('s', 'session-started', 'arbiter'))
  await send('g1', report('t', 'piece-touched', 'white', { squares: ['e2'] }, 1000))
  await send('g1', report('o', 'draw-offered', 'white', {}, 2000))
  expect(JSON.stringify(open1.received)).not.toMatch(/offer|verdicts|mustPlay|illegalMoves/)
  expect(heldGame(official.received)).toMatchObject({ offer: 'white', mustPlay: ['e2e3', 'e2e4'] })
  expect(heldGame(open1.received)).toEqual(await shown(client, '/games/g1'))
  expect(heldGame(official.received)).toEqual(await shown(client, '/games/g1', token))
})

test('a reader who lost the connection resumes at the last event, and holds the same as one who never lost it', async () => {
  const { client, token, send } = await notifiedClient()
  await open(client, token)
  await send('g1', report('s', 'session-started', 'arbiter'))
  const first = await follow(client, '/games/g1/stream')
  await send('g1', move('m1', 'white', 'e2', 'e4', 5000), press('p1', 'white', 5000))
  first.close()
  await send('g1', move('m2', 'black', 'e7', 'e5', 9000))
  await send('g1', report('c', 'report-corrected', 'arbiter', { seqs: [3], reason: 'misread' }, 9000))
  const second = await follow(client, '/games/g1/stream', { lastId: first.lastId() })
  expect(second.received.map(({ name }) => name)).not.toContain('snapshot')
  expect(second.received[0]).toMatchObject({ name: 'retract', data: { ply: 1, why: [{ seq: 6 }] } })
  expect(heldGame([...first.received, ...second.received])).toEqual(await shown(client, '/games/g1'))
  for (const lastId of ['99', '0', 'x', '-1'])
    expect((await follow(client, '/games/g1/stream', { lastId })).received[0]?.name, lastId).toBe('snapshot')
})

test('a round’s reader resumes by its counter, or is given the whole', async () => {
  const { client, token, send } = await notifiedClient()
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  const games = ['a', 'b'].map((id) => ({ ...TIMED, id }))
  await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { games } })
  const path = '/tournaments/T/rounds/1/stream'
  const first = await follow(client, path)
  await send('a', report('s', 'session-started', 'arbiter'))
  first.close()
  await send('b', report('s', 'session-started', 'arbiter'))
  await send('a', move('m', 'white', 'e2', 'e4', 1000))
  const second = await follow(client, path, { lastId: first.lastId() })
  expect(second.received.map(({ name, data }) => [name, data.game])).toEqual([
    ['clock', 'b'],
    ['change', 'a'],
  ])
  const { games: held } = heldRound([...first.received, ...second.received])
  for (const game of ['a', 'b']) expect(held.get(game).state).toEqual(await shown(client, `/games/${game}`))
  expect((await follow(client, path, { lastId: '1' })).received[0]?.name).toBe('snapshot')
  expect((await follow(client, path, { lastId: second.lastId() })).received).toEqual([])
})

test('with moves=last a round’s reader holds of each game its last move alone, by stream and by increments', async () => {
  const { client, token, send } = await notifiedClient()
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  const games = ['a', 'b'].map((id) => ({ ...TIMED, id }))
  await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { games } })
  await send('a', report('s', 'session-started', 'arbiter'), move('m1', 'white', 'e2', 'e4', 1000))
  const reader = await follow(client, '/tournaments/T/rounds/1/stream?moves=last')
  const polled: Received[] = []
  const poll = async (after: string) => {
    const { json } = await client.ask('GET', `/tournaments/T/rounds/1/changes?moves=last&after=${after}`)
    for (const { event, data } of json.messages) polled.push({ id: undefined, name: event, data })
    return json.id as string
  }
  const id = await poll('0')
  await send('a', press('p1', 'white', 1000), move('m2', 'black', 'e7', 'e5', 2000))
  // A move that is taken back shows in the move that is now the last; these readers hold no list that could be cut.
  await send('a', report('c', 'report-corrected', 'arbiter', { seqs: [5], reason: 'misread' }, 2500))
  await poll(id)
  for (const received of [reader.received, polled]) {
    const { games: held } = heldRound(received)
    const { moves, ...rest } = await shown(client, '/games/a')
    expect(held.get('a').state).toEqual({ ...rest, moves: [], lastMove: moves.at(-1) })
    expect(held.get('b').state).toMatchObject({ moves: [], lastMove: null })
    expect(received.map(({ name }) => name)).not.toContain('retract')
    for (const { name, data } of received)
      expect(
        roundMessages.shape[name as keyof typeof roundMessages.shape].safeParse(data).error,
      ).toBeUndefined()
  }
  expect((await client.ask('GET', '/tournaments/T/rounds/1/stream?moves=two')).status).toBe(400)
})

test('a reader who takes gzip is sent the same messages compressed, each readable as it comes, whenever they joined', async () => {
  const { client, token, send } = await notifiedClient()
  await open(client, token)
  const compressed = async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' }
    const reply = await client.router(httpEvent('GET', '/games/g1/stream', headers))
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    const bytes: Buffer[] = []
    const out = new PassThrough({ highWaterMark: 1_000_000 }).on('data', (part: Buffer) => bytes.push(part))
    await reply.stream?.(out)
    return () => gunzipSync(Buffer.concat(bytes), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  }
  const plain = async () => {
    const reply = await client.router(httpEvent('GET', '/games/g1/stream', { 'accept-encoding': 'gzip;q=0' }))
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

test('a reader who does not read is given the whole on reading again, and no other reader waits', async () => {
  const { client, token, send } = await notifiedClient()
  await open(client, token)
  const slow = await follow(client, '/games/g1/stream', { token })
  const quick = await follow(client, '/games/g1/stream', { token })
  slow.out.pause()
  const note = 'x'.repeat(900)
  for (let k = 0; k < 700; k++)
    await send('g1', report(`i${k}`, 'incident-recorded', 'arbiter', { kind: 'other', note }, k))
  expect(quick.received).toHaveLength(701)
  expect(slow.out.writableLength + slow.out.readableLength).toBeLessThan(4_000_000)
  slow.out.resume()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await send('g1', report('s', 'session-started', 'arbiter'))
  expect(heldGame(slow.received)).toEqual(await shown(client, '/games/g1', token))
})

test('a stream that has ended is hung up on where nobody takes its last bytes for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { client, token, notifier } = await notifiedClient()
    await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
    await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { ...TIMED, id: 'a' } })
    const reader = await follow(client, '/games/a/stream')
    reader.out.pause()
    await client.ask('PATCH', '/tournaments/T', { token, body: { delay: 15 } })
    await notifier.drained()
    const gone = [0, 59_000, 2_000].map((ms) => {
      client.ports.clock.pass(ms)
      vi.advanceTimersByTime(15_000)
      return reader.out.destroyed
    })
    expect([reader.out.writableEnded, gone]).toEqual([true, [false, false, true]])
  } finally {
    vi.useRealTimers()
  }
})

test('a tournament that becomes delayed ends the public’s streams at once; an official’s go on', async () => {
  const { client, notifier, token, send } = await notifiedClient()
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { ...TIMED, id: 'a' } })
  const [anybody, official] = [
    await follow(client, '/games/a/stream'),
    await follow(client, '/games/a/stream', { token }),
  ]
  await client.ask('PATCH', '/tournaments/T', { token, body: { delay: 15 } })
  await notifier.drained()
  await send('a', report('s', 'session-started', 'arbiter'))
  expect([anybody.received.length, anybody.out.writableEnded]).toEqual([1, true])
  expect([official.received.length, official.out.writableEnded]).toEqual([2, false])
  // The public does not know of the game before fifteen minutes have passed.
  expect((await follow(client, '/games/a/stream')).status).toBe(404)
  client.ports.clock.pass(15 * 60_000)
  expect((await follow(client, '/games/a/stream')).status).toBe(403)
})

test('where other processes write and nobody rings, a tournament that becomes delayed ends the public’s streams before they show more', async () => {
  const client = await openClient()
  const token = await client.token('arbiter')
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { ...TIMED, id: 'a' } })
  const anybody = await follow(client, '/games/a/stream')
  const official = await follow(client, '/games/a/stream', { token })
  await client.ask('PATCH', '/tournaments/T', { token, body: { delay: 15 } })
  const started = { events: [report('s', 'session-started', 'arbiter')] }
  await client.ask('POST', '/games/a/events', { token, body: started })
  await vi.waitUntil(() => official.received.length === 2, { timeout: 10_000 })
  expect([anybody.received.length, anybody.out.writableEnded]).toEqual([1, true])
  expect(official.out.writableEnded).toBe(false)
  client.service.liveStreams.close()
})

test('a delayed stream says the same as the undelayed one, so many minutes later', async () => {
  const { client, notifier, token, send } = await notifiedClient()
  await open(client, token)
  const now = await follow(client, '/games/g1/stream')
  client.ports.clock.pass(600_000)
  const late = await follow(client, '/delayed/10/games/g1/stream')
  client.ports.clock.pass(1000)
  await send('g1', report('s', 'session-started', 'arbiter', {}, 600_000))
  client.ports.clock.pass(1000)
  await send('g1', move('m1', 'white', 'e2', 'e4', 601_000))
  expect(late.received).toHaveLength(1)
  for (const _ of ['s', 'm1']) {
    client.ports.clock.pass(_ === 's' ? 599_000 : 1000)
    await client.service.liveStreams.consumer.onChange('game#g1')
    await notifier.drained()
  }
  expect(late.received).toEqual(now.received)
})

test('a wrong start is reported: what was wrong, after how many half-moves, and to whom it may be shown, in whose words', async () => {
  const { client, token, send } = await notifiedClient()
  await open(client, token)
  await send('g1', report('s', 'session-started', 'arbiter'))
  const readers = [
    await follow(client, '/games/g1/stream'),
    await follow(client, '/games/g1/stream', { token }),
  ]
  const fen = 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1'
  await send('g1', report('a', 'setup-corrected', 'arbiter', { what: 'initial-position', fen, note: 'seen' }))
  await send('g1', move('m1', 'white', 'e2', 'e4', 5000), press('p1', 'white', 5000))
  await send('g1', report('b', 'setup-corrected', 'arbiter', { what: 'colours' }, 6000))
  for (const [k, { received }] of readers.entries()) {
    const why = { type: 'setup-corrected', by: 'arbiter' }
    expect(received.filter(({ name }) => name === 'retract').map(({ data }) => data)).toMatchObject([
      {
        ply: 1,
        moves: [],
        why: [{ ...why, seq: 3, what: 'initial-position', ...(k === 1 && { reason: 'seen' }) }],
      },
      { ply: 2, moves: [], why: [{ ...why, what: 'colours' }] },
    ])
    expect(JSON.stringify(received).includes('"reason":"seen"')).toBe(k === 1)
    expect(heldGame(received)).toEqual(await shown(client, '/games/g1', k === 1 ? token : undefined))
    for (const { name, data } of received)
      expect(
        (gameMessages.shape as Record<string, z.ZodType>)[name]!.safeParse(data).error,
        name,
      ).toBeUndefined()
  }
})
