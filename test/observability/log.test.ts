import { expect, test } from 'vitest'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { mintToken } from '../../functions/auth/tokens.ts'
import { createRouter } from '../../functions/http/router.ts'
import { faultLogger } from '../../functions/observability/faults.ts'
import { consoleLog } from '../../functions/observability/lambda-log.ts'
import { failureFields, redacted } from '../../functions/observability/log.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { StoreUnavailable } from '../../functions/store/commit-log.ts'
import { openService } from '../kit/compose.ts'
import { growthFault } from '../kit/linear.ts'
import { httpEvent, START, TIMED, testKeyring, testPorts } from '../kit/service.ts'

function printed(least: 'debug' | 'info' = 'debug') {
  const lines: string[] = []
  const log = consoleLog(
    () => START,
    least,
    (line) => lines.push(line),
  )
  return { log, lines }
}

test('a line is one JSON object with level, time, event and the fields that go with the whole log', () => {
  const { log, lines } = printed('info')
  log.with({ requestId: 'R1' }).write('info', 'request', { status: 200, problem: undefined })
  log.write('debug', 'unwanted')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', time: '2026-03-14T14:00:00.000Z', event: 'request', requestId: 'R1', status: 200 },
  ])
})

test('what looks like a token or a key does not get into a line, wherever it came from', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYWRtaW4ifQ.c2lnbmF0dXJl'
  const key = 'k'.repeat(43)
  for (const text of [token, `Bearer ${token}`, `bearer abc123`, `{"kty":"oct","k":"${key}"}`, `d=${key}`])
    expect(redacted(`before ${text} after`)).toMatch(/^before .*\[secret\].* after$/)
  for (const text of [token, `{"kty":"oct","k":"${key}"}`])
    expect(redacted(text)).not.toContain(token.slice(20, 40))
  expect(redacted('x'.repeat(10_000)).length).toBeLessThan(600)
})

test('what a text is made of does not make the search for secrets slow', () => {
  for (const piece of ['-eyJ----e', 'd : ', 'Bearer '])
    expect(
      growthFault((size) => piece.repeat(size / piece.length), 100_000, redacted),
      piece,
    ).toBeNull()
})

test('a fault is logged with its kind, its words and its place, with the id its caller was given', () => {
  const { log, lines } = printed()
  const tell = faultLogger(log)
  tell(new TypeError('x is not a function'), 'R7')
  tell(new StoreUnavailable('no answer', { cause: new Error('socket hang up') }), 'R8')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'error',
      event: 'fault',
      requestId: 'R7',
      error: 'TypeError',
      place: expect.stringContaining('log.test'),
    },
    {
      level: 'warn',
      event: 'store-unavailable',
      requestId: 'R8',
      error: 'StoreUnavailable',
      cause: 'Error: socket hang up',
    },
  ])
  expect(failureFields('thrown text')).toEqual({ error: 'string' })
})

test('no log line of a day in the hall holds a token, a name, a note or what a caller wrote into a path', async () => {
  const ports = testPorts()
  const keyring = await testKeyring()
  const { log, lines } = printed()
  const router = createRouter(
    {
      deps: openService(ports),
      authenticate: authenticator(ports, keyring),
      onFault: faultLogger(log),
      log,
    },
    ROUTES,
  )
  const minted = await mintToken(ports, keyring, { role: 'arbiter', scope: '*' })
  if (!minted.ok) throw new Error(minted.error.message)
  const { token } = minted.value
  const ask = (method: string, path: string, body?: object, bearer = token) =>
    router(
      httpEvent(
        method,
        path,
        { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body && JSON.stringify(body),
      ),
    )
  const named = { ...TIMED, white: { name: 'Secretová, Jana' } }
  expect((await ask('POST', '/games', { id: 'g', ...named })).statusCode).toBe(201)
  const note = { id: 'n', type: 'clocks-stopped', at: '2026-03-14T14:00:00Z', by: 'arbiter' }
  await ask('POST', '/games/g/events', { events: [{ ...note, data: { reason: 'she felt unwell' } }] })
  await ask('POST', '/games/g/events', { events: [{ ...note, data: { reason: 17, Secretová: 1 } }] })
  await ask('POST', '/games', { ...named, white: { name: 'Secretová\u0000' } })
  await ask('GET', `/games/${token}/events?at=unwell`)
  await ask('GET', '/games/Secretov%C3%A1')
  await ask('GET', '/games/g', undefined, `${token}x`)
  expect(lines.length).toBeGreaterThanOrEqual(7)
  const whole = lines.join('\n')
  for (const secret of [...token.split('.').slice(1), 'Secretov', 'unwell', 'Bearer'])
    expect(whole).not.toContain(secret)
  const correlated = lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)
  expect(new Set(correlated).size).toBe(lines.length)
})
