import { expect, test } from 'vitest'
import { gameEvents } from '../../functions/record/read-game.ts'
import { listRoundGames, openRoundGames, type RoundGame } from '../../functions/record/round-games.ts'
import { changeRound, listRounds, readRound, viewOf } from '../../functions/record/rounds.ts'
import { openService } from '../../functions/record/service.ts'
import { changeTournament, createTournament } from '../../functions/record/tournaments.ts'
import { append, need, report } from '../kit/reports.ts'
import { ARBITER, OPERATOR, principal, READER, START, type TestPorts, testPorts } from '../kit/service.ts'

const R1 = { tournament: 'T', round: '1' }
const pairing = (white: string, black: string, more: object = {}): RoundGame => ({
  white: { name: white },
  black: { name: black },
  ...more,
})
const FOUR = [pairing('A', 'B'), pairing('C', 'D'), pairing('E', 'F'), pairing('G', 'H')]

async function hall(ports: TestPorts = testPorts()) {
  const service = openService(ports)
  const defaults = { edition: '2018-01-01', play: 'rapid', date: '2026-03-14' } as const
  need(await createTournament(ports, ARBITER, { name: 'Open', site: 'Bled', defaults }, 'T'))
  const open = async (games: readonly RoundGame[], key?: string, round = '1') =>
    openRoundGames(service, OPERATOR, { tournament: 'T', round }, games, key, START)
  const boards = async () => viewOf(R1, need(await readRound(service, R1)).record.folded).boards
  return { ports, service, open, boards }
}

test('a round’s games sit at boards from 1 on and take what their tournament settles', async () => {
  const { service, open, boards } = await hall()
  const opened = need(await open(FOUR))
  expect(opened.map(({ board, head, replayed }) => [board, head, replayed])).toEqual(
    [1, 2, 3, 4].map((board) => [board, 1, false]),
  )
  expect(await boards()).toEqual(opened.map(({ board, id }) => ({ board, game: id })))
  const [event] = await gameEvents(service, opened[1]!.id)
  expect(event?.data).toMatchObject({
    white: { name: 'C' },
    ...{
      event: 'Open',
      site: 'Bled',
      date: '2026-03-14',
      edition: '2018-01-01',
      play: 'rapid',
      round: '1',
      board: 2,
    },
  })
})

test('a game says otherwise for itself: board, play, id', async () => {
  const { service, open } = await hall()
  const opened = need(
    await open([pairing('A', 'B', { id: 'top', board: 7, play: 'blitz' }), pairing('C', 'D')]),
  )
  expect(opened.map(({ id, board }) => [id === 'top', board])).toEqual([
    [true, 7],
    [false, 1],
  ])
  expect((await gameEvents(service, 'top'))[0]?.data).toMatchObject({
    board: 7,
    play: 'blitz',
    edition: '2018-01-01',
  })
})

test('the same Idempotency-Key is the same games, at the same boards, though the tournament has changed meanwhile', async () => {
  const { ports, open, boards } = await hall()
  const first = need(await open(FOUR, 'round-1'))
  need(await changeTournament(ports, ARBITER, 'T', { site: 'Kranj' }))
  const again = need(await open(FOUR, 'round-1'))
  expect(again).toEqual(first.map((each) => ({ ...each, replayed: true })))
  expect(await boards()).toHaveLength(4)
  expect(need(await open(FOUR, 'round-1', '2')).map(({ id }) => id)).not.toEqual(first.map(({ id }) => id))
})

test('a key or an id that stands for other players is refused by index', async () => {
  const { open } = await hall()
  need(await open(FOUR, 'k'))
  const other = [FOUR[0]!, pairing('C', 'X'), FOUR[2]!, FOUR[3]!]
  expect(await open(other, 'k')).toMatchObject({ error: { code: 'id-reused' } })
  need(await open([pairing('A', 'B', { id: 'g' })]))
  expect(await open([pairing('A', 'C', { id: 'g' })])).toMatchObject({ error: { code: 'id-reused' } })
})

test('one game that is malformed opens none, each fault with its index and place', async () => {
  const { service, open } = await hall()
  const bad = [FOUR[0]!, { white: { name: 'A' } }, pairing('C', 'D', { edition: '1997' })]
  const refused = await open(bad)
  expect(refused).toMatchObject({
    error: {
      code: 'invalid',
      errors: [
        { index: 1, pointer: '/black' },
        { index: 2, pointer: '/edition' },
      ],
    },
  })
  expect(await readRound(service, R1)).toMatchObject({ error: { code: 'unknown-round' } })
  expect(await open([pairing('A', 'B', { id: 'x' }), pairing('C', 'D', { id: 'x' })])).toMatchObject({
    error: { code: 'invalid', errors: [{ index: 1, pointer: '/id' }] },
  })
})

test('what was broken off between boards and games is taken up by the same request', async () => {
  const ports = testPorts()
  let left = 4
  const breaking = {
    ...ports,
    log: {
      ...ports.log,
      append: async (commit: Parameters<typeof ports.log.append>[0]) => {
        if (commit.stream.startsWith('game#') && left-- <= 2) throw new Error('the machine went down')
        return ports.log.append(commit)
      },
    },
  }
  const first = await hall(breaking)
  await expect(first.open(FOUR, 'k')).rejects.toThrow('the machine went down')
  const { open } = {
    open: (games: readonly RoundGame[]) =>
      openRoundGames(openService(ports), OPERATOR, R1, games, 'k', START),
  }
  const opened = need(await open(FOUR))
  expect(opened.map(({ board }) => board)).toEqual([1, 2, 3, 4])
  expect(opened.filter(({ replayed }) => replayed).length).toBeGreaterThan(0)
})

test('two who open games at the same time never share a board', async () => {
  const { ports, boards } = await hall()
  const openers = [0, 1, 2].map((k) =>
    openRoundGames(openService(ports), OPERATOR, R1, [FOUR[k]!, FOUR[k + 1]!], `key${k}`, START),
  )
  const opened = (await Promise.all(openers)).flatMap(need)
  expect(new Set(opened.map(({ board }) => board)).size).toBe(6)
  expect((await boards()).map(({ board }) => board)).toEqual([1, 2, 3, 4, 5, 6])
})

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

test('a board that is taken is not given away: by whom it is said, and nothing is opened', async () => {
  const { open, boards } = await hall()
  need(await open([pairing('A', 'B', { id: 'a' })]))
  const wanted = [pairing('C', 'D', { id: 'c', board: 2 }), pairing('E', 'F', { id: 'e', board: 1 })]
  expect(await open(wanted)).toMatchObject({
    error: {
      code: 'invalid',
      errors: [{ index: 1, pointer: '/board', detail: 'board 1 is that of game a' }],
    },
  })
  expect(
    await open([pairing('C', 'D', { id: 'c', board: 3 }), pairing('E', 'F', { id: 'e', board: '3' })]),
  ).toMatchObject({
    error: { code: 'invalid', errors: [{ index: 1, pointer: '/board' }] },
  })
  expect(await boards()).toEqual([{ board: 1, game: 'a' }])
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

test('a game that was opened elsewhere gets no board here', async () => {
  const { service, open, boards } = await hall()
  need(await open([pairing('A', 'B', { id: 'x' })], undefined, '2'))
  need(await open([pairing('A', 'B', { id: 'a' })]))
  expect(await open([pairing('C', 'D'), pairing('A', 'B', { id: 'x' })])).toMatchObject({
    error: { code: 'id-reused', errors: [{ index: 1, pointer: '/id' }] },
  })
  expect(await boards()).toEqual([{ board: 1, game: 'a' }])
  expect(need(await readRound(service, R1)).record.folded.boards.size).toBe(1)
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
  const { games, publishedAt } = need(await listRoundGames(service, null, R1))
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
  expect(await listRoundGames(service, null, R1)).toMatchObject({ error: { code: 'delayed' } })
  expect(need(await listRoundGames(service, READER, R1)).games).toHaveLength(4)
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

test('a token for one round opens games in that one', async () => {
  const { service } = await hall()
  const own = principal('operator', 'round:T/1')
  need(await openRoundGames(service, own, R1, FOUR, undefined, START))
  const there = { tournament: 'T', round: '2' }
  expect(await openRoundGames(service, own, there, FOUR, undefined, START)).toMatchObject({
    error: { code: 'not-allowed' },
  })
  expect(await openRoundGames(service, READER, R1, FOUR, undefined, START)).toMatchObject({
    error: { code: 'not-allowed' },
  })
  expect(await changeRound(service, READER, R1, { closed: true }, START)).toMatchObject({
    error: { code: 'not-allowed' },
  })
})

test('a hundred and twenty boards are one request', async () => {
  const { open, boards } = await hall()
  const many = Array.from({ length: 120 }, (_, k) => pairing(`W${k}`, `B${k}`))
  expect(need(await open(many, 'k')).at(-1)).toMatchObject({ board: 120 })
  expect(await boards()).toHaveLength(120)
})
