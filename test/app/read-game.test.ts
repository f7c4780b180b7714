import { expect, test } from 'vitest'
import { openNewGame } from '../../functions/app/open-game.ts'
import { type PointInGame, readAudit, readEvents, readState } from '../../functions/app/read-game.ts'
import { changeTournament, createTournament } from '../../functions/app/tournaments.ts'
import { openService, type Service } from '../kit/compose.ts'
import { append, instant, move, need, openedGame, press, report } from '../kit/reports.ts'
import { ARBITER, openClient, principal, READER, START, TIMED, testPorts } from '../kit/service.ts'

/** 1. e4 after five seconds, 1… e5 after seven more, then White touches a knight and offers a draw. */
async function played(service: Service, game = 'g1') {
  const send = (...events: unknown[]) => append(service, events, { principal: ARBITER, game })
  need(await send(report('s', 'session-started', 'arbiter')))
  need(await send(move('m1', 'white', 'e2', 'e4', 5000), press('p1', 'white', 5000)))
  need(await send(move('m2', 'black', 'e7', 'e5', 12_000), press('p2', 'black', 12_000)))
  need(
    await send(
      report('t', 'piece-touched', 'white', { squares: ['g1'] }, 13_000),
      report('l', 'piece-lifted', 'white', { square: 'g1' }, 13_000),
    ),
  )
  need(await send(report('o', 'draw-offered', 'white', {}, 14_000)))
}

async function table() {
  const ports = testPorts()
  const service = openService(ports)
  await openedGame(service, TIMED)
  ports.clock.set(START + 15_000)
  await played(service)
  return { ports, service }
}

const whole = async (service: Service, point: PointInGame) =>
  need(await readState(service, READER, 'g1', point)).state

test('the state at an instant is that of the events in effect, the clocks run on to it', async () => {
  const { service } = await table()
  expect(await whole(service, { at: START + 4999 })).toMatchObject({
    seq: 2,
    moves: [],
    clocks: { white: 5_425_001, running: 'white' },
  })
  expect(await whole(service, { at: START + 5000 })).toMatchObject({
    seq: 4,
    turn: 'black',
    clocks: { white: 5_455_000, running: 'black' },
  })
  expect(await whole(service, { at: START + 8000 })).toMatchObject({
    seq: 4,
    clocks: { white: 5_455_000, black: 5_427_000 },
  })
  // The game was opened with the first of them, and there is nothing before.
  expect(await whole(service, { at: START - 1 })).toMatchObject({ seq: 0, status: 'scheduled' })
})

test('the state after an event shows the clocks of its own instant', async () => {
  const { service } = await table()
  expect(await whole(service, { seq: 3 })).toMatchObject({
    seq: 3,
    turn: 'black',
    clocks: { white: 5_425_000 },
  })
  expect(await whole(service, { seq: 0 })).toMatchObject({ seq: 0, moves: [] })
  expect(await readState(service, READER, 'g1', { seq: 10 })).toMatchObject({
    error: { code: 'bad-query', message: 'seq is 10; the record of g1 ends at 9' },
  })
})

test('the state now is that after the last event, and says for which instant its clocks stand', async () => {
  const { ports, service } = await table()
  ports.clock.set(START + 20_000)
  const now = await whole(service, {})
  expect(now).toMatchObject({
    seq: 9,
    at: instant(START + 14_000),
    clocks: { white: 5_453_000, running: 'white' },
  })
  expect(await whole(service, { at: ports.clock.now() })).toMatchObject({
    at: instant(START + 20_000),
    clocks: { white: 5_447_000 },
  })
})

test('another process sees what was reported a moment ago', async () => {
  const { ports, service } = await table()
  const other = openService(ports)
  expect(await whole(other, {})).toMatchObject({ seq: 9 })
  need(await append(service, [report('a', 'draw-declined', 'black', {}, 15_000)]))
  expect(await whole(other, {})).toMatchObject({ seq: 10, offer: null })
})

test('two offers that stand are both shown, each until it is answered', async () => {
  const { service } = await table()
  expect(await whole(service, {})).not.toHaveProperty('counterOffer')
  need(await append(service, [report('c', 'draw-offered', 'black', {}, 15_000)]))
  expect(await whole(service, {})).toMatchObject({ offer: 'white', counterOffer: 'black' })
  const { state } = need(await readState(service, null, 'g1', {}))
  expect(JSON.stringify(state)).not.toMatch(/offer/i)
  need(await append(service, [report('d', 'draw-declined', 'black', {}, 15_000)]))
  const declined = await whole(service, {})
  expect(declined).toMatchObject({ offer: 'black' })
  expect(declined).not.toHaveProperty('counterOffer')
})

test('the public sees moves, clocks and results, and neither touches nor offers nor verdicts', async () => {
  const { service } = await table()
  const all = await whole(service, {})
  expect(all).toMatchObject({
    offer: 'white',
    verdicts: expect.any(Array),
    counters: { illegalMoves: { white: 0 } },
  })
  expect('mustPlay' in all ? all.mustPlay : null).toEqual(expect.arrayContaining(['g1f3', 'g1h3', 'g1e2']))
  const { state, reading } = need(await readState(service, null, 'g1', {}))
  expect(reading).toBe('public')
  expect(Object.keys(state).sort()).toEqual([
    'at',
    'boardFen',
    'clocks',
    'counters',
    'fen',
    'moves',
    'result',
    'seq',
    'status',
    'turn',
  ])
  expect(state.moves.map(({ san }) => san)).toEqual(['e4', 'e5'])
  expect(state.boardFen).toBe('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR')
  expect(all.boardFen).toBe('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R')
  expect(state.counters).toEqual({ repetitions: 1, quietPlies: 0 })
})

test('the public learns a result and its rule, not the words with which it was set', async () => {
  const { service } = await table()
  const set = report('r', 'result-set', 'arbiter', { white: '0', black: '1', reason: 'his telephone rang' })
  need(await append(service, [set], { principal: ARBITER }))
  expect(await whole(service, {})).toMatchObject({
    result: { white: '0', black: '1', reason: 'his telephone rang' },
  })
  const { state } = need(await readState(service, null, 'g1', {}))
  expect(state.result).toMatchObject({ white: '0', black: '1' })
  expect(JSON.stringify(state)).not.toContain('telephone')
})

test('events and audit want a reader’s token that reaches the game', async () => {
  const { service } = await table()
  const all = { after: 0, limit: 100 }
  expect(await readEvents(service, null, 'g1', all)).toMatchObject({ error: { code: 'not-authenticated' } })
  expect(await readAudit(service, null, 'g1')).toMatchObject({ error: { code: 'not-authenticated' } })
  const elsewhere = principal('reader', 'game:g2')
  expect(await readEvents(service, elsewhere, 'g1', all)).toMatchObject({ error: { code: 'not-allowed' } })
  expect(need(await readState(service, elsewhere, 'g1', {})).reading).toBe('public')
  expect(need(await readEvents(service, principal('reader', 'game:g1'), 'g1', all)).events).toHaveLength(9)
  expect(await readEvents(service, READER, 'g9', all)).toMatchObject({ error: { code: 'unknown-game' } })
})

test('events come after a seq, so many as asked for', async () => {
  const { service } = await table()
  const { head, events } = need(await readEvents(service, READER, 'g1', { after: 4, limit: 2 }))
  expect(head).toBe(9)
  expect(events.map(({ seq, id }) => [seq, id])).toEqual([
    [5, 'm2'],
    [6, 'p2'],
  ])
  expect(need(await readEvents(service, READER, 'g1', { after: 9, limit: 2 })).events).toEqual([])
})

test('the audit gives commits as they were hashed, linked from the first on, with who reported them', async () => {
  const { service } = await table()
  const { commits } = need(await readAudit(service, READER, 'g1'))
  expect(commits.map(({ n, principal }) => [n, principal])).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => [n, 'arbiter']),
  )
  expect(commits[0]?.prev).toBe('0'.repeat(64))
  commits.slice(1).forEach(({ prev }, k) => {
    expect(prev).toBe(commits[k]?.hash)
  })
  expect(JSON.stringify(commits)).not.toContain('Anderssen')
})

async function tournamentGame(fields: object, ports = testPorts()) {
  const service = openService(ports)
  need(await createTournament(ports, ARBITER, { name: 'Open', ...fields }, 'T'))
  const request = {
    id: 'g1',
    data: TIMED,
    belonging: { tournament: 'T', round: '1' },
    receivedAt: START,
    principal: ARBITER,
  }
  need(await openNewGame(service, request))
  await played(service)
  return service
}

test('a tournament with a delay shows nothing undelayed to the public', async () => {
  const ports = testPorts()
  const service = await tournamentGame({ delay: 15, openVerdicts: true }, ports)
  const page = { after: 0, limit: 9 }
  // Before the public may know that there is such a game, there is none.
  expect(await readState(service, null, 'g1', {})).toMatchObject({ error: { code: 'unknown-game' } })
  ports.clock.pass(60 * 60_000)
  for (const nobody of [null, principal('reader', 'tournament:U'), principal('operator', 'round:T/2')]) {
    expect(await readState(service, nobody, 'g1', {})).toMatchObject({ error: { code: 'delayed' } })
    expect(await readState(service, nobody, 'g1', { at: START })).toMatchObject({
      error: { code: 'delayed' },
    })
    expect(await readEvents(service, nobody, 'g1', page)).toMatchObject({ error: { code: 'delayed' } })
    expect(await readAudit(service, nobody, 'g1')).toMatchObject({ error: { code: 'delayed' } })
  }
  expect(need(await readState(service, principal('reader', 'tournament:T'), 'g1', {})).reading).toBe('all')
  expect(need(await readState(service, principal('reader', 'round:T/1'), 'g1', {})).reading).toBe('all')
})

test('a tournament may open its verdicts, events and audits to everybody, and close them again', async () => {
  const service = await tournamentGame({ openVerdicts: true })
  expect(need(await readState(service, null, 'g1', {})).state).toHaveProperty('verdicts')
  expect(need(await readEvents(service, null, 'g1', { after: 0, limit: 99 })).events).toHaveLength(9)
  expect(need(await readAudit(service, null, 'g1')).commits).toHaveLength(6)
  need(await changeTournament(service, ARBITER, 'T', { openVerdicts: false }))
  expect(need(await readState(service, null, 'g1', {})).state).not.toHaveProperty('verdicts')
  expect(await readEvents(service, null, 'g1', { after: 0, limit: 99 })).toMatchObject({
    error: { code: 'not-authenticated' },
  })
})

test('beside the state stands how far each reporter’s clock was off by then, for readers of the whole record', async () => {
  const client = await openClient()
  const [arbiter, board] = [await client.token('arbiter'), await client.token('board', 'game:g1')]
  await client.ask('POST', '/games', { token: arbiter, body: { id: 'g1', ...TIMED } })
  const send = (token: string, events: object[], ahead?: number) => {
    const sentAt = ahead === undefined ? undefined : new Date(START + ahead).toISOString()
    return client.ask('POST', '/games/g1/events', { token, body: { events, sentAt } })
  }
  const state = async (query = '', token?: string) =>
    (await client.ask('GET', `/games/g1/state${query}`, { token })).json
  await send(arbiter, [report('s', 'session-started', 'arbiter')])
  expect(await state('', arbiter)).not.toHaveProperty('clockOffsets')
  await send(board, [move('m1', 'white', 'e2', 'e4'), press('p1', 'white')], 700)
  await send(arbiter, [report('o', 'draw-offered', 'white')], 0)
  await send(board, [move('m2', 'black', 'e7', 'e5')], -1_200)
  await send(board, [press('p2', 'black')])
  expect((await state('', arbiter)).clockOffsets).toEqual([
    { reporter: 'arbiter', offset: 0, seq: 5 },
    { reporter: 'board', offset: 1_200, seq: 6 },
  ])
  expect((await state('?seq=4', arbiter)).clockOffsets).toEqual([{ reporter: 'board', offset: -700, seq: 4 }])
  for (const who of [undefined, board]) expect(await state('', who)).not.toHaveProperty('clockOffsets')
  const read = await client.ask('GET', '/games/g1', { token: arbiter })
  expect(read.json).not.toHaveProperty('clockOffsets')
})
