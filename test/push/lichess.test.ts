import { afterEach, expect, test } from 'vitest'
import { renderPgnFile } from '../../domain/feeds/pgn.ts'
import { gamesOfFile, pushRound } from '../../functions/push/lichess.ts'
import { postOut, waitBefore } from '../../functions/push/post.ts'
import { openTable } from '../feeds/kit.ts'
import { LICHESS_TOKEN, lichessStandIn, type StandIn } from '../kit/lichess.ts'

const open: StandIn[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function standIn(options?: Parameters<typeof lichessStandIn>[0]) {
  const lichess = await lichessStandIn(options)
  open.push(lichess)
  const push = (pgn: string, token = LICHESS_TOKEN) =>
    pushRound(postOut, { url: lichess.url, token }, pgn, 1, 0)
  return { lichess, push }
}

/** A round of games, each with two moves. */
function roundOf(count: number, change: (board: number) => object = () => ({})): string {
  const games = Array.from({ length: count }, (_, k) => {
    const table = openTable({ board: k + 1, ...change(k + 1) })
    table.moves('e4 e5')
    return { game: `G${k + 1}`, state: table.state }
  })
  return renderPgnFile(games, 'strict', { dialect: 'lichess' })
}

test('a round is pushed, a hundred games at a time', async () => {
  const { lichess, push } = await standIn()
  expect(await push(roundOf(130))).toEqual({ kind: 'pushed', games: 130, moves: 260, faults: [] })
  expect(lichess.pushes.map(({ games }) => games)).toEqual([100, 30])
  expect(lichess.round.size).toBe(130)
})

test('an error of one game inside a 200 is told by its board, and the others are taken', async () => {
  const { lichess, push } = await standIn()
  const pgn = roundOf(3).replace('1... e5', '1... Kd6')
  const pushed = await push(pgn)
  expect(pushed).toMatchObject({
    kind: 'pushed',
    faults: [{ game: 'board 1 (Anna – Boris)', error: 'Cannot parse the move Kd6' }],
  })
  expect([...lichess.round.keys()]).toEqual(['G2', 'G3'])
})

test('a game for which all are refused is pushed apart and named', async () => {
  const { lichess, push } = await standIn()
  const pgn = roundOf(7, (board) => (board === 5 ? { event: 'unparsable' } : {}))
  expect(await push(pgn)).toMatchObject({ kind: 'pushed', faults: [{ game: 'board 5 (Anna – Boris)' }] })
  expect(lichess.round.size).toBe(6)
})

test('a round that has a source of its own, and a token that does not hold, are refused for good', async () => {
  const sourced = await standIn({ source: true })
  expect(await sourced.push(roundOf(4))).toEqual({
    kind: 'refused',
    reason: '400: The round has a source URL',
  })
  const { push } = await standIn()
  expect(await push(roundOf(1), 'wrong')).toEqual({ kind: 'refused', reason: '401: No such token' })
})

test('after a 429 it is silent for a minute, or as long as it is asked to; after a fault it comes again', async () => {
  const { lichess, push } = await standIn()
  lichess.troubles.push({ status: 429 }, { status: 429, retryAfter: '5' }, { status: 502 })
  expect(await push(roundOf(1))).toMatchObject({ kind: 'wait', ms: 60_000 })
  expect(await push(roundOf(1))).toMatchObject({ kind: 'wait', ms: 5000 })
  expect(await push(roundOf(1))).toMatchObject({ kind: 'wait', ms: 1000 })
  expect(await push(roundOf(1))).toMatchObject({ kind: 'pushed' })
})

test('nobody at the other end is a wait, not an end', async () => {
  const { lichess, push } = await standIn()
  await lichess.close()
  open.length = 0
  expect(await push(roundOf(1))).toMatchObject({ kind: 'wait', reason: expect.stringContaining('no answer') })
})

test('waits double up to ten minutes', () => {
  expect([1, 2, 3, 10, 50].map((attempt) => waitBefore(attempt, null, 0))).toEqual([
    ...[1000, 2000, 4000, 512_000, 600_000],
  ])
  expect(waitBefore(1, new Date(9000).toUTCString(), 4000)).toBe(5000)
})

test('a file is cut into its games, whatever stands in their comments', () => {
  expect(gamesOfFile(roundOf(3))).toHaveLength(3)
  expect(gamesOfFile('')).toEqual([])
})
