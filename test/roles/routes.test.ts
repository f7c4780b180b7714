/** Every route of a host, asked by each role: refused or not as docs/roles.md says, and no route that it leaves out. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOKEN_ROLES } from '../../functions/auth/roles.ts'
import { createHost, type Host } from '../../functions/host/create-host.ts'
import { toApiGatewayEvent } from '../../functions/host/http/request-event.ts'
import type { Route } from '../../functions/http/route.ts'
import { temporaryFolder } from '../kit/command.ts'
import { append, openedGame, report } from '../kit/reports.ts'
import { ARBITER, GAME } from '../kit/service.ts'
import { ROLES_MD } from './roles-md.ts'

const NOBODY = 'no token'
const scratch = temporaryFolder()
let host: Host
let tokens: Record<string, string>

beforeAll(async () => {
  const opened = await createHost({ folder: scratch.path, fsync: false })
  if (!opened.ok) throw new Error(opened.error.message)
  host = opened.value
  const admin = await host.mint('admin', 1)
  tokens = { admin: admin.ok ? admin.value : '' }
  const scopes = { board: 'game:own', player: 'game:own/white' } as Record<string, string>
  for (const role of TOKEN_ROLES.slice(1)) {
    const wish = { role, scope: scopes[role] ?? '*', days: 1 }
    tokens[role] = JSON.parse((await ask('admin', 'POST', '/tokens', wish)).body).token
  }
  await ask('admin', 'POST', '/tournaments', { id: 'T', name: 'Open' })
  await openedGame(host.service, GAME, 'own')
  await append(host.service, [report('s', 'session-started', 'arbiter')], {
    principal: ARBITER,
    game: 'own',
  })
})
afterAll(async () => {
  await host.close()
  scratch.remove()
})

async function ask(who: string, method: string, path: string, body?: object) {
  const token = tokens[who]
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const text = body === undefined ? undefined : JSON.stringify(body)
  const reply = await host.router(toApiGatewayEvent(method, path, headers, text))
  return { status: reply.statusCode ?? 0, body: reply.body ?? '' }
}

/** The routes of the host. A delayed feed is asked for as its original. */
const routesAsked = (): Route[] => host.routes.filter(({ path }) => !path.startsWith('/delayed/'))
const nameOf = ({ method, path }: Route): string => `${method} ${path}`

const PARAMS: Readonly<Record<string, string>> = {
  t: 'T',
  r: '1',
  g: 'own',
  n: '1',
  p: 'P1',
  w: 'W1',
  id: 'X',
  level: '0',
  a: '000',
  b: '000',
  c: '000',
  width: '1',
}

const QUERIES: Readonly<Record<string, string>> = {
  'GET /store/streams': '?category=game',
  'GET /store/commits': '?stream=game%23own',
  'GET /store/kept': '?stream=game%23own',
  'GET /store/proofs': '?stream=game%23own',
  'GET /backup/documents': '?table=registry',
  'GET /store/items': '?table=registry',
  'GET /log/proof': '?before=0&size=0',
  'GET /log/witnessed': '?origin=x',
  'GET /folder-proof': '?nonce=0123456789abcdef',
}

/** A key and a checkpoint that it did not sign. */
const NOTE_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const NOTE = `PeterNeumann\n1\n${'A'.repeat(43)}=\n\n\u2014 PeterNeumann ${'A'.repeat(88)}\n`

let next = 0

/** Well-formed bodies, so that a refusal is one of the role and not of the form; new ids each time. */
const BODIES: Readonly<Record<string, (who: string) => object>> = {
  'POST /tournaments': () => ({ id: `T${++next}`, name: 'Open' }),
  'PATCH /tournaments/{t}': () => ({ name: 'Open' }),
  'POST /tournaments/{t}/rounds/{r}/games': () => [{ id: `r${++next}`, ...GAME }],
  'PATCH /tournaments/{t}/rounds/{r}': () => ({ published: true }),
  'POST /games': () => ({ id: `g${++next}`, ...GAME }),
  'POST /games/whole': () => ({
    games: [{ id: `g${++next}`, at: '2026-03-14T14:00:00.000Z', ...GAME, events: [] }],
  }),
  'POST /games/{g}/events': (who) => ({
    events: [
      who === 'player'
        ? report(`e${++next}`, 'move-recorded', 'white', { ply: 1, text: 'e4' })
        : report(`e${++next}`, 'piece-touched', 'white', { squares: ['e2'] }),
    ],
  }),
  'POST /tournaments/{t}/entries': () => ({ players: [{ name: 'A' }] }),
  'POST /tournaments/{t}/webhooks': () => ({ url: 'https://93.184.215.14:9/', secret: 'x'.repeat(32) }),
  'PATCH /tournaments/{t}/webhooks/{w}': () => ({ active: false }),
  'POST /persons/{p}/erase': () => ({}),
  'POST /retention': () => ({ dry: true }),
  'POST /store/heads': () => ({ streams: ['game#own'] }),
  'POST /store/kept': () => ({ stream: 'game#own', kept: [], keys: [] }),
  'POST /store/commits': () => ({ stream: 'game#own', commits: [] }),
  'POST /views/requeue': () => ({}),
  'POST /views/rebuild': () => ({}),
  'POST /archive/rebuild': () => ({}),
  'POST /anchors': () => ({ streams: [] }),
  'POST /log/cosignatures': () => ({ witness: NOTE_KEY, note: NOTE }),
  'POST /log/witnessed': () => ({ log: NOTE_KEY, request: `old 0\n\n${NOTE}` }),
  'POST /tokens': () => ({ role: 'reader', scope: '*', days: 1 }),
  'POST /keys/rotate': () => ({}),
  'POST /sign-in': () => ({ code: host.signInCode(tokens['admin']!) }),
  'POST /tournaments/{t}/sources': () => ({ kind: 'pgn', place: '/nowhere/at/all.pgn' }),
}

async function attempt(who: string, route: Route): Promise<number> {
  const name = nameOf(route)
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => PARAMS[param] ?? 'x')
  const body = route.body === null ? undefined : BODIES[name]?.(who)
  return (await ask(who, route.method, `${path}${QUERIES[name] ?? ''}`, body)).status
}

/** `| \`GET /games\` | yes | – | …` of the document, by route. */
function printed(): Map<string, Record<string, string>> {
  const columns = [NOBODY, ...TOKEN_ROLES]
  const rows = [...readFileSync(ROLES_MD, 'utf8').matchAll(/^\| `((?:GET|POST|PATCH) \/[^`]*)` \|(.*)\|$/gm)]
  return new Map(
    rows.map(([, name = '', cells = '']) => [
      name,
      Object.fromEntries(cells.split('|').map((cell, k) => [columns[k]!, cell.trim()])),
    ]),
  )
}

const refusedTo = (status: number): boolean => status === 401 || status === 403

test('docs/roles.md names every route of a host, and none that is not there', () => {
  expect(
    [...printed().keys()].sort(),
    'write its row in the table of routes of docs/roles.md: yes, – or after for nobody and each role',
  ).toEqual(routesAsked().map(nameOf).sort())
})

test('each route serves or refuses each role as docs/roles.md says, while the player’s game is played and after it', async () => {
  const table = printed()
  const check = async (route: Route, who: string, phase: 'during' | 'after') => {
    const cell = table.get(nameOf(route))?.[who] ?? ''
    const status = await attempt(who, route)
    const what = `${nameOf(route)} by ${who}, ${phase}: ${status}`
    expect(status, what).not.toBe(422)
    expect(status, what).toBeLessThan(500)
    expect(['yes', '–', 'after'], `${what}; its cell in docs/roles.md`).toContain(cell)
    expect(refusedTo(status), what).toBe(cell === '–' || (cell === 'after' && phase === 'during'))
  }
  // A rebuild answers after some seconds, in which the others are asked.
  const rebuilds: Promise<void>[] = []
  for (const route of routesAsked())
    for (const who of [NOBODY, ...TOKEN_ROLES].reverse()) {
      const checked = check(route, who, 'during')
      if (nameOf(route) === 'POST /views/rebuild') rebuilds.push(checked)
      else await checked
    }
  await Promise.all(rebuilds)
  await append(host.service, [report('r', 'resigned', 'black')], { principal: ARBITER, game: 'own' })
  for (const route of routesAsked()) await check(route, 'player', 'after')
}, 180_000)

test('a token that may not send a body to a route is refused before the body is looked at', async () => {
  for (const { method, path, body, open } of host.routes) {
    if (body === null || open) continue
    const to = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMS[name] ?? 'x')
    for (const role of ['reader', 'player'] as const) {
      if (role === 'player' && path === '/games/{g}/events') continue
      for (const [type, sent] of [
        ['text/plain', 'x'],
        ['application/json', '{'],
        ['application/json', '[0]'],
      ] as const) {
        const event = toApiGatewayEvent(
          method,
          to,
          { authorization: `Bearer ${tokens[role]}`, 'content-type': type },
          sent,
        )
        const reply = await host.router(event)
        expect([method, path, role, sent, reply.statusCode]).toEqual([method, path, role, sent, 403])
      }
    }
  }
})
