/** A client tries its token where it does not reach: nothing is revealed there, and what it opened ends with the token. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authenticator } from '../../functions/auth/authenticate.ts'
import { mintToken, revokeToken } from '../../functions/auth/tokens.ts'
import { createRouter } from '../../functions/http/router.ts'
import { logOver } from '../../functions/observability/log.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { follow } from '../feeds/sse-kit.ts'
import { move, press, report } from '../kit/reports.ts'
import { type Answer, openClient, type ServiceClient, TIMED, testKeyring, testPorts } from '../kit/service.ts'

let client: ServiceClient
let arbiter: string
let lines: object[]

const PLAYED = move('m1', 'white', 'e2', 'e4')

/** A tournament shown a quarter of an hour late: on board `other` e4 has been played. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  lines = []
  const alertLog = logOver((level, fields) => lines.push({ level, ...fields }), 'warn')
  client = await openClient(testPorts({ alertLog }))
  arbiter = await client.token('arbiter', 'tournament:T')
  await client.ask('POST', '/tournaments', { token: arbiter, body: { id: 'T', name: 'Open', delay: 15 } })
  await client.ask('POST', '/tournaments/T/rounds/1/games', {
    token: arbiter,
    body: ['own', 'other'].map((id) => ({ id, ...TIMED })),
  })
  for (const game of ['own', 'other'])
    await send(arbiter, game, { events: [report('s', 'session-started', 'arbiter'), PLAYED] })
})
afterEach(() => {
  vi.useRealTimers()
})

const send = (token: string, game: string, body: object): Promise<Answer> =>
  client.ask('POST', `/games/${game}/events`, { token, body })

test('whether a move was made on another board is shown to no board, player or arbiter of elsewhere, by whatever id, body or version', async () => {
  const strangers = [
    ['board', 'game:own', PLAYED, move('m1', 'white', 'd2', 'd4')],
    ['operator', 'tournament:U', PLAYED, move('m1', 'white', 'd2', 'd4')],
    ['arbiter', 'round:T/2', PLAYED, move('m1', 'white', 'd2', 'd4')],
    [
      'player',
      'game:own/white',
      report('s', 'move-recorded', 'white', { ply: 1, text: 'e4' }),
      report('n', 'draw-offered', 'white'),
    ],
  ] as const
  for (const [role, scope, right, wrong] of strangers) {
    const token = await client.token(role, scope)
    const answers = [
      await send(token, 'other', { events: [right] }),
      await send(token, 'other', { events: [wrong] }),
      await send(token, 'other', { events: [right], expectedSeq: 3 }),
      await send(token, 'other', {
        events: [press('new', 'white')].slice(role === 'player' ? 1 : 0).concat(wrong),
        expectedSeq: 0,
      }),
    ]
    expect(
      answers.map(({ status }) => status),
      role,
    ).toEqual([403, 403, 403, 403])
    expect(new Set(answers.map(({ text }) => text)).size, role).toBe(1)
    expect(answers[0]!.json.head, role).toBeUndefined()
  }
})

test('a token of one game does not reveal whether there is another', async () => {
  const token = await client.token('board', 'game:own')
  const [there, not] = [
    await send(token, 'other', { events: [PLAYED] }),
    await send(token, 'another', { events: [PLAYED] }),
  ]
  expect([there.status, not.status]).toEqual([403, 403])
  expect(not.json.detail.replace('another', 'other')).toBe(there.json.detail)
})

test('in which round a game was opened is not shown to somebody who may not order its boards', async () => {
  for (const [role, scope] of [
    ['player', 'game:own/white'],
    ['board', 'game:own'],
    ['arbiter', 'tournament:U'],
  ] as const) {
    const token = await client.token(role, scope)
    const asked = (game: string) =>
      client.ask('PATCH', '/tournaments/T/rounds/1', { token, body: { boards: [{ board: 9, game }] } })
    const [there, not] = [await asked('other'), await asked('nowhere')]
    expect([there.status, not.status, there.text === not.text], role).toEqual([403, 403, true])
  }
})

test('a repeated request with a token that may write is answered as before, by an arbiter of the round too', async () => {
  const token = await client.token('arbiter', 'round:T/1')
  expect((await send(token, 'other', { events: [PLAYED] })).json.results).toEqual([
    { id: 'm1', seq: 3, replayed: true },
  ])
})

/** A router of its own, whose tokens can be revoked by their ids. */
async function withTokens() {
  const keyring = await testKeyring()
  const { service, ports } = client
  const router = createRouter(
    {
      deps: service,
      authenticate: authenticator(ports, keyring),
      onFault: (error) => client.faults.push(error),
    },
    ROUTES,
  )
  const mint = async (scope: string, role: 'reader' | 'player' = 'reader', days = 1) => {
    const minted = await mintToken(ports, keyring, { role, scope, days })
    if (!minted.ok) throw new Error(minted.error.message)
    return minted.value
  }
  return { client: { ...client, router }, ports, mint }
}

/** The interval goes by, and what it set off is done: a stream that is to end has ended, one that is not has had time to. */
async function wait(ms: number, ending?: { readonly writableEnded: boolean }) {
  await vi.advanceTimersByTimeAsync(ms)
  for (let n = 0; n < (ending === undefined ? 5 : 500) && ending?.writableEnded !== true; n++)
    await new Promise((resolve) => setTimeout(resolve, 10))
}

test('a live stream ends when the token that opened it is revoked, and others go on', async () => {
  const { client: own, ports, mint } = await withTokens()
  const [thief, honest] = [await mint('*'), await mint('*')]
  const stolen = await follow(own, '/games/other/stream', { token: thief.token })
  const rightful = await follow(own, '/games/other/stream', { token: honest.token })
  expect(stolen.received[0]?.data.verdicts).toEqual([])
  await revokeToken(ports, thief.entry.id)
  ports.clock.pass(2_000)
  await wait(2_000, stolen.out)
  expect([stolen.out.writableEnded, rightful.out.writableEnded]).toEqual([true, false])
  rightful.close()
})

test('a live stream ends when its token expires, and when a player’s game that had ended is played on', async () => {
  const { client: own, ports, mint } = await withTokens()
  const short = await mint('*', 'reader', 0.001)
  const reader = await follow(own, '/tournaments/T/rounds/1/stream', { token: short.token })
  ports.clock.pass(100_000)
  await wait(2_000, reader.out)
  expect(reader.out.writableEnded).toBe(true)

  await send(arbiter, 'own', { events: [report('r', 'resigned', 'black')] })
  ports.clock.pass(16 * 60_000)
  const { token } = await mint('game:own/white', 'player')
  const player = await follow(own, '/delayed/15/games/other/stream', { token })
  await wait(4_000)
  expect([player.status, player.out.writableEnded]).toEqual([200, false])
  const correction = report('c', 'report-corrected', 'arbiter', { seqs: [4], reason: 'he only asked' })
  expect((await send(arbiter, 'own', { events: [correction] })).status).toBe(200)
  await wait(2_000, player.out)
  expect(player.out.writableEnded).toBe(true)
})

test('where nobody can look whether a token holds its stream goes on, and the log says so', async () => {
  const { client: own, ports, mint } = await withTokens()
  const { token } = await mint('*')
  const reader = await follow(own, '/games/other/stream', { token })
  const { query } = ports.registry
  ports.registry.query = () => {
    throw new Error('away')
  }
  ports.clock.pass(2_000)
  await wait(2_000)
  ports.registry.query = query
  expect(reader.out.writableEnded).toBe(false)
  expect(lines).toEqual([expect.objectContaining({ event: 'not-shown-live', message: 'away' })])
  reader.close()
})
