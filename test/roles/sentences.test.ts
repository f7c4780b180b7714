/** Thirty sentences on who may do what, written by hand: none is made from the table of rights. */
import { beforeEach, expect, test } from 'vitest'
import { type Answer, openClient, type ServiceClient, TIMED } from '../kit/service.ts'

const AT = '2026-03-14T14:00:00.000Z'

let client: ServiceClient
let tokens: Record<string, string>
let next = 0

/** A tournament shown a quarter of an hour late: boards `own` and `other` of round 1 are being played. */
beforeEach(async () => {
  client = await openClient()
  tokens = {
    admin: await client.token('admin'),
    arbiter: await client.token('arbiter', 'tournament:T'),
    roundArbiter: await client.token('arbiter', 'round:T/1'),
    operator: await client.token('operator', 'tournament:T'),
    board: await client.token('board', 'game:own'),
    white: await client.token('player', 'game:own/white'),
    black: await client.token('player', 'game:own/black'),
    reader: await client.token('reader', 'tournament:T'),
  }
  await client.ask('POST', '/tournaments', {
    token: tokens['admin'],
    body: { id: 'T', name: 'Open', delay: 15 },
  })
  for (const [round, ids] of [
    ['1', ['own', 'other']],
    ['2', ['later']],
  ] as const)
    await client.ask('POST', `/tournaments/T/rounds/${round}/games`, {
      token: tokens['arbiter'],
      body: ids.map((id) => ({ id, ...TIMED })),
    })
  await tells('arbiter', 'own', 'session-started', 'arbiter')
  await tells('arbiter', 'other', 'session-started', 'arbiter')
  client.ports.clock.pass(1000)
})

const send = (who: string, game: string, event: object): Promise<Answer> =>
  client.ask('POST', `/games/${game}/events`, { token: tokens[who], body: { events: [event] } })

const tells = (who: string, game: string, type: string, by: string, data?: object): Promise<Answer> =>
  send(who, game, { id: `e${++next}`, type, at: AT, by, ...(data && { data }) })

const reads = (who: string | null, path: string): Promise<Answer> =>
  client.ask('GET', path, who === null ? {} : { token: tokens[who] })

const ended = () => tells('arbiter', 'own', 'resigned', 'black')

const E4 = { from: 'e2', to: 'e4' }

test('1. a board reports the press of a player’s hand', async () => {
  expect((await tells('board', 'own', 'clock-pressed', 'white')).status).toBe(200)
})

test('2. a board cannot offer a draw for the players at it', async () => {
  expect((await tells('board', 'own', 'draw-offered', 'white')).status).toBe(403)
})

test('3. a board reports nothing of the game on the next table', async () => {
  const answer = await tells('board', 'other', 'move-made', 'white', E4)
  expect([answer.status, answer.json.detail]).toEqual([403, expect.stringContaining('game:other')])
})

test('4. a board that notices a fallen flag says so, and does not end the game by it', async () => {
  expect((await tells('board', 'own', 'flag-fallen', 'clock', { side: 'white' })).status).toBe(200)
  expect(
    (await tells('board', 'own', 'result-set', 'arbiter', { white: '0', black: '1', reason: 'x' })).status,
  ).toBe(403)
})

test('5. a board sets no clock: that is the arbiter’s', async () => {
  expect((await tells('board', 'own', 'clock-set', 'arbiter', { white: 1, reason: 'x' })).status).toBe(403)
  expect((await tells('arbiter', 'own', 'clock-set', 'arbiter', { white: 1, reason: 'x' })).status).toBe(200)
})

test('6. reports of a board that still clears the pieces away after the end are taken', async () => {
  await ended()
  expect((await tells('board', 'own', 'piece-lifted', 'board', { square: 'e1' })).status).toBe(200)
})

test('7. an illegal move is recorded from each role that may report moves, and the board is told no verdict of it', async () => {
  await tells('board', 'own', 'move-made', 'white', { from: 'e2', to: 'e5' })
  const press = await tells('board', 'own', 'clock-pressed', 'white')
  expect([press.status, press.json.verdicts]).toEqual([200, []])
  const seen = await reads('arbiter', '/games/own')
  expect(seen.json.verdicts.map(({ rule }: { rule: string }) => rule)).toContain('illegal-move-completed')
})

test('8. White offers a draw from White’s own device', async () => {
  expect((await tells('white', 'own', 'draw-offered', 'white')).status).toBe(200)
})

test('9. White cannot offer a draw in Black’s name', async () => {
  expect((await tells('white', 'own', 'draw-offered', 'black')).status).toBe(403)
})

test('10. a player cannot resign for the opponent, nor in somebody else’s game', async () => {
  expect((await tells('white', 'own', 'resigned', 'black')).status).toBe(403)
  expect((await tells('white', 'other', 'resigned', 'white')).status).toBe(403)
})

test('11. a player makes no moves with a telephone', async () => {
  expect((await tells('white', 'own', 'move-made', 'white', E4)).status).toBe(403)
})

test('12. a player does not press the clock with a telephone', async () => {
  expect((await tells('white', 'own', 'clock-pressed', 'white')).status).toBe(403)
})

test('13. a player writes their own scoresheet, and not the opponent’s', async () => {
  const entry = { ply: 1, text: 'e4' }
  expect((await tells('black', 'own', 'move-recorded', 'black', entry)).status).toBe(200)
  expect((await tells('black', 'own', 'move-recorded', 'white', entry)).status).toBe(403)
})

test('14. a player claims a threefold repetition and learns no verdict by telephone', async () => {
  const claim = await tells('white', 'own', 'draw-claimed', 'white', { basis: 'threefold' })
  expect([claim.status, claim.json.verdicts]).toEqual([200, []])
})

test('15. nobody resigns by telephone before the round has begun', async () => {
  tokens['early'] = await client.token('player', 'game:later/white')
  const answer = await tells('early', 'later', 'resigned', 'white')
  expect([answer.status, answer.json.detail]).toEqual([403, expect.stringContaining('not begun')])
})

test('16. a draw offered after the end is refused, and a signature taken', async () => {
  await ended()
  expect((await tells('white', 'own', 'draw-offered', 'white')).json.detail).toContain('the game has ended')
  expect((await tells('white', 'own', 'scoresheet-signed', 'white', { result: '1-0' })).status).toBe(200)
})

test('17. a resignation whose answer was lost is answered again although the game has ended by it', async () => {
  const resignation = { id: 'once', type: 'resigned', at: AT, by: 'white' }
  await send('white', 'own', resignation)
  expect((await send('white', 'own', resignation)).json.results).toMatchObject([
    { id: 'once', replayed: true },
  ])
})

test('18. a player rules nothing: neither on their own claim nor on the time', async () => {
  expect(
    (await tells('white', 'own', 'claim-decided', 'arbiter', { claim: 2, decision: 'upheld' })).status,
  ).toBe(403)
  expect(
    (await tells('white', 'own', 'time-granted', 'arbiter', { white: 60_000, reason: 'noise' })).status,
  ).toBe(403)
})

test('19. during play a player’s device reads no board, not even its own, delayed or not', async () => {
  for (const path of [
    '/games/own',
    '/games/other',
    '/games/own.pgn',
    '/games/own/events',
    '/games/own/audit',
    '/tournaments/T/rounds/1.pgn',
    '/tournaments/T/rounds/1/games',
  ])
    expect((await reads('white', path)).status, path).toBe(403)
})

test('20. a player’s device reads nothing before the start either, so that nothing can be left open', async () => {
  tokens['early'] = await client.token('player', 'game:later/black')
  expect((await reads('early', '/games/other')).json.detail).toContain('until game later has ended')
})

test('21. once their game has ended a player sees what the public sees, and no other board before its time', async () => {
  await ended()
  expect((await reads('white', '/tournaments/T')).status).toBe(200)
  expect((await reads('white', '/games/other')).status).not.toBe(200)
})

test('22. an operator relays that the arbiter started the clocks, and imposes no penalty', async () => {
  expect((await tells('operator', 'own', 'clocks-started', 'arbiter', { side: 'white' })).status).toBe(200)
  expect(
    (await tells('operator', 'own', 'penalty-imposed', 'arbiter', { on: 'white', penalty: 'warning' }))
      .status,
  ).toBe(403)
})

test('23. an operator corrects their own slip and not the board’s report', async () => {
  const slip = await tells('operator', 'own', 'move-made', 'white', { from: 'd2', to: 'd4' })
  const sensed = await tells('board', 'own', 'piece-lifted', 'board', { square: 'e7' })
  const correct = (seq: number) =>
    tells('operator', 'own', 'report-corrected', 'operator', { seqs: [seq], reason: 'misread' })
  expect((await correct(slip.json.results[0].seq)).status).toBe(200)
  expect((await correct(sensed.json.results[0].seq)).status).toBe(403)
})

test('24. an arbiter corrects what anybody reported', async () => {
  const sensed = await tells('board', 'own', 'piece-lifted', 'board', { square: 'e7' })
  const seqs = [sensed.json.results[0].seq]
  expect((await tells('arbiter', 'own', 'report-corrected', 'arbiter', { seqs, reason: 'x' })).status).toBe(
    200,
  )
})

test('25. an arbiter of one round rules there and not in the next', async () => {
  expect((await tells('roundArbiter', 'own', 'session-started', 'arbiter')).status).toBe(200)
  expect((await tells('roundArbiter', 'later', 'session-started', 'arbiter')).status).toBe(403)
})

test('26. an arbiter of one tournament cannot enter another', async () => {
  const body = { id: 'U', name: 'Elsewhere' }
  expect((await client.ask('POST', '/tournaments', { token: tokens['arbiter'], body })).status).toBe(403)
})

test('27. a reader sees verdicts undelayed and reports nothing', async () => {
  expect((await reads('reader', '/games/own')).json.verdicts).toEqual([])
  expect((await tells('reader', 'own', 'resigned', 'white')).status).toBe(403)
})

test('28. without a token nothing is shown undelayed, and a token that does not hold is told so', async () => {
  expect((await reads(null, '/games/own/events')).status).toBeGreaterThanOrEqual(400)
  tokens['forged'] = `${tokens['admin']}x`
  const answer = await reads('forged', '/games/own')
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([
    401,
    expect.stringContaining('invalid_token'),
  ])
})

test('29. a board finds its own game undelayed after a restart, and without verdicts', async () => {
  const own = await reads('board', '/games/own')
  expect([own.status, own.json.status, own.json.verdicts]).toEqual([200, 'running', undefined])
  expect((await reads('board', '/games/other')).status).not.toBe(200)
})

test('30. neither boards nor players open games or tournaments, and no one but an admin of everything mints', async () => {
  for (const who of ['board', 'white', 'reader'])
    expect(
      (await client.ask('POST', '/games', { token: tokens[who], body: { id: 'x', ...TIMED } })).status,
    ).toBe(403)
  await expect(client.token('player', '*')).rejects.toThrow(/a player's is game:G\/white or game:G\/black/)
  await expect(client.token('board', 'tournament:T')).rejects.toThrow(/a board's is game:G/)
  await expect(client.token('reader', 'game:own/white')).rejects.toThrow(/only a player has a colour/)
})
