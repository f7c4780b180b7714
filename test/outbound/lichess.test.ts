import { afterEach, expect, test } from 'vitest'
import { renderPgnFile } from '../../domain/formats/pgn.ts'
import { endpointOf } from '../../functions/host/cli/commands/push.ts'
import { gamesOfFile, pushRound, type RefusedGames } from '../../functions/outbound/lichess.ts'
import { type Post, postAnywhere } from '../../functions/outbound/post.ts'
import { waitBefore } from '../../functions/outbound/retry-wait.ts'
import { openTable } from '../feeds/kit.ts'
import { LICHESS_TOKEN, type LichessStandIn, lichessStandIn } from '../kit/lichess.ts'

const open: LichessStandIn[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function standIn(options?: Parameters<typeof lichessStandIn>[0]) {
  const lichess = await lichessStandIn(options)
  open.push(lichess)
  const push = (pgn: string, token = LICHESS_TOKEN) =>
    pushRound(postAnywhere, { url: lichess.url, token }, pgn, 1, 0)
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

test('an error of one game inside a 200 is reported by its board, and the others are taken', async () => {
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

test('neighbours that are refused in the same words hold up none of the others, and end nothing', async () => {
  const { lichess, push } = await standIn()
  const pgn = roundOf(8, (board) => (board <= 2 ? { event: 'unparsable' } : {}))
  const pushed = await push(pgn)
  expect(pushed).toMatchObject({
    kind: 'pushed',
    games: 8,
    faults: [{ game: 'board 1 (Anna – Boris)' }, { game: 'board 2 (Anna – Boris)' }],
  })
  expect([...lichess.round.keys()].sort()).toEqual(['G3', 'G4', 'G5', 'G6', 'G7', 'G8'])
})

test('a game that was refused costs no request until it is another, and is reported all the same', async () => {
  const { lichess } = await standIn()
  const refused: RefusedGames = new Map()
  const push = (pgn: string) =>
    pushRound(postAnywhere, { url: lichess.url, token: LICHESS_TOKEN }, pgn, 1, 0, refused)
  const bad = roundOf(9, (board) => (board === 4 ? { event: 'unparsable' } : {}))
  await push(bad)
  lichess.pushes.length = 0
  expect(await push(bad)).toMatchObject({ games: 9, faults: [{ game: 'board 4 (Anna – Boris)' }] })
  expect(lichess.pushes.map(({ games }) => games)).toEqual([8])
  expect(await push(roundOf(9))).toMatchObject({ games: 9, faults: [] })
  expect(lichess.round.size).toBe(9)
  expect(refused.size).toBe(0)
})

test('a round of two hundred boards that takes nothing is given up after a few requests', async () => {
  const { lichess, push } = await standIn({ source: true })
  expect(await push(roundOf(200))).toMatchObject({ kind: 'refused' })
  expect(lichess.requests()).toBeLessThan(8)
})

test('a request that is too large is sent in parts', async () => {
  const pgn = roundOf(10)
  const sizes: number[] = []
  const post: Post = async (_, __, body) => {
    const games = gamesOfFile(body).length
    sizes.push(games)
    return games > 3
      ? { status: 413, text: '<html>too large</html>', retryAfter: null }
      : { status: 200, text: JSON.stringify({ games: Array(games).fill({ moves: 2 }) }), retryAfter: null }
  }
  const pushed = await pushRound(post, { url: 'https://lichess.test', token: '' }, pgn, 1, 0)
  expect(pushed).toEqual({ kind: 'pushed', games: 10, moves: 20, faults: [] })
  expect(sizes.filter((size) => size <= 3).reduce((sum, size) => sum + size, 0)).toBe(10)
})

test.each([
  ['half an answer', 200, '{"games":[{"mov'],
  ['nothing', 200, ''],
  ['a page of the hall’s network', 200, '<html>Accept the terms</html>'],
  ['something else in JSON', 200, '{"games":"none"}'],
  ['null', 200, 'null'],
  ['games that are none', 200, '{"games":[1]}'],
  ['a redirect to a page to sign in at', 302, ''],
  ['that it took too long', 408, ''],
])('%s for an answer is a wait, and no end', async (_, status, text) => {
  const post: Post = async () => ({ status, text, retryAfter: null })
  const pushed = await pushRound(post, { url: 'https://lichess.test', token: '' }, roundOf(2), 3, 0)
  expect(pushed).toMatchObject({ kind: 'wait', ms: 4000 })
})

test('a game that Lichess leaves out of its answer is reported, and the others’ answers are theirs', async () => {
  const answers = [
    { tags: { GameId: 'G3' }, error: 'no such move' },
    { tags: { GameId: 'G1' }, moves: 2 },
  ]
  const post: Post = async () => ({ status: 200, text: JSON.stringify({ games: answers }), retryAfter: null })
  expect(await pushRound(post, { url: 'https://lichess.test', token: '' }, roundOf(3), 1, 0)).toEqual({
    ...{ kind: 'pushed', games: 3, moves: 2 },
    faults: [
      { game: 'board 2 (Anna – Boris)', error: 'Lichess answers nothing about it' },
      { game: 'board 3 (Anna – Boris)', error: 'no such move' },
    ],
  })
})

test('names with quotes, backslashes, emoji and right-to-left letters are pushed and told as they are', async () => {
  const names = ['O"Neil, \\Ann\\', 'נחום, אבי', '👩🏽‍🎓 Žofie 王', 'x'.repeat(200)]
  const { lichess, push } = await standIn()
  const pgn = roundOf(4, (board) => ({ white: { name: names[board - 1] } }))
  expect(await push(pgn)).toMatchObject({ kind: 'pushed', games: 4, faults: [] })
  const reported = lichess.pushes[0]!.body
  for (const name of names.slice(1)) expect(reported).toContain(name)
  const bad = await push(pgn.replace('1... e5', '1... Kd6'))
  expect(bad).toMatchObject({ faults: [{ game: `board 1 (${names[0]} – Boris)` }] })
})

test('the token goes unencrypted to nobody but the own network', () => {
  const endpoint = '/broadcast/open/round-1/abcd1234'
  for (const own of ['http://localhost:8080', 'http://127.0.0.1:9', 'http://10.0.0.2', 'https://lichess.org'])
    expect(endpointOf(`${own}${endpoint}`)).toBe(`${own}/api/broadcast/round/abcd1234/push`)
  for (const other of ['http://lichess.org', 'http://8.8.8.8', 'ftp://lichess.org'])
    expect(() => endpointOf(`${other}${endpoint}`)).toThrow(/https/)
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
