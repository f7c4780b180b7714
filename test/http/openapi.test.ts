import { expect, test } from 'vitest'
import type * as z from 'zod'
import { describeRoutes } from '../../functions/http/openapi.ts'
import { problemSchema } from '../../functions/http/response-schemas.ts'
import type { Route } from '../../functions/http/route.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { move, press, report } from '../kit/reports.ts'
import { type Answer, openClient, TIMED } from '../kit/service.ts'

/** What the tests below read of an operation. */
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: object
  readonly responses: { readonly default: { readonly content: Readonly<Record<string, object>> } }
  readonly security: readonly object[]
}

const DOCUMENT = JSON.parse(JSON.stringify(describeRoutes(ROUTES))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const operationOf = ({ path, method }: Pick<Route, 'path' | 'method'>): Operation =>
  DOCUMENT.paths[path]![method.toLowerCase()]!

/** Every object in the document, with its path. */
function* objects(value: unknown, path = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>]
  for (const [name, member] of Object.entries(value))
    yield* objects(member, `${path}/${name.replaceAll('/', '~1')}`)
}

const resolved = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (value, step) => (value as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/')],
      DOCUMENT,
    )

test('every route of the table is described, and nothing else', () => {
  const described = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  )
  expect(described.sort()).toEqual(ROUTES.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort())
})

test('every operation has an id of its own, a summary, its path’s parameters and a refusal', () => {
  const ids = new Set<string>()
  for (const route of ROUTES) {
    const { path, body } = route
    const operation = operationOf(route)
    ids.add(operation.operationId)
    expect(operation.summary.length).toBeGreaterThan(3)
    const names = (operation.parameters ?? []).filter((each) => each.in === 'path').map((each) => each.name)
    expect(names).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(operation.requestBody !== undefined, path).toBe(body !== null)
    expect(operation.responses.default.content['application/problem+json']).toBeDefined()
  }
  expect(ids.size).toBe(ROUTES.length)
})

test('every reference resolves, and every pattern is a regular expression', () => {
  let references = 0
  for (const [path, object] of objects(DOCUMENT)) {
    if (typeof object['$ref'] === 'string') {
      references++
      expect(resolved(object['$ref']), `${path} → ${object['$ref']}`).toBeDefined()
    }
    if (typeof object['pattern'] === 'string')
      expect(() => new RegExp(object['pattern'] as string, 'u'), path).not.toThrow()
  }
  expect(references).toBeGreaterThan(100)
})

test('tokens are demanded where the authorizer demands them', () => {
  for (const route of ROUTES)
    expect(
      operationOf(route).security.some((each) => Object.keys(each).length === 0),
      route.path,
    ).toBe(route.open)
})

const routeOf = (method: string, path: string): Route => {
  const found = ROUTES.find((route) => route.method === method && route.path === path)
  if (found === undefined) throw new Error(`no route ${method} ${path}`)
  return found
}

function holds({ status, json }: Answer, method: string, path: string) {
  const schema = routeOf(method, path).replies[status]?.content?.['application/json'] as z.ZodType | undefined
  if (schema === undefined)
    throw new Error(`${method} ${path} answers ${status}, which is not described: ${JSON.stringify(json)}`)
  expect(schema.safeParse(json).error?.issues ?? [], `${method} ${path}`).toEqual([])
}

test('real answers are as described', async () => {
  const client = await openClient()
  const token = await client.token('arbiter')
  const events = [
    report('s', 'session-started', 'arbiter'),
    move('m1', 'white', 'e2', 'e5', 5000),
    press('p1', 'white', 5000),
  ]
  const pairing = {
    id: 'a',
    white: { name: 'A' },
    black: { name: 'B' },
    edition: '2018-01-01',
    play: 'rapid',
  }
  holds(
    await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open', site: 'Bled' } }),
    'POST',
    '/tournaments',
  )
  holds(
    await client.ask('PATCH', '/tournaments/T', { token, body: { site: null } }),
    'PATCH',
    '/tournaments/{t}',
  )
  holds(await client.ask('GET', '/tournaments'), 'GET', '/tournaments')
  holds(await client.ask('GET', '/tournaments/T'), 'GET', '/tournaments/{t}')
  const games = '/tournaments/{t}/rounds/{r}/games'
  holds(await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body: pairing }), 'POST', games)
  holds(await client.ask('GET', '/tournaments/T/rounds/1/games'), 'GET', games)
  holds(
    await client.ask('PATCH', '/tournaments/T/rounds/1', { token, body: { closed: true } }),
    'PATCH',
    '/tournaments/{t}/rounds/{r}',
  )
  holds(await client.ask('POST', '/games', { token, body: { id: 'g1', ...TIMED } }), 'POST', '/games')
  const sentAt = '2026-03-14T14:00:00.700Z'
  holds(
    await client.ask('POST', '/games/g1/events', { token, body: { events, sentAt } }),
    'POST',
    '/games/{g}/events',
  )
  holds(
    await client.ask('POST', '/games/g1/events', {
      token,
      body: { events: [report('r', 'resigned', 'black')] },
    }),
    'POST',
    '/games/{g}/events',
  )
  expect((await client.ask('GET', '/games/g1/state?seq=3', { token })).json.clockOffsets).toHaveLength(1)
  for (const who of [undefined, token]) {
    holds(await client.ask('GET', '/games/g1', { token: who }), 'GET', '/games/{g}')
    holds(await client.ask('GET', '/games/g1/state?seq=3', { token: who }), 'GET', '/games/{g}/state')
  }
  holds(await client.ask('GET', '/games/g1/events', { token }), 'GET', '/games/{g}/events')
  holds(await client.ask('GET', '/games/g1/audit', { token }), 'GET', '/games/{g}/audit')
  holds(await client.ask('GET', '/healthz'), 'GET', '/healthz')
  holds(await client.ask('GET', '/openapi.json'), 'GET', '/openapi.json')
  for (const refused of [
    await client.ask('GET', '/games/none'),
    await client.ask('POST', '/games', { token, body: {} }),
  ])
    expect(problemSchema.safeParse(refused.json).error).toBeUndefined()
})

test('the description is served as it was made', async () => {
  const client = await openClient()
  const { json } = await client.ask('GET', '/openapi.json')
  expect(json).toEqual(DOCUMENT)
  expect(json.openapi).toBe('3.1.0')
})
