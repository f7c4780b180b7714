/** What comes over the wire that is no proper HTTP, or too slow, too large, cut off: each is answered or hung up on. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MAX_REQUEST_BYTES } from '../../functions/host/http/handle-request.ts'
import { type HttpServer, serveHttp } from '../../functions/host/http/http-server.ts'
import { problemSchema } from '../../functions/http/response-schemas.ts'
import { logOver } from '../../functions/observability/log.ts'
import { metricsRegistry } from '../../functions/observability/metrics-registry.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { numbers } from '../kit/games.ts'
import { openClient, type ServiceClient, TIMED } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

let client: ServiceClient
let server: HttpServer
let token: string
/** A request whose headers never end, sent before all others: the host waits ten seconds for them. */
let slow: Promise<string>
const lines: unknown[] = []

beforeAll(async () => {
  client = await openClient()
  token = await client.token('arbiter')
  await client.ask('POST', '/games', { token, body: { id: 'g', ...TIMED } })
  const log = logOver((_, fields) => lines.push(fields), 'warn')
  const served = await serveHttp({ router: client.router, host: '127.0.0.1', port: 0, log })
  if (!served.ok) throw new Error(served.error.message)
  server = served.value
  slow = talk(['GET /healthz HTTP/1.1\r\nhost: x\r\n'], 20_000)
})
afterAll(() => server.close())

const dial = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends the pieces and reads until the other side closes, or is quiet for so long (ms) after its first word. */
async function talk(pieces: readonly (string | Buffer)[], quiet = 400): Promise<string> {
  const socket = await dial()
  let text = ''
  const done = new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, Math.max(quiet, 10_000))
    socket.on('data', (data) => {
      text += data.toString('latin1')
      clearTimeout(timer)
      timer = setTimeout(resolve, quiet)
    })
    socket.on('close', () => resolve())
  })
  for (const piece of pieces) socket.write(piece)
  await done
  socket.destroy()
  return text
}

/** Each case is a conversation of its own, all at once: each waits until the other side is quiet. */
const atOnce = <T>(cases: readonly T[], check: (each: T) => Promise<void>): Promise<unknown> =>
  Promise.all(cases.map(check))

/** The statuses of all answers in a conversation, each of which is a problem where it is a refusal. */
function statuses(text: string): number[] {
  const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/).filter((part) => part !== '')
  return answers.map((part) => {
    const status = Number(part.slice(9, 12))
    if (status >= 400) {
      expect(part, part).toMatch(/content-type: application\/problem\+json/i)
      const body = part.slice(part.indexOf('\r\n\r\n') + 4)
      if (body !== '') expect(problemSchema.parse(JSON.parse(body)).status).toBe(status)
    }
    return status
  })
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
const post = (body: string, more = '') =>
  `POST /games/g/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${more}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

test.concurrent('what is no HTTP is answered with a problem and hung up on', async () => {
  const garbled = [
    'hello\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /a b HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: x\r\nbroken header\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
    'POST /games HTTP/1.1\r\nhost: x\r\ncontent-length: 5, 7\r\n\r\n',
    'POST /games HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n',
  ]
  await atOnce(garbled, async (garbage) =>
    expect(statuses(await talk([garbage])), JSON.stringify(garbage)).toContain(400),
  )
  expect(statuses(await talk(['GET /healthz HTTP/1.1\r\n\r\n']))).toEqual([400])
})

test.concurrent('a header above 16 KB is 431, a request of many small headers too', async () => {
  expect(statuses(await talk([get('/healthz', `x: ${'a'.repeat(20_000)}\r\n`)]))).toEqual([431])
  const many = Array.from({ length: 4_000 }, (_, k) => `x-${k}: 1\r\n`).join('')
  expect(statuses(await talk([get('/healthz', many)]))).toEqual([431])
  expect(statuses(await talk([get(`/${'a'.repeat(20_000)}`)]))).toEqual([431])
})

test.concurrent('methods nobody takes are refused with those there are, HEAD is GET without a body', async () => {
  await atOnce(['OPTIONS', 'TRACE', 'PUT', 'DELETE', 'PROPFIND'], async (method) =>
    expect(statuses(await talk([get('/games/g').replace('GET', method)])), method).toEqual([405]),
  )
  const head = await talk([get('/games/g').replace('GET', 'HEAD')])
  expect([statuses(head), head.endsWith('\r\n\r\n')]).toEqual([[200], true])
  expect(statuses(await talk(['CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n']))).toEqual([405])
  expect(statuses(await talk(['OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n']))).toEqual([404])
})

test.concurrent('paths that cannot be decoded, point upwards or hold a NUL lead nowhere', async () => {
  const paths = ['/games/%', '/games/%C0%AE', '/../../etc/passwd', '/games/%2e%2e', '/games/g%00', '//', '/%']
  await atOnce(paths, async (path) => expect(statuses(await talk([get(path)])), path).toEqual([404]))
  expect(statuses(await talk([get('http://elsewhere/games/g')]))).toEqual([200])
  expect(statuses(await talk([get('/games/g/state?seq=%E0%A4%A')]))).toEqual([400])
})

test.concurrent('bodies of another type or another coding are refused, an error leaves the connection usable', async () => {
  const typed = (type: string) => post('{}').replace('application/json', type)
  expect(statuses(await talk([typed('text/plain'), typed('multipart/form-data; boundary=x')]))).toEqual([
    415, 415,
  ])
  expect(statuses(await talk([post('{'), post('not JSON'), get('/games/g')]))).toEqual([400, 400, 200])
  const latin = Buffer.from(post('{"?":1}').replace('?', 'é'), 'latin1')
  expect(statuses(await talk([latin]))[0]).toBe(400)
})

test.concurrent('a body that comes compressed is refused with what is taken, whatever it would unpack to', async () => {
  await atOnce(['gzip', 'br', 'deflate, gzip', 'x-bomb'], async (coding) => {
    const answer = await talk([post('{"events":[]}', `content-encoding: ${coding}\r\n`)])
    expect([statuses(answer), /^accept-encoding: identity$/im.test(answer)], coding).toEqual([[415], true])
  })
  expect(statuses(await talk([post('{"events":[]}', 'content-encoding: identity\r\n')]))).toEqual([422])
})

test.concurrent('who asks for much and takes nothing of it is hung up on, who takes it slowly is not, nor who waits for a long work', {
  timeout: 60_000,
}, async () => {
  const body = 'x'.repeat(8_000_000)
  const served = await serveHttp({
    router: async ({ rawPath }) => {
      if (rawPath === '/work') await new Promise((resolve) => setTimeout(resolve, 5_000))
      return { statusCode: 200, headers: { 'content-type': 'application/octet-stream' }, body }
    },
    ...{ host: '127.0.0.1', port: 0, stalledTimeoutMs: 2_000, log: logOver(() => {}, 'error') },
  })
  if (!served.ok) throw new Error(served.error.message)
  const ask = async (path: string) => {
    const socket = connect(Number(new URL(served.value.url).port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.pause()
    socket.write(get(path))
    return socket
  }
  /** Bytes until the connection ends; `pace`: ms between two pieces of a megabyte. */
  const taken = async (socket: Socket, pace: number): Promise<number> => {
    let [bytes, since] = [0, 0]
    socket.on('data', ({ length }) => {
      bytes += length
      since += length
      if (since < 1_000_000 || pace === 0) return
      since = 0
      socket.pause()
      setTimeout(() => socket.resume(), pace)
    })
    socket.resume()
    while (!socket.closed && bytes < body.length) await new Promise((resolve) => setTimeout(resolve, 20))
    socket.destroy()
    return bytes
  }
  const idle = await ask('/')
  const [ofSlow, ofPatient] = await Promise.all([
    ask('/').then((slow) => taken(slow, 400)),
    ask('/work').then((patient) => taken(patient, 0)),
  ])
  const ofIdle = await taken(idle, 0)
  await served.value.close()
  expect([ofSlow, ofPatient].map((bytes) => bytes >= body.length)).toEqual([true, true])
  expect(ofIdle).toBeLessThan(body.length)
})

test.concurrent('a connection on which nothing more is asked is ended, later than its client was told', async () => {
  const served = await serveHttp({
    router: client.router,
    ...{ host: '127.0.0.1', port: 0, stalledTimeoutMs: 300, log: logOver(() => {}, 'error') },
  })
  if (!served.ok) throw new Error(served.error.message)
  const socket = connect(Number(new URL(served.value.url).port), '127.0.0.1')
  socket.write(get('/games/g'))
  const text = (await buffer(socket)).toString()
  await served.value.close()
  expect([statuses(text), /^keep-alive: timeout=59\r$/im.test(text)]).toEqual([[200], true])
})

test.concurrent('requests in a row on one connection are answered in their order', async () => {
  const row = await talk([get('/games/g') + get('/nowhere') + post('{"events":[]}') + get('/healthz')])
  expect(statuses(row)).toEqual([200, 404, 422, 200])
})

test.concurrent('of streams asked for in a row the first is given, and none is held open once the connection has gone', async () => {
  const metrics = metricsRegistry()
  const log = logOver(() => {}, 'error')
  const served = await serveHttp({ router: client.router, host: '127.0.0.1', port: 0, log, metrics })
  if (!served.ok) throw new Error(served.error.message)
  const open = () => metrics.gauge('touchmove_streams_open')
  const socket = connect(Number(new URL(served.value.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (data) => (text += data.toString()))
  socket.write(get('/games/g') + get('/games/g/stream').repeat(3))
  await vi.waitFor(() => expect(text).toContain('event: snapshot'))
  expect([statuses(text), open()]).toEqual([[200, 200], 1])
  socket.destroy()
  await vi.waitFor(() => expect(open()).toBe(0))
  await served.value.close()
})

test.concurrent('an expectation of 100-continue is met unless the body is too large, others are not', async () => {
  const expecting = (length: number, what: string) =>
    `POST /games/g/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\nexpect: ${what}\r\ncontent-length: ${length}\r\n\r\n`
  expect(statuses(await talk([expecting(13, '100-continue'), '{"events":[]}']))).toEqual([100, 422])
  expect(statuses(await talk([expecting(99_999_999, '100-continue')]))).toEqual([413])
  expect(statuses(await talk([expecting(2, '200-ok'), '{}']))[0]).toBe(417)
})

test.concurrent('a chunked body without an end, or one that grows beyond all bounds, is cut off', async () => {
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`
  const head = post('').replace('content-length: 0', 'transfer-encoding: chunked')
  const endless = await talk([head, ...Array.from({ length: 40 }, () => chunk)], 1_500)
  expect(statuses(endless)[0]).toBe(413)
})

test('a client that does not finish its headers is told that it is too slow', {
  timeout: 40_000,
}, async () => {
  expect(statuses(await slow)).toEqual([408])
})

test('whatever bytes come, however they are cut, the host goes on and the record is as it was', {
  timeout: 600_000,
}, async () => {
  const before = (await client.ask('GET', '/games/g/audit', { token })).text
  const pick = numbers(11)
  const seeds = [
    post('{"events":[]}'),
    get('/games/g'),
    get('/openapi.json'),
    post('{"events":[{"id":"x"}]}', 'x: y\r\n'),
  ]
  for (let n = 0; n < trials(300, 3_000); n++) {
    const bytes = Buffer.from(seeds[pick(seeds.length)]!, 'latin1')
    for (let k = pick(6); k > 0; k--) bytes[pick(bytes.length)] = pick(256)
    const socket = await dial()
    socket.resume()
    socket.write(bytes.subarray(0, pick(4) === 0 ? pick(bytes.length) : bytes.length))
    await new Promise((resolve) => setTimeout(resolve, pick(3)))
    socket.destroy()
  }
  expect(statuses(await talk([get('/healthz')]))).toEqual([200])
  expect((await client.ask('GET', '/games/g/audit', { token })).text).toBe(before)
  expect([client.faults, lines]).toEqual([[], []])
})

test('a host reads more than any route takes, so that each route can say how much it takes', () => {
  const beyond = ROUTES.filter(({ maxBytes }) => maxBytes >= MAX_REQUEST_BYTES)
  expect(beyond.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
