/** What clients can make a host hold in memory: answers of a connection, of all connections, and states of games. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { stateAfter } from '../../functions/app/earlier-states.ts'
import { createGameStreams } from '../../functions/app/games.ts'
import { warmStreams } from '../../functions/app/streams.ts'
import { type HttpServer, type HttpServerOptions, serveHttp } from '../../functions/host/http/http-server.ts'
import { limitRequestsPerTurn } from '../../functions/host/http/requests-per-turn.ts'
import { MAX_PIPELINED } from '../../functions/host/http/response-limits.ts'
import type { Reply } from '../../functions/http/reply.ts'
import { logOver } from '../../functions/observability/log.ts'
import { openService } from '../kit/compose.ts'
import { append, need, openedGame, report } from '../kit/reports.ts'
import { testPorts } from '../kit/service.ts'

const servers: HttpServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

async function served(router: HttpServerOptions['router'], more: Partial<HttpServerOptions> = {}) {
  const log = logOver(() => {}, 'error')
  const opened = await serveHttp({ router, host: '127.0.0.1', port: 0, log, ...more })
  if (!opened.ok) throw new Error(opened.error.message)
  servers.push(opened.value)
  return Number(new URL(opened.value.url).port)
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
/** Sixteen megabytes through a loaded machine take their time. */
const PATIENT = { timeout: 25_000, interval: 50 }
const MEGABYTE = 1024 * 1024
const large: Reply = {
  statusCode: 200,
  headers: { 'content-type': 'text/plain' },
  body: 'x'.repeat(16 * MEGABYTE),
}

test('of the requests that a connection sends at once one is worked on at a time', async () => {
  let made = 0
  const port = await served(async () => {
    made++
    return large
  })
  const socket = await dial(port)
  socket.pause()
  socket.write(GET.repeat(MAX_PIPELINED))
  await vi.waitFor(() => expect(made).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(made).toBe(1)
  socket.destroy()
})

test('a connection that sends more requests than may wait is closed', async () => {
  const port = await served(() => new Promise<Reply>(() => {}))
  const socket = await dial(port)
  const closed = once(socket, 'close')
  socket.resume()
  socket.write(GET.repeat(MAX_PIPELINED + 1))
  await closed
})

test('many connections that send a chunk of requests at once are read one turn after the other', async () => {
  const most = 500
  let inTurn = 0
  let highest = 0
  const server = createServer((request) => {
    if (inTurn++ === 0) setImmediate(() => (inTurn = 0))
    highest = Math.max(highest, inTurn)
    request.socket.destroy()
  })
  limitRequestsPerTurn(server, 'connection', most)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets = await Promise.all(Array.from({ length: 20 }, () => dial(port)))
  const closed = sockets.map((socket) => once(socket.resume(), 'close'))
  const chunk = GET.repeat(1_000)
  for (const socket of sockets) socket.write(chunk)
  await Promise.all(closed)
  expect(highest).toBeGreaterThanOrEqual(1_000)
  expect(highest).toBeLessThan(most + 3 * 1_000)
  server.close()
})

test('an expectation that is not met is refused in its turn, and counted among those that wait', async () => {
  const port = await served(() => new Promise<Reply>(() => {}))
  const socket = await dial(port)
  const closed = once(socket.resume(), 'close')
  socket.write(GET + GET.replace('host: x', 'host: x\r\nexpect: 200-maybe').repeat(MAX_PIPELINED))
  await closed
})

test('what is read of bodies that wait behind other requests is counted', async () => {
  const answered: Reply = { statusCode: 200, body: 'ok' }
  let release = (_: Reply) => {}
  const later = new Promise<Reply>((resolve) => {
    release = resolve
  })
  const port = await served(async ({ rawPath }) => (rawPath === '/later' ? await later : answered), {
    maxRequestsBytes: 2 * MEGABYTE,
    behindProxy: true,
  })
  const from = 'host: x\r\nx-forwarded-for: 10.0.0.1\r\n'
  const sockets: Socket[] = []
  for (let k = 0; k < 3; k++) {
    const socket = await dial(port)
    socket.write(
      `GET /later HTTP/1.1\r\n${from}\r\nPOST / HTTP/1.1\r\n${from}transfer-encoding: chunked\r\n\r\n`,
    )
    sockets.push(socket)
  }
  const upload = async () => {
    const headers = { 'x-forwarded-for': '10.0.0.1' }
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: 'x'.repeat(120_000),
      headers,
    })
    return response.status
  }
  await vi.waitFor(async () => expect(await upload()).toBe(503), PATIENT)
  expect(await statusFor(port, '10.0.0.2')).toBe(200)
  for (const socket of sockets) socket.destroy()
  release(answered)
  await vi.waitFor(async () => expect(await upload()).toBe(200), PATIENT)
})

test('a request behind an answer that ends the connection is not held for ever', async () => {
  const port = await served(async () => ({ ...large, headers: { ...large.headers, connection: 'close' } }), {
    maxUnsentBytes: 40 * MEGABYTE,
  })
  for (let n = 0; n < 4; n++) {
    const socket = await dial(port)
    const closed = once(socket.resume(), 'close')
    socket.write(GET.repeat(2))
    await closed
  }
  await vi.waitFor(async () => expect(await statusFor(port, '')).toBe(200), PATIENT)
}, 60_000)

test('requests of one connection are answered in their order, all of them', async () => {
  let made = 0
  const port = await served(async () => ({ statusCode: 200, body: `#${++made};` }))
  const socket = await dial(port)
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.write(GET.repeat(40))
  await vi.waitFor(() => expect(text.match(/#\d+;/g)).toHaveLength(40))
  expect(text.match(/#\d+;/g)).toEqual(Array.from({ length: 40 }, (_, k) => `#${k + 1};`))
  socket.destroy()
})

test('answers that nobody takes have a sum, after which others are told to come again', async () => {
  const port = await served(async () => large, { maxUnsentBytes: 40 * MEGABYTE })
  const idle: Socket[] = []
  for (let k = 0; k < 2; k++) {
    const socket = await dial(port)
    socket.pause()
    socket.write(GET)
    idle.push(socket)
  }
  const statusOf = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'identity' } })
    await response.arrayBuffer()
    return response.status
  }
  await vi.waitFor(async () => expect(await statusOf()).toBe(503), PATIENT)
  for (const socket of idle) socket.destroy()
  await vi.waitFor(async () => expect(await statusOf()).toBe(200), PATIENT)
}, 60_000)

/** Status of a GET as the client of that address behind a proxy. */
async function statusFor(port: number, address: string): Promise<number> {
  const headers = { 'accept-encoding': 'identity', 'x-forwarded-for': address }
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers })
  await response.arrayBuffer()
  return response.status
}

test('an address that takes no answers has its share of them, and others are served', async () => {
  const port = await served(async () => large, { maxUnsentBytes: 80 * MEGABYTE, behindProxy: true })
  const idle = await dial(port)
  idle.pause()
  idle.write(GET.replace('host: x', 'host: x\r\nx-forwarded-for: 10.0.0.1'))
  await vi.waitFor(async () => expect(await statusFor(port, '10.0.0.1')).toBe(503), PATIENT)
  expect(await statusFor(port, '10.0.0.2')).toBe(200)
  idle.destroy()
  await vi.waitFor(async () => expect(await statusFor(port, '10.0.0.1')).toBe(200), PATIENT)
}, 60_000)

test('an answer whose client has left meanwhile is not counted for ever', async () => {
  let made = 0
  const port = await served(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      made++
      return large
    },
    { maxUnsentBytes: 40 * MEGABYTE },
  )
  for (let n = 1; n <= 4; n++) {
    const socket = await dial(port)
    socket.write(GET)
    await new Promise((resolve) => setTimeout(resolve, 10))
    socket.destroy()
    await vi.waitFor(() => expect(made).toBe(n))
  }
  expect(await statusFor(port, '')).toBe(200)
})

test('requests that wait, and bodies that are under way, have a sum, and an address its share of it', async () => {
  const port = await served(async () => ({ statusCode: 200, body: 'ok' }), {
    ...{ maxRequestsBytes: 2 * MEGABYTE, behindProxy: true },
  })
  const slow: Socket[] = []
  const upload = async (address: string) => {
    const socket = await dial(port)
    slow.push(socket)
    let text = ''
    socket.on('data', (data) => (text += data.toString('latin1')))
    const head = `POST / HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\ncontent-length: 400000\r\n\r\n`
    socket.write(head + 'x'.repeat(390_000))
    return () => text.slice(9, 12)
  }
  const first = await upload('10.0.0.1')
  await new Promise((resolve) => setTimeout(resolve, 200))
  const second = await upload('10.0.0.1')
  await vi.waitFor(() => expect(second()).toBe('503'))
  expect(first()).toBe('')
  expect(await statusFor(port, '10.0.0.2')).toBe(200)
  slow[0]!.write('x'.repeat(10_000))
  await vi.waitFor(() => expect(first()).toBe('200'))
  for (const socket of slow) socket.destroy()
})

test('an address has its share of the connections, and no more', async () => {
  const port = await served(async () => ({ statusCode: 200, body: 'ok' }), { maxConnections: 20 })
  const open: Socket[] = []
  for (let n = 0; n < 5; n++) open.push(await dial(port))
  const sixth = await dial(port)
  sixth.resume()
  await once(sixth, 'close')
  expect(open.map(({ closed }) => closed)).toEqual([false, false, false, false, false])
  open[0]!.destroy()
  await vi.waitFor(async () => {
    const again = await dial(port)
    again.resume()
    again.write(GET)
    const [answer] = await once(again, 'data', { signal: AbortSignal.timeout(200) })
    again.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200/)
  }, PATIENT)
  for (const socket of open) socket.destroy()
})

/** Games `a`, `b` and `c`, and how many bytes of commits each has. */
async function threeGames() {
  const ports = testPorts({ singleWriter: true })
  const service = openService(ports)
  for (const id of ['a', 'b', 'c']) {
    await openedGame(service, undefined, id)
    need(
      await append(
        service,
        [report('n', 'incident-recorded', 'arbiter', { kind: 'other', note: 'x'.repeat(900) })],
        {
          game: id,
        },
      ),
    )
  }
  const sizes = await Promise.all(
    ['a', 'b', 'c'].map(async (id) => (await service.games.load(`game#${id}`, true)).state.bytes),
  )
  for (const size of sizes) expect(size).toBeGreaterThan(500)
  return { ports, sizes }
}

test('states of games are cached by size: the one longest unused is folded anew', async () => {
  const { ports, sizes } = await threeGames()
  const kind = { empty: () => ({ events: 0 }), apply: (folded: { events: number }) => void folded.events++ }
  const streams = warmStreams(ports, kind, sizes[1]! + sizes[2]!)
  for (const id of ['a', 'b', 'c']) await streams.load(`game#${id}`, false)
  const isWarm = (id: string) => streams.warm(`game#${id}`) !== undefined
  expect(['a', 'b', 'c'].map(isWarm)).toEqual([false, true, true])
  expect((await streams.load('game#a', false)).state.folded.events).toBe(2)
})

test('a state as of an earlier time counts as much as the game’s own, from when it is made', async () => {
  const { ports, sizes } = await threeGames()
  const games = createGameStreams(
    ports,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  const load = async (id: string) => (await games.load(`game#${id}`, false)).state
  const warm = () => ['a', 'b', 'c'].filter((id) => games.warm(`game#${id}`) !== undefined)
  for (const id of ['a', 'b', 'c']) await load(id)
  expect(warm()).toEqual(['a', 'b', 'c'])

  const record = await load('a')
  expect(stateAfter(record, record.seq, 'delay 5').seq).toBe(record.seq)
  expect(warm(), 'the last state is the game’s own').toEqual(['a', 'b', 'c'])
  expect(stateAfter(record, 1, 'delay 5').seq).toBe(1)
  expect(warm()).toEqual(['a', 'c'])
  expect(stateAfter(record, 1, 'delay 5').seq).toBe(1)
  expect(warm(), 'who asks again has the same state').toEqual(['a', 'c'])
  expect(stateAfter(record, 1, 'delay 15').seq).toBe(1)
  expect(warm()).toEqual(['a'])
})

test('a record that has left the memory does not come back by a state as of an earlier time', async () => {
  const { ports } = await threeGames()
  const games = createGameStreams(ports)
  const { state: record } = await games.load('game#a', false)
  games.forget('game#a')
  expect(stateAfter(record, 1, 'delay 5').seq).toBe(1)
  expect(games.warm('game#a')).toBeUndefined()
})
