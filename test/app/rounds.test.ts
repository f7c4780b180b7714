import { expect, test } from 'vitest'
import { gameEvents } from '../../functions/app/read-game.ts'
import { openRoundGames } from '../../functions/app/round-games.ts'
import { changeRound, listRounds, readRound } from '../../functions/app/rounds.ts'
import { changeTournament } from '../../functions/app/tournaments.ts'
import type { Principal } from '../../functions/auth/roles.ts'
import { readContext } from '../../functions/feeds/read-context.ts'
import { roundList } from '../../functions/feeds/round-list.ts'
import type { Service } from '../kit/compose.ts'
import { FOUR, hall, pairing, R1 } from '../kit/hall.ts'
import { append, need, report } from '../kit/reports.ts'
import { ARBITER, OPERATOR, READER, START } from '../kit/service.ts'

const seenRound = (service: Service, principal: Principal | null) =>
  readContext(service, { principal, receivedAt: service.clock.now(), delay: 0 }).round(R1)

test('boards are reordered, a round is published and closed, once each', async () => {
  const { service, open } = await hall()
  const [a, b] = need(await open([pairing('A', 'B', { id: 'a' }), pairing('C', 'D', { id: 'b' })]))
  const swap = [
    { board: 1, game: 'b' },
    { board: 2, game: 'a' },
  ]
  const change = (fields: object) => changeRound(service, ARBITER, R1, fields, START + 60_000)
  expect(need(await change({ boards: swap })).boards).toEqual(swap)
  const closed = need(await change({ boards: swap, published: true, closed: true }))
  expect(closed).toMatchObject({
    boards: swap,
    publishedAt: '2026-03-14T14:01:00.000Z',
    closedAt: '2026-03-14T14:01:00.000Z',
  })
  const before = need(await readRound(service, R1)).record.seq
  expect(
    need(await changeRound(service, ARBITER, R1, { published: true, closed: true }, START + 90_000)),
  ).toEqual(closed)
  expect(need(await readRound(service, R1)).record.seq).toBe(before)
  expect([a!.id, b!.id]).toEqual(['a', 'b'])
})

test('a game that moves frees its board, and one board or game given twice is refused', async () => {
  const { service, open } = await hall()
  need(await open([pairing('A', 'B', { id: 'a' }), pairing('C', 'D', { id: 'b' })]))
  const change = (boards: { board: number; game: string }[]) =>
    changeRound(service, ARBITER, R1, { boards }, START)
  expect(need(await change([{ board: 9, game: 'a' }])).boards).toEqual([
    { board: 2, game: 'b' },
    { board: 9, game: 'a' },
  ])
  expect(
    await change([
      { board: 1, game: 'a' },
      { board: 1, game: 'b' },
    ]),
  ).toMatchObject({
    error: { code: 'invalid', errors: [{ pointer: '/boards/1/board' }] },
  })
  expect(
    await change([
      { board: 1, game: 'a' },
      { board: 3, game: 'a' },
    ]),
  ).toMatchObject({
    error: { code: 'invalid', errors: [{ pointer: '/boards/1/game' }] },
  })
})

test('an order that would leave a game without a board is refused, and so is a game of another round', async () => {
  const { service, open } = await hall()
  need(await open([pairing('A', 'B', { id: 'a' }), pairing('C', 'D', { id: 'b' })]))
  need(await open([pairing('A', 'C', { id: 'x' })], undefined, '2'))
  const change = (board: number, game: string) =>
    changeRound(service, ARBITER, R1, { boards: [{ board, game }] }, START)
  expect(await change(1, 'b')).toMatchObject({
    error: { code: 'invalid', errors: [{ pointer: '/boards/0/board' }] },
  })
  for (const stranger of ['x', 'nobody'])
    expect(await change(3, stranger)).toMatchObject({
      error: { code: 'invalid', errors: [{ pointer: '/boards/0/game' }] },
    })
})

test('what a round settles goes before what its tournament settles', async () => {
  const { service, open } = await hall()
  need(
    await changeRound(
      service,
      ARBITER,
      R1,
      { defaults: { play: 'blitz' }, start: '2026-03-14T15:00:00.000Z', reason: 'tie-break' },
      START,
    ),
  )
  const [game] = need(await open([pairing('A', 'B')]))
  expect((await gameEvents(service, game!.id))[0]?.data).toMatchObject({
    play: 'blitz',
    edition: '2018-01-01',
  })
  expect(need(await readRound(service, R1)).record.folded.start).toBe('2026-03-14T15:00:00.000Z')
  expect(await changeRound(service, ARBITER, R1, { start: 'noon' }, START)).toMatchObject({
    error: { code: 'invalid', errors: [{ pointer: '/start' }] },
  })
})

test('the round lists its games by board with names, status and result', async () => {
  const { service, open } = await hall()
  need(await open([pairing('A', 'B', { id: 'a', board: 2 }), pairing('C', 'D', { id: 'b', board: 1 })]))
  need(await append(service, [report('r', 'resigned', 'white')], { game: 'a' }))
  const { games, publishedAt } = roundList(need(await seenRound(service, null)))
  expect(publishedAt).toBeNull()
  expect(
    games.map(({ board, game, white, status, plies }) => [board, game, white.name, status, plies]),
  ).toEqual([
    [1, 'b', 'C', 'scheduled', 0],
    [2, 'a', 'A', 'ended', 0],
  ])
  expect(games[1]?.result).toMatchObject({ white: '0', black: '1' })
})

test('a delayed tournament lists its games to readers alone', async () => {
  const { ports, service, open } = await hall()
  need(await open(FOUR))
  need(await changeTournament(ports, ARBITER, 'T', { delay: 15 }))
  expect(await seenRound(service, null)).toMatchObject({ error: { code: 'unknown-round' } })
  ports.clock.pass(60 * 60_000)
  expect(await seenRound(service, null)).toMatchObject({ error: { code: 'delayed' } })
  expect(need(await seenRound(service, READER)).games).toHaveLength(4)
})

test('rounds are known by name, and only to tournaments that are there', async () => {
  const { service, open } = await hall()
  need(await open(FOUR, undefined, '1'))
  need(await open(FOUR, undefined, '2a'))
  expect(await listRounds(service, 'T')).toEqual(['1', '2a'])
  expect(await readRound(service, { tournament: 'T', round: '3' })).toMatchObject({
    error: { code: 'unknown-round' },
  })
  expect(await readRound(service, { tournament: 'U', round: '1' })).toMatchObject({
    error: { code: 'unknown-tournament' },
  })
  expect(
    await openRoundGames(service, OPERATOR, { tournament: 'U', round: '1' }, FOUR, undefined, START),
  ).toMatchObject({
    error: { code: 'unknown-tournament' },
  })
})
