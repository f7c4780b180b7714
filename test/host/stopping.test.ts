/** A host that is stopped ends, whatever requests it was sent before. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createHost, type Host } from '../../functions/host/create-host.ts'
import { waitAtMost } from '../../functions/host/wait-at-most.ts'
import type { Route } from '../../functions/http/route.ts'
import { removeBundle, type Serving, serve, temporaryFolder } from '../kit/command.ts'
import { copySample } from '../kit/host-here.ts'

const scratch = temporaryFolder()
afterAll(() => {
  scratch.remove()
  removeBundle()
})

/** Ends within this, ms: far below what a service manager waits before it kills. */
const SOON = 8_000

/** Takes a search some tenths of a second. */
const LONG = '8/2b5/kp1p1p2/1PpP1Pp1/K1P3P1/3B4/8/8 b - - 0 1'

/** Names in the sample round. */
const PARAMS: Readonly<Record<string, string>> = { t: 'sample', r: '1', g: 'sample-7', n: '1', minutes: '1' }

/** What a route needs besides its path to do its work; the others are asked without. */
const QUERIES: Readonly<Record<string, string>> = {
  '/winnable': `fen=${encodeURIComponent(LONG)}`,
  '/store/streams': 'category=game',
  '/store/commits': 'stream=game%23sample-7',
  '/store/kept': 'stream=game%23sample-7',
  '/store/proofs': 'stream=game%23sample-7',
  '/backup/documents': 'table=registry',
  '/store/items': 'table=commits',
}

/** A webhook's receiver that takes the connection and never answers. */
const silent = createServer(() => {}).listen(0, '127.0.0.1')
afterAll(() => void silent.close())
await once(silent, 'listening')
const { port } = silent.address() as AddressInfo

const BODIES: Readonly<Record<string, object>> = {
  'POST /tournaments': { id: 'other', name: 'Other' },
  'POST /tournaments/{t}/webhooks': { url: `http://127.0.0.1:${port}/` },
  'POST /anchors': { streams: ['game#sample-7'] },
  'POST /tokens': { role: 'reader', scope: '*' },
}

async function routesOf(folder: string): Promise<readonly Route[]> {
  const opened = await createHost({ folder })
  if (!opened.ok) throw new Error(opened.error.message)
  const probe: Host = opened.value
  await probe.close()
  return probe.routes
}

/** Asks and leaves the answer open if it is a stream. */
async function asked(host: Serving, { method, path }: Route): Promise<number> {
  const to = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMS[name] ?? 'x')
  const query = QUERIES[path]
  const sending = request(`${host.url}${to}${query === undefined ? '' : `?${query}`}`, {
    method,
    headers: { authorization: `Bearer ${host.token('admin')}`, 'content-type': 'application/json' },
  })
  sending.on('error', () => {})
  sending.end(method === 'GET' ? undefined : JSON.stringify(BODIES[`${method} ${path}`] ?? {}))
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  answer.resume()
  if (!String(answer.headers['content-type']).startsWith('text/event-stream')) await once(answer, 'end')
  return answer.statusCode ?? 0
}

async function stopped(host: Serving): Promise<{ code: number | null; ms: number }> {
  const began = performance.now()
  const code = await host.stop()
  return { code, ms: performance.now() - began }
}

test('asked every route once, with streams left open, a host ends on SIGTERM', async () => {
  const routes = await routesOf(`${scratch.path}/table`)
  await copySample(`${scratch.path}/all`)
  const host = await serve(`${scratch.path}/all`, ['--webhooks-to', '127.0.0.1'])
  const statuses = new Map<string, number>()
  // A rebuild answers after some seconds, in which the others are asked.
  const answers = []
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    const answer = asked(host, route).then((status) => statuses.set(name, status))
    answers.push(answer)
    if (name !== 'POST /views/rebuild') await answer
  }
  await Promise.all(answers)
  expect([...statuses].filter(([, status]) => status >= 500)).toEqual([])
  for (const named of [...Object.keys(QUERIES).map((path) => `GET ${path}`), ...Object.keys(BODIES)])
    expect([named, statuses.get(named)]).toEqual([named, expect.toSatisfy((status) => status < 300)])
  const { code, ms } = await stopped(host)
  expect(code).toBe(0)
  expect(ms).toBeLessThan(SOON)
}, 180_000)

test('a search under way, asked for by nobody in particular, does not keep a host alive', async () => {
  const host = await serve(`${scratch.path}/search`)
  const answer = await fetch(`${host.url}/winnable?fen=${encodeURIComponent(LONG)}`)
  expect(answer.status).toBe(200)
  const waiting = fetch(`${host.url}/winnable?fen=${encodeURIComponent(LONG)}`).catch(() => null)
  const { code, ms } = await stopped(host)
  await waiting
  expect(code).toBe(0)
  expect(ms).toBeLessThan(SOON)
}, 60_000)

test('what is done in time leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  await waitAtMost(60_000, Promise.resolve())
  await expect(waitAtMost(60_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(timers()).toBe(before)
  await waitAtMost(1, new Promise(() => {}))
})
