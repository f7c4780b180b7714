import { expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { createRouter } from '../../functions/http/router.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { httpEvent, OPERATOR, openClient, TIMED } from '../kit/service.ts'

/** A round of two games with a move each, and a way to its feeds. */
async function openRound(delay = 0) {
  const client = await openClient()
  const admin = await client.token('admin')
  await client.ask('POST', '/tournaments', { token: admin, body: { id: 'T', name: 'Open', delay } })
  const games = [1, 2].map((board) => ({ ...TIMED, id: `g${board}`, board: 3 - board }))
  await client.ask('POST', '/tournaments/T/rounds/1/games', { token: admin, body: { games } })
  const report = (game: string, ...events: object[]) =>
    client.ask('POST', `/games/${game}/events`, {
      token: admin,
      body: {
        events: events.map((event, n) => ({
          id: `e${n}-${JSON.stringify(event).length}`,
          at: '2026-03-14T14:00:00Z',
          ...event,
        })),
      },
    })
  await report(
    'g1',
    { type: 'session-started', by: 'arbiter' },
    { type: 'move-made', by: 'white', data: { from: 'e2', to: 'e4' } },
  )
  const router = createRouter(
    {
      deps: client.service,
      authenticate: async () => ({ ok: true, value: null }),
      onFault: (fault) => client.faults.push(fault),
    },
    ROUTES,
  )
  const asReader = createRouter(
    {
      deps: client.service,
      authenticate: async () => ({ ok: true, value: OPERATOR }),
      onFault: (fault) => client.faults.push(fault),
    },
    ROUTES,
  )
  return {
    clock: client.ports.clock,
    report,
    get: (path: string, headers = {}) => router(httpEvent('GET', path, headers)),
    getAsOperator: (path: string) => asReader(httpEvent('GET', path, {})),
  }
}

test('a game’s PGN is served with a strong tag, and not again to a client that has it', async () => {
  const { get, report } = await openRound()
  const first = await get('/games/g1.pgn')
  expect(first.statusCode).toBe(200)
  expect(first.headers).toMatchObject({
    'content-type': 'application/x-chess-pgn; charset=utf-8',
    'cache-control': 'public, max-age=1, stale-while-revalidate=5, stale-if-error=60',
  })
  expect(readPgn(first.body!)[0]!.moves.map(({ text }) => text)).toEqual(['e4'])
  const etag = String(first.headers!['etag'])
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect((await get('/games/g1.pgn', { 'if-none-match': etag })).statusCode).toBe(304)

  await report('g1', { type: 'move-made', by: 'black', data: { from: 'e7', to: 'e5' } })
  const second = await get('/games/g1.pgn', { 'if-none-match': etag })
  expect(second.statusCode).toBe(200)
  expect(readPgn(second.body!)[0]!.moves).toHaveLength(2)
})

test('a round’s PGN has its games in the order of the boards', async () => {
  const { get } = await openRound()
  const games = readPgn((await get('/tournaments/T/rounds/1.pgn')).body!)
  expect(games.map(({ tags }) => Object.fromEntries(tags)['GameId'])).toEqual(['g2', 'g1'])
})

test('the view is chosen by the query, and an unknown one is refused', async () => {
  const { get } = await openRound()
  expect((await get('/games/g1.pgn?view=split')).statusCode).toBe(200)
  const refused = await get('/games/g1.pgn?view=fancy')
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('one of strict, text, split')
})

test('what is not there is not found', async () => {
  const { get } = await openRound()
  expect((await get('/games/g9.pgn')).statusCode).toBe(404)
  expect((await get('/tournaments/T/rounds/9.pgn')).statusCode).toBe(404)
  expect((await get('/tournaments/U/rounds/1.pgn')).statusCode).toBe(404)
})

test('the public of a tournament shown late gets no undelayed feed, an operator does, uncached', async () => {
  const { get, getAsOperator, clock } = await openRound(15)
  expect((await get('/games/g1.pgn')).statusCode).toBe(404)
  clock.pass(16 * 60_000)
  expect((await get('/games/g1.pgn')).statusCode).toBe(403)
  expect((await get('/tournaments/T/rounds/1.pgn')).statusCode).toBe(403)
  const own = await getAsOperator('/tournaments/T/rounds/1.pgn')
  expect(own.statusCode).toBe(200)
  expect(own.headers!['cache-control']).toBe('private, no-cache')
})

test('what stood after an event is cached no longer than an erasure may wait', async () => {
  const client = await openClient()
  const token = await client.token('arbiter')
  await client.ask('POST', '/games', { token, body: { id: 'g', ...TIMED } })
  for (const path of ['/games/g.pgn?seq=1', '/games/g/state?seq=1'])
    expect((await client.ask('GET', path)).headers['cache-control'], path).toBe('public, max-age=3600')
})
