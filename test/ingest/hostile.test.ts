/** Servers and bridges that send without end, in drips, elsewhere, or nonsense: what is read of them has bounds. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { cutLines } from '../../functions/cut-lines.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { cloudSource } from '../../functions/ingest/lcc/source.ts'
import { pgnSource } from '../../functions/ingest/pgn-feed/source.ts'
import { messageSourceOf } from '../../functions/ingest/positions/message-source.ts'
import { openFetch } from '../../functions/ingest/sources/fetch-text.ts'
import { openOutbox } from '../../functions/ingest/sources/outbox.ts'
import { SourceUnavailable } from '../../functions/ingest/sources/source.ts'

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const MEGABYTE = 1024 * 1024

test('a body without an end is read as far as 32 MB, and its server is hung up on', async () => {
  let sent = 0
  const url = await serving((_, response) => {
    const piece = Buffer.alloc(MEGABYTE, 'x')
    const more = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length
    }
    response.on('drain', more)
    more()
  })
  await expect(openFetch()(`${url}/round.pgn`)).rejects.toThrow(/is larger than 32 MB/)
  expect(sent).toBeLessThan(64 * MEGABYTE)
}, 60_000)

test('a server that sends a byte now and then is given seven seconds', async () => {
  const url = await serving((_, response) => {
    const timer = setInterval(() => response.write(' '), 200)
    response.once('close', () => clearInterval(timer))
  })
  const began = performance.now()
  await expect(openFetch()(url)).rejects.toThrow(/does not answer/)
  expect(performance.now() - began).toBeLessThan(15_000)
}, 30_000)

test.each([
  ['another port of another name', 'http://localhost:1/secret'],
  ['a cloud’s metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['an address of the hall', 'http://192.168.1.1/'],
  ['the machine itself', 'http://[::1]:80/'],
  ['a file', 'file:///etc/passwd'],
  ['nothing that is an address', 'http://['],
])('a feed that leads to %s is not followed there', async (_, location) => {
  const url = await serving((_request, response) => response.writeHead(302, { location }).end())
  await expect(openFetch()(url)).rejects.toThrow(SourceUnavailable)
})

test('the host that a cloud’s lookup names is on the internet', async () => {
  let asked = 0
  const url = await serving((_, response) => {
    asked++
    response.end('{}')
  })
  const { host } = new URL(url)
  const fetchText = openFetch()
  const id = '00000000-0000-4000-8000-000000000000'
  const source = cloudSource({ id, base: null, round: '1' }, '1', (to, options) =>
    to.includes('/meta/') ? Promise.resolve(JSON.stringify({ host })) : fetchText(to, options),
  )
  await expect(source.snapshot()).rejects.toThrow(/is no public address/)
  expect(asked).toBe(0)
})

test('within its own host a feed may lead elsewhere, but not round in a ring', async () => {
  const url = await serving(({ url: path }, response) => {
    if (path === '/new') response.end('[Event "x"]\n\n*')
    else response.writeHead(301, { location: path === '/old' ? '/new' : '/ring' }).end()
  })
  expect(await openFetch()(`${url}/old`)).toContain('Event')
  await expect(openFetch()(`${url}/ring`)).rejects.toThrow(/leads on more than 5 times/)
})

test.each(['', '{', 'null', '[]', '{"games":7}', '{"pairings":{"length":-1}}', '\u0000'.repeat(100), '"x"'])(
  'a cloud that answers %j is silent or has no games, and nothing else',
  async (answer) => {
    const url = await serving((_, response) => response.end(answer))
    const look = cloudSource({ id: 't', base: url, round: '1' }, '1', openFetch()).snapshot()
    await look.then(
      ({ games }) => expect(games).toEqual([]),
      (error: unknown) => expect(error).toBeInstanceOf(SourceUnavailable),
    )
    expect((await pgnSource({ place: url, fetchText: openFetch() }).snapshot()).games).toEqual([])
  },
)

test('a line that goes on is cut and not gathered, whatever ends lines', async () => {
  let pieces = 0
  async function* endless() {
    for (; pieces < 2_000; pieces++) yield 'x'.repeat(64 * 1024)
    yield '\r'
    yield '\nshort\rlast'
  }
  const before = process.memoryUsage().heapUsed
  const lines: string[] = []
  for await (const line of cutLines(endless(), 4096)) lines.push(line)
  expect(lines.map(({ length }) => length)).toEqual([4096, 5, 4])
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * MEGABYTE)
})

test('a bridge that sends one line without end over TCP is read in bounded memory', async () => {
  const bridge = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.end(Buffer.alloc(8 * MEGABYTE, 'x'))
  }).listen(0, '127.0.0.1')
  closing.push(() => bridge.close())
  await once(bridge, 'listening')
  const { port } = bridge.address() as AddressInfo
  const source = await messageSourceOf(`tcp://127.0.0.1:${port}`, new PassThrough())
  const lines: unknown[] = []
  for await (const line of source.open(new AbortController().signal)) lines.push(line)
  expect(lines).toEqual(['x'.repeat(4096)])
})

test('a WebSocket that sends faster than it is read is read no further', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  closing.push(() => server.close())
  await once(server, 'listening')
  const lines = Buffer.alloc(60_000, '\n')
  const flooded = new Promise<number>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('error', () => {})
      // A hundred at a time: the reader lives in this process, and its handshake has to be answered.
      const flood = (left: number) => {
        for (let n = 0; n < 100; n++) socket.send(lines, { binary: false })
        if (left > 100) setImmediate(flood, left - 100)
        else setTimeout(() => resolve(socket.bufferedAmount), 500)
      }
      flood(4_000)
    })
  })
  const { port } = server.address() as AddressInfo
  const stop = new AbortController()
  const source = await messageSourceOf(`ws://127.0.0.1:${port}`, Readable.from([]))
  for await (const _ of source.open(stop.signal)) {
    expect(await flooded).toBeGreaterThan(100 * MEGABYTE)
    break
  }
  for (const client of server.clients) client.terminate()
}, 30_000)

test('what a source brings while the record is away waits, and the source is held up', async () => {
  let isAway = true
  const client: ApiClient = {
    request: async () => ({ status: isAway ? 503 : 200, headers: {}, text: '{}' }),
  }
  const outbox = openOutbox({
    ...{ client, game: 'g', note: () => {}, signal: new AbortController().signal },
    pause: () => new Promise((resolve) => setTimeout(resolve, 5)),
  })
  const report = { id: 'x', type: 'clock-read', at: '', by: 'device', data: {} } as never
  outbox.put(Array.from({ length: 999 }, () => report))
  expect(outbox.isFull).toBe(false)
  outbox.put([report])
  let hasRoom = false
  const room = outbox.room().then(() => {
    hasRoom = true
  })
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect([outbox.isFull, hasRoom]).toEqual([true, false])
  isAway = false
  await room
  await outbox.emptied()
  expect(outbox.isFull).toBe(false)
})
