/** A token that does not reach a place opens no more of it than none does: by whatever route, method, tag or stream. */
import { beforeAll, expect, test } from 'vitest'
import type { TokenRole } from '../../functions/auth/roles.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { follow } from '../feeds/sse-kit.ts'
import { move, press, report } from '../kit/reports.ts'
import { type Answer, openClient, type ServiceClient, TIMED } from '../kit/service.ts'

const PARAMS: Readonly<Record<string, string>> = {
  ...{ t: 'T', r: '1', g: 'board', n: '1', p: 'P1', w: 'W1', name: 'index', kind: 'js' },
  minutes: '15',
}

const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/games/{g}/state': ['', '?seq=3', '?at=2026-03-14T14:00:04Z'],
  '/games/{g}.pgn': ['', '?seq=4', '?view=text'],
  '/archive': [
    '',
    '?event=T',
    '?result=*',
    '?name=Anderssen',
    '?rule=illegal-move-completed',
    '?status=final',
  ],
  '/store/streams': ['?category=game'],
  '/store/commits': ['?stream=game%23board'],
  '/store/kept': ['?stream=game%23board'],
  '/store/proofs': ['?stream=game%23board'],
  '/winnable': ['?fen=8/8/8/8/8/8/8/K1k5%20w%20-%20-%200%201'],
}

const PATHS = ROUTES.filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream')).flatMap(
  ({ path, open }) =>
    (QUERIES[path.replace('/delayed/{minutes}', '')] ?? ['']).map((query) => ({
      open,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMS[name] ?? 'x') + query,
    })),
)

const STRANGERS: readonly (readonly [TokenRole, string])[] = [
  ['arbiter', 'tournament:U'],
  ['operator', 'round:U/1'],
  ['reader', 'tournament:U'],
  ['reader', 'round:T/2'],
  ['reader', 'game:elsewhere'],
  ['board', 'game:elsewhere'],
  ['player', 'game:elsewhere/white'],
]

let client: ServiceClient
let admin: string
const tokens: string[] = []

/** Round 1 of T, shown a quarter of an hour late: an illegal move has just been completed. A game of U is over. */
beforeAll(async () => {
  client = await openClient()
  admin = await client.token('admin')
  const post = (path: string, body: object) => client.ask('POST', path, { token: admin, body })
  await post('/tournaments', { id: 'T', name: 'Open', delay: 15 })
  await post('/tournaments', { id: 'U', name: 'Other' })
  await post('/tournaments/T/rounds/1/games', [{ id: 'board', ...TIMED }])
  await post('/tournaments/T/rounds/2/games', [{ id: 'later', ...TIMED }])
  await post('/tournaments/U/rounds/1/games', [{ id: 'elsewhere', ...TIMED }])
  const begun = report('s', 'session-started', 'arbiter')
  await post('/games/elsewhere/events', { events: [begun, report('r', 'resigned', 'black')] })
  const illegal = [move('m', 'white', 'e2', 'e5', 3000), press('p', 'white', 4000)]
  const answer = await post('/games/board/events', { events: [begun, ...illegal] })
  expect(answer.json.verdicts.length).toBeGreaterThan(0)
  for (const [role, scope] of STRANGERS) tokens.push(await client.token(role, scope))
})

const shown = ({ status, text }: Answer): string => `${status} ${text}`
const read = (path: string, token?: string, headers: Record<string, string> = {}) =>
  client.ask('GET', path, { token, headers })

test('every route that is read answers a token from elsewhere as it answers nobody, to the byte', async () => {
  expect(PATHS.length).toBeGreaterThan(50)
  for (const { path, open } of PATHS) {
    const nobody = await read(path)
    for (const [k, token] of tokens.entries()) {
      const what = `${path}, ${STRANGERS[k]!.join(' ')}`
      const stranger = await read(path, token)
      // A query by verdicts needs a token, and finds nothing where that token may not read them.
      if (/^(?:\/delayed\/15)?\/archive\?(?:rule|status)/.test(path))
        expect([stranger.status, stranger.json.games], what).toEqual([200, []])
      else if (open && nobody.status !== 401) expect(shown(stranger), what).toBe(shown(nobody))
      else expect([401, 403, 404], what).toContain(stranger.status)
      const head = await client.ask('HEAD', path, { token })
      expect([head.status, head.text], what).toEqual([stranger.status, ''])
    }
  }
  expect(client.faults).toEqual([])
})

test('a client that guesses the tag of what it may not see is not told that it matches', async () => {
  let tags = 0
  for (const { path } of PATHS) {
    const whole = await read(path, admin)
    const { etag } = whole.headers
    if (etag === undefined) continue
    tags++
    for (const token of [undefined, ...tokens]) {
      const own = await read(path, token)
      const asked = await read(path, token, { 'if-none-match': etag })
      const same = own.status === 200 && own.headers['etag'] === etag && own.text === whole.text
      expect(asked.status, path).toBe(same ? 304 : own.status)
    }
  }
  expect(tags).toBeGreaterThan(10)
})

test('a live stream opens to a token from elsewhere no further than to nobody', async () => {
  for (const path of ['/games/board/stream', '/tournaments/T/rounds/1/stream'])
    for (const token of [undefined, ...tokens]) {
      const now = await follow(client, path, { ...(token && { token }) })
      expect([now.status, now.received], path).toEqual([404, []])
      const late = await follow(client, `/delayed/15${path}`, { ...(token && { token }) })
      expect(late.received, path).toEqual([])
      for (const each of [now, late]) each.close()
    }
})
