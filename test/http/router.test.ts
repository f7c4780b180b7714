import { expect, test } from 'vitest'
import { StoreUnavailable } from '../../functions/store/commit-log.ts'
import { sha256OfText } from '../../functions/store/hash.ts'
import { move, report } from '../kit/reports.ts'
import { httpEvent, openClient, TIMED, testPorts } from '../kit/service.ts'

const started = report('s', 'session-started', 'arbiter')

test('every answer has a request id and keeps browsers and caches from misusing it', async () => {
  const client = await openClient()
  for (const path of ['/healthz', '/nowhere', '/games/none']) {
    const { headers } = await client.ask('GET', path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^ID\d+$/),
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  }
  expect(
    (await client.ask('GET', '/healthz', { headers: { 'x-request-id': 'mine-7' } })).headers['x-request-id'],
  ).toBe('mine-7')
  expect(
    (await client.ask('GET', '/healthz', { headers: { 'x-request-id': 'no\r\nsuch: id' } })).headers[
      'x-request-id'
    ],
  ).toMatch(/^ID/)
})

test('a path that is not there is 404, a method that is not there 405 with those that are', async () => {
  const client = await openClient()
  expect(await client.ask('GET', '/nowhere')).toMatchObject({
    status: 404,
    json: { type: 'urn:touchmove:problem:not-found' },
  })
  const wrong = await client.ask('DELETE', '/games/g1/events')
  expect(wrong).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } })
  expect(await client.ask('GET', '/games/%ZZ')).toMatchObject({ status: 404 })
  expect(await client.ask('GET', '/games/a%20b')).toMatchObject({ status: 404 })
  expect(await client.ask('GET', '/%68ealthz')).toMatchObject({ status: 200 })
})

test('HEAD is GET without the body', async () => {
  const client = await openClient()
  const head = await client.ask('HEAD', '/tournaments')
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers['etag']).toBe((await client.ask('GET', '/tournaments')).headers['etag'])
  expect(await client.ask('HEAD', '/games/none')).toMatchObject({ status: 404, text: '' })
})

test('a body that is no JSON, of another type, or too large has its own refusal each', async () => {
  const client = await openClient()
  const token = await client.token('operator')
  const post = (body: string, type = 'application/json') =>
    client.ask('POST', '/games', { token, body, headers: { 'content-type': type } })
  expect(await post('{"white":')).toMatchObject({
    status: 400,
    json: { type: 'urn:touchmove:problem:bad-request' },
  })
  expect(await post('')).toMatchObject({ status: 400 })
  expect(await post('{}', 'text/plain')).toMatchObject({
    status: 415,
    headers: { accept: 'application/json' },
  })
  expect(await post('{}', 'application/jsonp')).toMatchObject({ status: 415 })
  expect(await post('{}', 'application/json; charset=utf-8')).toMatchObject({ status: 422 })
  expect(await post('[]', 'application/vnd.board+json')).toMatchObject({ status: 422 })
  expect(await post(JSON.stringify({ id: 'x'.repeat(65 * 1024) }))).toMatchObject({ status: 413 })
})

test('a body comes in base64 too, and is measured in bytes', async () => {
  const client = await openClient()
  const headers = {
    authorization: `Bearer ${await client.token('operator')}`,
    'content-type': 'application/json',
  }
  const event = httpEvent(
    'POST',
    '/games',
    headers,
    Buffer.from(JSON.stringify({ id: 'g1', ...TIMED })).toString('base64'),
  )
  expect((await client.router({ ...event, isBase64Encoded: true })).statusCode).toBe(201)
  const notUtf8 = httpEvent('POST', '/games', headers, Buffer.from([0x22, 0xff, 0x22]).toString('base64'))
  expect((await client.router({ ...notUtf8, isBase64Encoded: true })).statusCode).toBe(400)
  const wide = httpEvent('POST', '/games', headers, JSON.stringify({ id: '€'.repeat(22 * 1024) }))
  expect((await client.router(wide)).statusCode).toBe(413)
})

test('unknown, repeated and impossible query values are refused by name', async () => {
  const client = await openClient()
  const token = await client.token('operator')
  await client.ask('POST', '/games', { token, body: { id: 'g1', ...TIMED } })
  for (const [query, pointer] of [
    ['sec=3', '/sec'],
    ['seq=-1', '/seq'],
    ['seq=1.5', '/seq'],
    ['seq=', '/seq'],
    ['seq=1&at=2026-03-14T14:00:00Z', '/at'],
    ['at=yesterday', '/at'],
    ['at=2026-02-30', '/at'],
  ])
    expect(await client.ask('GET', `/games/g1/state?${query}`), query).toMatchObject({
      status: 400,
      json: { type: 'urn:touchmove:problem:bad-query', errors: [{ pointer }] },
    })
  expect(await client.ask('GET', '/games/g1/state?seq=1&seq=2')).toMatchObject({ status: 400 })
  expect(await client.ask('GET', '/games/g1/state?seq=7')).toMatchObject({ status: 400 })
  expect(await client.ask('GET', '/games/g1?x=1')).toMatchObject({ status: 400 })
  for (const at of ['2026-03-14T14:00:00.000Z', '2026-03-14T15:00:00+01:00', '2026-03-14T15:00:00%2B01:00'])
    expect(await client.ask('GET', `/games/g1/state?at=${at}`), at).toMatchObject({
      status: 200,
      json: { seq: 1 },
    })
})

test('no token is 401 where one is needed; one that does not hold is 401 everywhere and is not echoed', async () => {
  const client = await openClient()
  expect(await client.ask('POST', '/games', { body: TIMED })).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="touchmove"' },
  })
  const token = await client.token('reader')
  for (const path of ['/healthz', '/games/g1']) {
    const refused = await client.ask('GET', path, { token: `${token}x` })
    expect(refused.status).toBe(401)
    expect(refused.headers['www-authenticate']).toContain('error="invalid_token"')
    expect(refused.text).not.toContain(token)
  }
  expect(await client.ask('POST', '/games', { token, body: TIMED })).toMatchObject({ status: 403 })
})

test('a database that does not answer is 503 with a time to come again, and a fault of ours 500 without its words', async () => {
  const ports = testPorts()
  const down = await openClient({
    ...ports,
    log: { ...ports.log, load: () => Promise.reject(new StoreUnavailable('no answer')) },
  })
  expect(await down.ask('GET', '/games/g1')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  const broken = await openClient({
    ...ports,
    log: { ...ports.log, load: () => Promise.reject(new Error('password=1234')) },
  })
  const answer = await broken.ask('GET', '/games/g1', { headers: { 'x-request-id': 'r-1' } })
  expect(answer).toMatchObject({ status: 500, json: { type: 'urn:touchmove:problem:internal' } })
  expect(answer.text).toContain('r-1')
  expect(answer.text).not.toContain('1234')
  expect(broken.faults).toHaveLength(1)
})

test('what is damaged, and what a later version wrote, is said to be that and not a fault of the service', async () => {
  const ports = testPorts()
  const opened = await openClient(ports)
  await opened.ask('POST', '/games', { token: await opened.token('admin'), body: { id: 'g1', ...TIMED } })
  const answered = async (change: (body: string) => { body: string; hash?: string }) => {
    const load: typeof ports.log.load = async (...asked) =>
      (await ports.log.load(...asked)).map((commit) => ({ ...commit, ...change(commit.body) }))
    const client = await openClient({ ...ports, log: { ...ports.log, load } })
    const { status, json } = await client.ask('GET', '/games/g1')
    const { json: health } = await client.ask('GET', '/healthz', { token: await client.token('reader') })
    return [status, json.type, health.status, health.problems]
  }
  expect(await answered((body) => ({ body }))).toEqual([200, undefined, 'ok', []])
  expect(await answered((body) => ({ body: body.replace('game-opened', 'game-closed') }))).toEqual([
    500,
    'urn:touchmove:problem:damaged',
    'degraded',
    ['games or rounds that cannot be read: 1; see verify'],
  ])
  const later = (body: string) => body.replace('"format":1', '"format":2')
  expect(await answered((body) => ({ body: later(body), hash: sha256OfText(later(body)) }))).toEqual([
    500,
    'urn:touchmove:problem:later-format',
    'degraded',
    ['games or rounds that cannot be read: 1; see verify'],
  ])
})

test('a reported game comes back as state, events, lines and audit', async () => {
  const client = await openClient()
  const token = await client.token('operator')
  const opened = await client.ask('POST', '/games', { token, body: { id: 'g1', ...TIMED } })
  expect(opened).toMatchObject({
    status: 201,
    headers: { location: '/games/g1' },
    json: { id: 'g1', head: 1, replayed: false },
  })
  expect(await client.ask('POST', '/games', { token, body: { id: 'g1', ...TIMED } })).toMatchObject({
    status: 200,
    json: { replayed: true },
  })
  expect(
    await client.ask('POST', '/games', { token, body: { id: 'g1', ...TIMED, play: 'blitz' } }),
  ).toMatchObject({ status: 422 })
  const events = [started, move('m1', 'white', 'e2', 'e4', 5000)]
  const reported = await client.ask('POST', '/games/g1/events', {
    token,
    body: { events, expectedSeq: 1, sentAt: '2026-03-14T14:00:00.000Z' },
  })
  expect(reported).toMatchObject({ status: 200, json: { head: 3, verdicts: [] } })
  expect(
    await client.ask('POST', '/games/g1/events', {
      token,
      body: { events: [{ ...started, id: 'x' }], expectedSeq: 1 },
    }),
  ).toMatchObject({
    status: 409,
    json: { head: 3, type: 'urn:touchmove:problem:stale-version' },
  })
  expect((await client.ask('GET', '/games/g1')).json).toMatchObject({ seq: 3, moves: [{ san: 'e4' }] })
  const lines = await client.ask('GET', '/games/g1/events?after=1', {
    token,
    headers: { accept: 'application/x-ndjson' },
  })
  expect(lines.headers['content-type']).toBe('application/x-ndjson')
  const parsed = lines.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(parsed).toEqual((await client.ask('GET', '/games/g1/events?after=1', { token })).json.events)
  expect((await client.ask('GET', '/games/g1/events?limit=2', { token })).json).toMatchObject({
    head: 3,
    next: 2,
  })
  expect((await client.ask('GET', '/games/g1/audit', { token })).json.commits).toHaveLength(2)
  expect(await client.ask('GET', '/games/g1/events')).toMatchObject({ status: 401 })
})

test('what a token showed stays out of shared caches; what is public may lie there for a second', async () => {
  const client = await openClient()
  const token = await client.token('operator')
  await client.ask('POST', '/games', { token, body: { id: 'g1', ...TIMED } })
  const open = await client.ask('GET', '/games/g1')
  expect(open.headers).toMatchObject({
    'cache-control': 'public, max-age=1, stale-while-revalidate=5, stale-if-error=60',
    vary: 'authorization, accept',
  })
  expect((await client.ask('GET', '/games/g1', { token })).headers['cache-control']).toBe('private, no-cache')
  const held = { 'if-none-match': open.headers['etag'] ?? '' }
  expect(await client.ask('GET', '/games/g1', { headers: held })).toMatchObject({ status: 304, text: '' })
  expect(await client.ask('GET', '/games/g1', { token, headers: held })).toMatchObject({ status: 200 })
})

test('an Idempotency-Key stands for one game', async () => {
  const client = await openClient()
  const token = await client.token('operator')
  const post = (key: string) =>
    client.ask('POST', '/games', { token, body: TIMED, headers: { 'idempotency-key': key } })
  const first = await post('k1')
  expect(first.status).toBe(201)
  expect(await post('k1')).toMatchObject({ status: 200, json: { id: first.json.id } })
  expect((await post('k2')).json.id).not.toBe(first.json.id)
  expect(await post('two words')).toMatchObject({ status: 400 })
})

test('a tournament, its round and its games over HTTP', async () => {
  const client = await openClient()
  const token = await client.token('arbiter')
  const defaults = { edition: '2018-01-01', play: 'standard' }
  const dates = { from: '2026-03-14', to: '2026-03-22' }
  expect(
    await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open', dates, defaults } }),
  ).toMatchObject({
    status: 201,
    json: { id: 'T', delay: 0, openVerdicts: false },
  })
  expect(
    await client.ask('POST', '/tournaments', {
      token,
      body: { id: 'T', name: 'Open', dates: { from: '14 March' } },
    }),
  ).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: '/dates/from' }] },
  })
  const pairing = { white: { name: 'A' }, black: { name: 'B' } }
  const path = '/tournaments/T/rounds/1/games'
  expect(await client.ask('POST', path, { token, body: { id: 'a', ...pairing } })).toMatchObject({
    status: 201,
    json: { games: [{ id: 'a', board: 1 }] },
  })
  expect(await client.ask('POST', path, { token, body: [pairing, pairing] })).toMatchObject({ status: 201 })
  expect(await client.ask('POST', path, { token, body: { games: [{ id: 'd', ...pairing }] } })).toMatchObject(
    {
      status: 201,
      json: { games: [{ board: 4 }] },
    },
  )
  expect(await client.ask('POST', path, { token, body: { id: 'a', ...pairing } })).toMatchObject({
    status: 200,
  })
  expect(await client.ask('POST', path, { token, body: { games: [pairing, {}] } })).toMatchObject({
    status: 422,
    json: { errors: [{ index: 1 }, { index: 1 }] },
  })
  expect((await client.ask('GET', path)).json.games).toHaveLength(4)
  expect(
    await client.ask('PATCH', '/tournaments/T/rounds/1', { token, body: { published: true } }),
  ).toMatchObject({
    status: 200,
    json: { publishedAt: '2026-03-14T14:00:00.000Z', closedAt: null },
  })
  expect((await client.ask('GET', '/tournaments/T')).json).toMatchObject({ name: 'Open', rounds: ['1'] })
  expect(await client.ask('PATCH', '/tournaments/T', { token, body: { delay: 15 } })).toMatchObject({
    status: 200,
    json: { delay: 15 },
  })
  client.ports.clock.pass(16 * 60_000)
  expect(await client.ask('GET', path)).toMatchObject({
    status: 403,
    json: { type: 'urn:touchmove:problem:delayed' },
  })
  expect(await client.ask('GET', '/games/a')).toMatchObject({
    status: 403,
    json: { type: 'urn:touchmove:problem:delayed' },
  })
  expect(await client.ask('GET', '/games/a', { token })).toMatchObject({ status: 200 })
  expect((await client.ask('GET', '/tournaments')).json.tournaments).toHaveLength(1)
})
