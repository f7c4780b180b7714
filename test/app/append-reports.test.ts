import { expect, test } from 'vitest'
import { fold } from '../../domain/game/index.ts'
import { gameEvents } from '../../functions/app/read-game.ts'
import { openService } from '../kit/compose.ts'
import { append, instant, move, need, openedGame, press, report } from '../kit/reports.ts'
import { ARBITER, OPERATOR, principal, READER, START, TIMED, testPorts } from '../kit/service.ts'

const started = report('s', 'session-started', 'arbiter')

async function table(data: object = TIMED) {
  const ports = testPorts()
  const service = openService(ports)
  await openedGame(service, data)
  return { ports, service }
}

test('reports get the next seqs in their order, and the head', async () => {
  const { service } = await table()
  expect(
    need(await append(service, [started, move('m1', 'white', 'e2', 'e4'), press('p1', 'white')])),
  ).toEqual({
    head: 4,
    results: [
      { id: 's', seq: 2, replayed: false },
      { id: 'm1', seq: 3, replayed: false },
      { id: 'p1', seq: 4, replayed: false },
    ],
    verdicts: [],
  })
})

test('an illegal move is recorded, and its verdict comes with the answer', async () => {
  const { service } = await table()
  need(await append(service, [started]))
  const { verdicts } = need(await append(service, [move('m1', 'white', 'e2', 'e5'), press('p1', 'white')]))
  expect(verdicts.map(({ rule }) => rule)).toContain('illegal-move-completed')
  expect(need(await append(service, [move('m2', 'black', 'e7', 'e6')])).verdicts).toEqual([])
})

test('the same request again answers as before and stores nothing, even with a version that has passed', async () => {
  const { service } = await table()
  need(await append(service, [started]))
  const reports = [move('m1', 'white', 'e2', 'e5'), press('p1', 'white')]
  const first = need(await append(service, reports, { expectedSeq: 2 }))
  need(await append(service, [move('m2', 'black', 'e7', 'e6')]))
  const again = need(await append(service, reports, { expectedSeq: 2 }))
  expect(again.results).toEqual(first.results.map((each) => ({ ...each, replayed: true })))
  expect(again.verdicts.map(({ rule }) => rule)).toEqual(first.verdicts.map(({ rule }) => rule))
  expect(again.head).toBe(5)
  expect(await gameEvents(service, 'g1')).toHaveLength(5)
})

test('a request that is new in part stores that part', async () => {
  const { service } = await table()
  need(await append(service, [started]))
  const { results, head } = need(await append(service, [started, move('m1', 'white', 'e2', 'e4')]))
  expect(results).toEqual([
    { id: 's', seq: 2, replayed: true },
    { id: 'm1', seq: 3, replayed: false },
  ])
  expect(head).toBe(3)
})

test('the same event twice in a request is one event', async () => {
  const { service } = await table()
  const { results } = need(await append(service, [started, started]))
  expect(results).toEqual([{ id: 's', seq: 2, replayed: false }])
})

test('an id that comes with another body is refused with its index and the event it belongs to', async () => {
  const { service } = await table()
  need(await append(service, [started, move('m1', 'white', 'e2', 'e4')]))
  const refused = await append(service, [press('p1', 'white'), move('m1', 'white', 'd2', 'd4')])
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'id-reused', errors: [{ index: 1, pointer: '/id' }] },
  })
  expect(JSON.stringify(refused)).toContain('event 3')
  expect(await gameEvents(service, 'g1')).toHaveLength(3)
  expect(
    await append(service, [move('n', 'black', 'e7', 'e5'), move('n', 'black', 'e7', 'e6')]),
  ).toMatchObject({
    error: { code: 'id-reused', errors: [{ index: 1, pointer: '/id' }] },
  })
})

test('a stale version is refused with the head, and nothing of the request is stored', async () => {
  const { service } = await table()
  need(await append(service, [started]))
  expect(await append(service, [move('m1', 'white', 'e2', 'e4')], { expectedSeq: 1 })).toMatchObject({
    error: { code: 'stale-version', head: 2 },
  })
  expect(await append(service, [move('m1', 'white', 'e2', 'e4')], { expectedSeq: 3 })).toMatchObject({
    error: { code: 'stale-version', head: 2 },
  })
  expect(need(await append(service, [move('m1', 'white', 'e2', 'e4')], { expectedSeq: 2 })).head).toBe(3)
})

test('one malformed event of several refuses all, each fault with its index and place', async () => {
  const { service } = await table()
  const bad = { ...move('m2', 'black', 'e7', 'e9'), id: 'm 2' }
  const refused = await append(service, [started, move('m1', 'white', 'e2', 'e4'), bad, { type: 'castled' }])
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid' } })
  const errors = refused.ok ? [] : (refused.error.errors ?? [])
  expect(errors.map(({ index, pointer }) => [index, pointer])).toEqual([
    [2, '/id'],
    [2, '/data/to'],
    [3, '/type'],
  ])
  expect(await gameEvents(service, 'g1')).toHaveLength(1)
})

test('at most 50 events come at a time, and at least one', async () => {
  const { service } = await table()
  const many = Array.from({ length: 51 }, (_, k) =>
    report(`l${k}`, 'piece-lifted', 'board', { square: 'e2' }),
  )
  expect(await append(service, many)).toMatchObject({ error: { code: 'too-large' } })
  expect(need(await append(service, many.slice(0, 50))).head).toBe(51)
  expect(await append(service, [])).toMatchObject({
    error: { code: 'invalid', errors: [{ pointer: '/events' }] },
  })
})

test('a commit of more than 200 KB is refused whole', async () => {
  const { service } = await table()
  const squares = Array.from({ length: 64 }, (_, k) => `${'abcdefgh'[k % 8]}${1 + Math.floor(k / 8)}`)
  const seqs = Array.from({ length: 500 }, () => 999_999_999)
  const wide = Array.from({ length: 50 }, (_, k) =>
    k < 40
      ? report(`w${k}`, 'claim-made', 'white', { about: 'other', seqs })
      : report(`w${k}`, 'piece-touched', 'white', { squares }),
  )
  expect(await append(service, wide)).toMatchObject({ error: { code: 'too-large' } })
  expect(await gameEvents(service, 'g1')).toHaveLength(1)
})

test('an event more than a day ahead of its receipt is malformed; one from long ago is stored', async () => {
  const { service } = await table()
  const DAY = 86_400_000
  expect(await append(service, [report('s', 'session-started', 'arbiter', {}, DAY + 1)])).toMatchObject({
    error: { code: 'invalid', errors: [{ index: 0, pointer: '/at' }] },
  })
  expect(need(await append(service, [report('s', 'session-started', 'arbiter', {}, DAY)])).head).toBe(2)
  expect(
    need(await append(service, [report('o', 'player-arrived', 'white', { side: 'white' }, -9000 * DAY)]))
      .head,
  ).toBe(3)
})

test('reports made before the record was opened keep their own times', async () => {
  const { service } = await table()
  const earlier = -3_600_000
  need(await append(service, [report('s', 'session-started', 'arbiter', {}, earlier)]))
  need(
    await append(service, [
      move('m', 'white', 'e2', 'e4', earlier + 60_000),
      press('p', 'white', earlier + 60_000),
    ]),
  )
  const state = fold(await gameEvents(service, 'g1'))
  expect(state.points.at(-1)?.move).toMatchObject({
    at: START + earlier + 60_000,
    clock: 5_400_000 + 30_000 - 60_000 + 30_000,
  })
})

test('the record’s own time never runs back, though the service’s clock may', async () => {
  const { ports, service } = await table()
  ports.clock.set(START + 5000)
  need(await append(service, [started], { receivedAt: START + 5000 }))
  ports.clock.set(START + 1000)
  need(await append(service, [move('m1', 'white', 'e2', 'e4')], { receivedAt: START + 1000 }))
  const [, first, second] = await gameEvents(service, 'g1')
  expect(first).toMatchObject({ receivedAt: instant(START + 5000), recordedAt: instant(START + 5000) })
  expect(second).toMatchObject({ receivedAt: instant(START + 1000), recordedAt: instant(START + 5000) })
})

test('how far the reporter’s clock is off is stored with the commit', async () => {
  const { ports, service } = await table()
  need(await append(service, [started], { sentAt: START - 1500 }))
  const [, commit] = await ports.log.load('game#g1', 0)
  expect(JSON.parse(commit?.body ?? '')).toMatchObject({ clockOffset: 1500, principal: 'operator' })
})

test('a token that may not report is refused by event, and so is a token that ends before the game', async () => {
  const { service } = await table()
  const ruling = report('r', 'penalty-imposed', 'arbiter', { on: 'white', penalty: 'warning' })
  expect(await append(service, [started, ruling])).toMatchObject({
    error: { code: 'not-allowed', errors: [{ index: 1, pointer: '/type' }] },
  })
  expect(await append(service, [started], { principal: READER })).toMatchObject({
    error: { code: 'not-allowed' },
  })
  const elsewhere = principal('operator', 'game:g2')
  expect(await append(service, [started], { principal: elsewhere })).toMatchObject({
    error: { code: 'not-allowed' },
  })
  expect(need(await append(service, [ruling], { principal: ARBITER })).head).toBe(2)
  expect(need(await append(service, [started], { principal: principal('operator', 'game:g1') })).head).toBe(3)
})

test('a game that nobody opened is unknown, and opening twice is refused', async () => {
  const { service } = await table()
  expect(await append(service, [started], { game: 'g2' })).toMatchObject({ error: { code: 'unknown-game' } })
  const opening = report('again', 'game-opened', 'operator', TIMED)
  expect(await append(service, [opening])).toMatchObject({
    error: { code: 'invalid', errors: [{ index: 0, pointer: '/type' }] },
  })
})

test('an operator corrects only their own reports, an arbiter anybody’s', async () => {
  const { service } = await table()
  need(await append(service, [started, move('m1', 'white', 'e2', 'e4')], { principal: OPERATOR }))
  const correct = (id: string, seqs: number[]) =>
    report(id, 'report-corrected', 'operator', {
      seqs,
      reason: 'misread',
      replacement: [{ type: 'move-made', by: 'white', data: { from: 'd2', to: 'd4' } }],
    })
  const other = principal('operator', '*', 'operator-2')
  expect(await append(service, [correct('c1', [3])], { principal: other })).toMatchObject({
    error: { code: 'not-allowed', errors: [{ index: 0, pointer: '/data/seqs/0' }] },
  })
  expect(need(await append(service, [correct('c2', [3])], { principal: OPERATOR })).head).toBe(4)
  expect(need(await append(service, [correct('c3', [4])], { principal: ARBITER })).head).toBe(5)
  expect(await append(service, [correct('c4', [3, 6])], { principal: ARBITER })).toMatchObject({
    error: { code: 'invalid', errors: [{ index: 0, pointer: '/data/seqs/1' }] },
  })
})

test('an operator cannot bring in a ruling as the right reading of their own report', async () => {
  const { service } = await table()
  need(await append(service, [started, move('m1', 'white', 'e2', 'e4')], { principal: OPERATOR }))
  const rulings = [
    { type: 'result-set', by: 'arbiter', data: { white: '0', black: '1', reason: 'x' } },
    { type: 'penalty-imposed', by: 'arbiter', data: { on: 'white', penalty: 'loss' } },
  ]
  for (const ruling of rulings) {
    const correction = report('r', 'report-corrected', 'operator', {
      seqs: [3],
      reason: 'x',
      replacement: [ruling],
    })
    expect(await append(service, [correction], { principal: OPERATOR })).toMatchObject({
      error: { code: 'not-allowed', errors: [{ index: 0, pointer: '/data/replacement/0/type' }] },
    })
  }
})

test('the opening is corrected by its details, and is no replacement for anything', async () => {
  const { service } = await table()
  need(await append(service, [started]))
  const away = report('a', 'report-corrected', 'arbiter', { seqs: [1], reason: 'x' })
  const twice = report('b', 'report-corrected', 'arbiter', {
    seqs: [2],
    reason: 'x',
    replacement: [{ type: 'game-opened', by: 'arbiter', data: TIMED }],
  })
  for (const [correction, pointer] of [
    [away, '/data/seqs'],
    [twice, '/data/replacement'],
  ] as const) {
    expect(await append(service, [correction], { principal: ARBITER })).toMatchObject({
      error: { code: 'invalid', errors: [{ index: 0, pointer }] },
    })
  }
})

test('a restoring or a decision that names an event to come is refused', async () => {
  const { service } = await table()
  const restoring = report('p', 'position-restored', 'arbiter', { seq: 999 })
  const decision = report('d', 'claim-decided', 'arbiter', { claim: 777, decision: 'rejected' })
  for (const [event, pointer] of [
    [restoring, '/data/seq'],
    [decision, '/data/claim'],
  ] as const) {
    expect(await append(service, [event], { principal: ARBITER })).toMatchObject({
      error: { code: 'invalid', errors: [{ index: 0, pointer }] },
    })
  }
})

test('a correction changes what stood, and brings the verdicts that come of it', async () => {
  const { service } = await table()
  need(await append(service, [started, move('m1', 'white', 'e2', 'e4'), press('p1', 'white')]))
  const { verdicts } = need(
    await append(service, [
      report('c', 'report-corrected', 'operator', {
        seqs: [3],
        reason: 'it was a pawn to e5',
        replacement: [{ type: 'move-made', by: 'white', data: { from: 'e2', to: 'e5' } }],
      }),
    ]),
  )
  expect(verdicts.map(({ rule }) => rule)).toContain('illegal-move-completed')
})
