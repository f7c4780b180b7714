/** Every route by HEAD and OPTIONS, and with an answer that is larger than a function of a deployment may give. */
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { matcher } from '../../functions/http/match.ts'
import { problemType } from '../../functions/http/problems.ts'
import type { Reply } from '../../functions/http/reply.ts'
import type { Route } from '../../functions/http/route.ts'
import { createRouter, type Router } from '../../functions/http/router.ts'
import { withinAnswerSize } from '../../functions/lambda/answer-size.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { LIVE_ROUTES } from '../../functions/routes/streams.ts'
import { httpEvent, openClient, type ServiceClient, TIMED, testKeyring } from '../kit/service.ts'

const PARAMS: Readonly<Record<string, string>> = { t: 'T', r: '1', g: 'g1', n: '1', minutes: '0' }
const QUERIES: Readonly<Record<string, string>> = {
  '/winnable': '?fen=8/8/8/4k3/8/8/4P3/4K3%20w%20-%20-%200%201',
  '/store/streams': '?category=game',
  '/store/commits': '?stream=game%23g1',
  '/store/kept': '?stream=game%23g1',
  '/store/proofs': '?stream=game%23g1',
}
const exampleOf = ({ path }: Route): string =>
  `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMS[name] ?? '1')}${QUERIES[path] ?? ''}`

const find = matcher(ROUTES)
const READS = ROUTES.filter(({ method }) => method === 'GET')
const rows = (routes: readonly Route[]) => routes.map((route) => [route.path, route] as const)

let client: ServiceClient
let authorization: string
/** As a function of a deployment has it, over routes whose answers are 6 MB longer than they are. */
let swollen: Router

beforeAll(async () => {
  client = await openClient()
  const token = await client.token('admin')
  authorization = `Bearer ${token}`
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  const games = [{ ...TIMED, id: 'g1', board: 1 }]
  await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { games } })
  const { service, ports } = client
  swollen = createRouter(
    {
      deps: service,
      authenticate: authenticator(ports, await testKeyring()),
      onFault: (error) => client.faults.push(error),
      fitAnswer: (reply, request) =>
        withinAnswerSize(
          reply.body === undefined ? reply : { ...reply, body: `${reply.body}${' '.repeat(6_100_000)}` },
          request,
        ),
    },
    ROUTES,
  )
})

/** The reply without what differs from one request to the next. */
async function ask(router: Router, method: string, path: string, headers: Record<string, string> = {}) {
  const { headers: named = {}, ...reply } = await router(
    httpEvent(method, path, { authorization, 'x-request-id': 'same', ...headers }),
  )
  return { ...reply, headers: named } as Reply & { headers: Record<string, string> }
}

test('most routes that read are answered here', async () => {
  const statuses = await Promise.all(
    READS.map(async (route) => (await ask(client.router, 'GET', exampleOf(route))).statusCode),
  )
  expect(statuses.filter((status) => (status ?? 200) === 200).length).toBeGreaterThan(READS.length / 2)
  expect(statuses.filter((status) => (status ?? 0) >= 500)).toEqual([])
})

test.each(rows(READS))('HEAD %s is GET without the body', async (_, route) => {
  const path = exampleOf(route)
  const [got, head] = [await ask(client.router, 'GET', path), await ask(client.router, 'HEAD', path)]
  expect(head).toEqual({ ...got, body: undefined, stream: undefined })
})

test.each(rows(ROUTES))(
  'OPTIONS %s allows pages of other sites feeds, and names the methods',
  async (_, route) => {
    const path = exampleOf(route)
    const asked = await ask(client.router, 'OPTIONS', path, { 'access-control-request-method': 'GET' })
    // `GET /games/whole` is a game of that name.
    const read = find('GET', path.replace(/\?.*/, ''))
    const isFeed = read.kind === 'found' && read.route.feed === true
    expect(asked.statusCode).toBe(isFeed ? 204 : 405)
    expect(asked.headers['access-control-allow-origin']).toBe(isFeed ? '*' : undefined)
    const plain = await ask(client.router, 'OPTIONS', path)
    expect(plain.statusCode).toBe(405)
    expect(plain.headers['allow']?.split(', ')).toContain(route.method)
  },
)

/** Those of functions, whose delayed twins have the same handlers; pages lie in a bucket, and streams are the host's. */
const LIVE: ReadonlySet<string> = new Set(LIVE_ROUTES.map(({ path }) => path))
const SIZED = READS.filter(
  (route) =>
    !LIVE.has(route.path) &&
    !/^\/(?:delayed\/|console\/|$)/.test(route.path) &&
    route.path !== '/openapi.json',
)

test('an answer that is too large is refused by GET and HEAD with all that answers have, and goes compressed', async () => {
  let checked = 0
  for (const route of SIZED) {
    const path = exampleOf(route)
    const plain = await ask(client.router, 'GET', path)
    if (plain.statusCode !== undefined && plain.statusCode !== 200) continue
    checked++
    const [refused, head] = [await ask(swollen, 'GET', path), await ask(swollen, 'HEAD', path)]
    expect([path, refused.statusCode]).toEqual([path, 406])
    expect(JSON.parse(refused.body ?? '')).toMatchObject({ type: problemType('answer-too-large') })
    expect(head).toEqual({ ...refused, body: undefined })
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
    for (const name of ['x-request-id', 'x-content-type-options', 'access-control-allow-origin'])
      expect([path, name, refused.headers[name]]).toEqual([path, name, plain.headers[name]])
    const sent = await ask(swollen, 'GET', path, { 'accept-encoding': 'gzip' })
    expect([path, sent.headers['content-encoding']]).toEqual([path, 'gzip'])
    expect(
      gunzipSync(Buffer.from(sent.body ?? '', 'base64'))
        .toString()
        .trimEnd(),
    ).toBe((plain.body ?? '').trimEnd())
  }
  expect(checked).toBeGreaterThan(SIZED.length / 2)
}, 120_000)

test('no request was a fault', () => {
  expect(client.faults).toEqual([])
})
