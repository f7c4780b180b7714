import { expect, test } from 'vitest'
import { gameEvents } from '../../functions/app/read-game.ts'
import { openRoundGames, type RoundGameInput } from '../../functions/app/round-games.ts'
import { changeRound, readRound } from '../../functions/app/rounds.ts'
import { changeTournament } from '../../functions/app/tournaments.ts'
import { openService } from '../kit/compose.ts'
import { FOUR, hall, pairing, R1 } from '../kit/hall.ts'
import { need } from '../kit/reports.ts'
import { ARBITER, OPERATOR, principal, READER, START, testPorts } from '../kit/service.ts'

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
    open: (games: readonly RoundGameInput[]) =>
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

test('a board that is taken is not given away: by whom it is said, and nothing is opened', async () => {
  const { open, boards } = await hall()
  need(await open([pairing('A', 'B', { id: 'a', board: 1 })]))
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

test('a game whose board nobody named makes room for one that is opened at it', async () => {
  const { open, boards } = await hall()
  need(await open([pairing('A', 'B', { id: 'a' }), pairing('C', 'D', { id: 'c' })]))
  const opened = need(await open([pairing('E', 'F', { id: 'e', board: 1 })]))
  expect(opened).toMatchObject([{ id: 'e', board: 1 }])
  expect(await boards()).toEqual([
    { board: 1, game: 'e' },
    { board: 2, game: 'c' },
    { board: 3, game: 'a' },
  ])
  // Sent again, nothing moves: what is named and what was chosen stays so.
  need(await open([pairing('A', 'B', { id: 'a' })]))
  need(await open([pairing('E', 'F', { id: 'e', board: 1 })]))
  expect((await boards()).map(({ game }) => game)).toEqual(['e', 'c', 'a'])
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
