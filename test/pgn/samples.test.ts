/** Sample feeds that lie beside the repository where it is worked on; elsewhere these tests say that they had nothing to read. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPgn, replayPgn, writePgnFile } from '../../domain/pgn/index.ts'

const shared = new URL('../../../shared/', import.meta.url)

/** The text of a sample, or null with a notice where there are no samples. */
function sample(path: string): string | null {
  const url = new URL(path, shared)
  if (existsSync(url)) return readFileSync(url, 'utf8')
  console.log(`not beside this repository, so not read: ${path}`)
  return null
}

test.each(['round-3-standard', 'live-chess960'])('%s is written back to the same bytes', (name) => {
  const text = sample(`peers/feeds/samples/pgn/${name}.pgn`)
  if (text === null) return
  const games = readPgn(text)
  expect(writePgnFile(games)).toBe(text)
  for (const game of games) {
    const replay = replayPgn(game)
    expect([replay.plies.length, replay.problems]).toEqual([game.moves.length, []])
  }
})

test('the tolerant reader’s sample gives what its description says', () => {
  const text = sample('peers/feeds/samples/pgn/tolerant-reader.pgn')
  if (text === null) return
  const games = readPgn(text)
  expect(games.map(({ moves, result }) => [moves.length, result])).toEqual([
    [0, '*'],
    [2, '*'],
    [8, '1-0'],
    [10, '*'],
  ])
  const replays = games.map((game) => replayPgn(game))
  expect(replays.map(({ stoppedAt }) => stoppedAt?.ply)).toEqual([undefined, undefined, 8, 8])
  expect(replays[2]!.stoppedAt).toMatchObject({ line: 38, reason: expect.stringContaining('Kd5') })
  expect(replays[3]!.stoppedAt).toMatchObject({ line: 48, reason: expect.stringContaining('Nf6') })
  expect(games[0]!.problems[0]!.message).toContain('"0-0"')
  expect(games[1]!.problems[0]!.message).toContain('"1/2-0"')
  expect(games[2]!.moves.slice(0, 3).map(({ clk, emt }) => [clk, emt])).toEqual([
    [5_428_000, 2000],
    [undefined, 5000],
    [5_441_000, 17_000],
  ])
})

/** What is odd about each of the twelve games, in the order of the file: words that one of its problems must hold. */
const ODD = [
  [23, '1-0', 'without a mate'],
  [52, '0-1', 'a clock that was on before the game began', '1 of 52 moves have no %clk'],
  [79, '1-0', 'without a mate'],
  [74, '0-1', 'Re2: the clock is read as 0:00:00', '6 of 74 moves have no %emt', 'without a mate'],
  [34, '0-1', 'without a mate'],
  [102, '1-0', 'Kxd6: the clock shows 0:00:33 where 0:00:00', 'without a mate'],
  [52, '0-1', '2 of 52 moves have no %clk'],
  [178, '0-1', '6 of 178 moves have no %clk'],
  [55, '1/2-1/2', 'Rh8#, is checkmate (1-0), but the result is 1/2-1/2'],
  [98, '0-1', '1 of 98 moves have no %clk', 'without a mate'],
  [72, '0-1', '1 of 72 moves have no %emt'],
  [27, '0-1', 'a clock that was on before the game began', 'without a mate'],
] as const

test('no game of a real round is lost, and each oddity is reported in words', () => {
  const text = sample('real/livechess-round/games.pgn')
  if (text === null) return
  const games = readPgn(text)
  expect(games.length).toBe(12)
  for (const [index, [plies, result, ...words]] of ODD.entries()) {
    const game = games[index]!
    const replay = replayPgn(game)
    expect([index, replay.plies.length, game.moves.length, game.result]).toEqual([
      index,
      plies,
      plies,
      result,
    ])
    const reported = replay.problems.map(({ message }) => message).join('\n')
    for (const word of [...words, 'a line break inside', 'stand in comments of their own'])
      expect(reported).toContain(word)
  }
  const readings = games.flatMap(({ moves }) => moves).filter(({ clk }) => clk !== undefined).length
  expect(readings).toBe(text.match(/\[%clk\s/g)!.length)
})
