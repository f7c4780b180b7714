/** What clients can make a host hold in memory: answers of a connection, of all connections, and states of games. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { warmStreams } from '../../functions/app/streams.ts'
import { type HttpServer, type HttpServerOptions, serveHttp } from '../../functions/host/http/http-server.ts'
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

test('states of games are kept by size: the one longest unused is folded anew', async () => {
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
  const kind = { empty: () => ({ events: 0 }), apply: (folded: { events: number }) => void folded.events++ }
  const streams = warmStreams(ports, kind, sizes[1]! + sizes[2]!)
  for (const id of ['a', 'b', 'c']) await streams.load(`game#${id}`, false)
  const isWarm = (id: string) => streams.warm(`game#${id}`) !== undefined
  expect(['a', 'b', 'c'].map(isWarm)).toEqual([false, true, true])
  expect((await streams.load('game#a', false)).state.folded.events).toBe(2)
})
