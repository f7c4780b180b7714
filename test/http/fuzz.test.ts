import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROBLEMS, type ProblemCode, problemType } from '../../functions/http/problems.ts'
import { problemSchema } from '../../functions/http/response-schemas.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { arbitraryReport } from '../kit/arbitraries.ts'
import { openClient, type ServiceClient, TIMED } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

const TYPES = new Set(Object.keys(PROBLEMS).map((code) => problemType(code as ProblemCode)))

/** Ids that are there, ids that are not, and what is no id. */
const segment = fc.oneof(
  fc.constantFrom('g1', 'T', '1', 'none'),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
  fc.constantFrom('%', '%00', '..', 'a/b', '%2F', ''),
)

const path = fc
  .tuple(
    fc.constantFrom(...ROUTES.map((route) => route.path), '/', '/games/{g}.pgn', '//'),
    fc.array(segment, { minLength: 3, maxLength: 3 }),
  )
  .map(([pattern, segments]) => pattern.replaceAll(/\{\w+\}/g, () => segments.pop() ?? 'x'))

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .array(
      fc.tuple(
        fc.constantFrom('seq', 'at', 'after', 'limit', 'view', '__proto__', '%'),
        fc.oneof(
          fc.string({ maxLength: 12 }).map(encodeURIComponent),
          fc.constantFrom('1', '-1', '1e9', '99999999999', '2026-03-14T14:00:00Z', '%', '%E0%A4%A'),
        ),
      ),
      { maxLength: 3 },
    )
    .map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`),
)

const description = fc.record(
  {
    white: fc.oneof(fc.constant({ name: 'A' }), fc.jsonValue()),
    black: fc.oneof(fc.constant({ name: 'B' }), fc.jsonValue()),
    edition: fc.constantFrom('2018-01-01', '1997'),
    play: fc.constantFrom('blitz', 'x'),
    id: fc.oneof(fc.constantFrom('g1', 'g2'), fc.jsonValue()),
    start: fc.jsonValue(),
    timeControl: fc.jsonValue(),
    at: fc.string(),
  },
  { requiredKeys: [] },
)

const body = fc.oneof(
  fc.constant(undefined),
  fc.string().map((text) => text),
  fc.json(),
  fc.constantFrom(
    '[[[[[[[[',
    '['.repeat(60_000),
    `{"events":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    '{"__proto__":{"a":1}}',
    '"\\ud800"',
    'null',
  ),
  fc
    .record({ events: fc.array(fc.oneof(arbitraryReport(), fc.jsonValue()), { maxLength: 5 }) })
    .map((value) => JSON.stringify(value)),
  fc
    .record(
      {
        events: fc.array(arbitraryReport(), { maxLength: 5 }),
        expectedSeq: fc.oneof(fc.nat(20), fc.jsonValue()),
        sentAt: fc.oneof(fc.constant('2026-03-14T14:00:00Z'), fc.jsonValue()),
      },
      { requiredKeys: ['events'] },
    )
    .map((value) => JSON.stringify(value)),
  description.map((value) => JSON.stringify(value)),
  fc.record({ games: fc.array(description, { maxLength: 3 }) }).map((value) => JSON.stringify(value)),
  fc
    .record(
      {
        name: fc.oneof(fc.string(), fc.jsonValue()),
        delay: fc.oneof(fc.nat(), fc.jsonValue()),
        openVerdicts: fc.jsonValue(),
        defaults: fc.jsonValue(),
        dates: fc.jsonValue(),
        boards: fc.jsonValue(),
        published: fc.constantFrom(true, false),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
)

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PATCH', 'HEAD', 'DELETE', 'PUT', 'OPTIONS', 'TRACE'),
  path,
  query,
  body,
  role: fc.constantFrom('admin', 'operator', 'board', 'player', 'reader', null, 'forged'),
  headers: fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    fc.dictionary(
      fc.constantFrom(
        'content-type',
        'accept',
        'if-none-match',
        'idempotency-key',
        'x-request-id',
        'authorization',
      ),
      fc.string({ maxLength: 30 }),
      { maxKeys: 2 },
    ),
  ),
})

/** Requests in all: 2,000 in CI, 50,000 in the soak, each part on a fresh service, so that only a leak adds up. */
const PARTS = 4
const REQUESTS = trials(2_000, 50_000) / PARTS

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapMegabytes(): number {
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

test('whatever a client sends, the fault is never the service’s, each refusal is one of the problems and changes nothing', {
  timeout: 1_800_000,
}, async () => {
  const heaps: number[] = []
  for (let part = 0; part < PARTS; part++) {
    await fuzz(await openClient())
    heaps.push(heapMegabytes())
  }
  const [first = 0] = heaps
  const grown = Math.max(...heaps) - first
  console.info(`heap after each part, MB: ${heaps.map((heap) => heap.toFixed(1)).join(', ')}`)
  expect(grown, `MB more than after the first ${REQUESTS} requests`).toBeLessThan(24)
})

async function fuzz(client: ServiceClient): Promise<void> {
  const tokens: Record<string, string> = {
    admin: await client.token('admin'),
    operator: await client.token('operator'),
    board: await client.token('board', 'game:g1'),
    player: await client.token('player', 'game:g1/white'),
    reader: await client.token('reader'),
    forged: 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.c2lnbmVk',
  }
  const token = tokens['admin']
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  await client.ask('POST', '/games', { token, body: { id: 'g1', ...TIMED } })
  await client.ask('POST', '/games', { token, body: { id: 'untouched', ...TIMED } })
  const untouched = (await client.ask('GET', '/games/untouched/audit', { token })).text
  const head = () => client.service.log.head('game#g1')
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path: where, query: asked, body: sent, role, headers }) => {
      const before = await head()
      const answer = await client.ask(method, `${where}${asked}`, {
        token: role === null ? undefined : tokens[role],
        body: sent,
        headers,
      })
      expect(client.faults).toEqual([])
      expect(answer.status).toBeGreaterThanOrEqual(200)
      expect(answer.status).toBeLessThan(500)
      expect(answer.headers['x-request-id']).toMatch(/^[\w-]{1,64}$/)
      if (answer.status < 400) return
      expect(await head()).toEqual(before)
      if (method === 'HEAD') return
      expect(answer.headers['content-type']).toBe('application/problem+json')
      expect(problemSchema.safeParse(answer.json).error).toBeUndefined()
      expect(TYPES).toContain(answer.json.type)
      expect(answer.json.status).toBe(answer.status)
      if (role !== null) expect(answer.text).not.toContain(tokens[role]!.split('.')[1])
    }),
    { numRuns: REQUESTS },
  )
  // The record that came through all this is still whole, and what nobody named is as it was.
  expect((await client.ask('GET', '/games/g1/audit', { token })).status).toBe(200)
  expect((await client.ask('GET', '/games/untouched/audit', { token })).text).toBe(untouched)
}
