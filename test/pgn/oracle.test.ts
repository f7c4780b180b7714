import { parseComment, parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { makeUci } from 'chessops/util'
import { expect, test } from 'vitest'
import {
  chess960Position,
  initialPosition,
  isCastling,
  moveFrom,
  moveTo,
  nameOf,
  type Position,
  play,
  uciOf,
  writeFen,
} from '../../domain/chess/index.ts'
import { writeSan } from '../../domain/notation/index.ts'
import {
  readPgn,
  replayPgn,
  startingPosition as startOf,
  type WritableGame,
  writePgnFile,
} from '../../domain/pgn/index.ts'
import { dice } from '../chess/kit.ts'
import { inventGames } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'
import { randomGame } from '../notation/kit.ts'

interface Invented extends WritableGame {
  readonly ucis: readonly string[]
  readonly clocks: readonly number[]
}

/** A random game, every seventh from a Chess960 position, every third annotated. */
function invented(index: number, random: () => number): Invented {
  const is960 = index % 7 === 0
  const start: Position = is960 ? chess960Position(Math.floor(random() * 960)) : initialPosition()
  const tags: [string, string][] = [
    ['Event', `Game "${index}" \\ of many`],
    ['White', 'Größe, Ä.'],
  ]
  if (is960) tags.push(['Variant', 'Chess960'], ['SetUp', '1'], ['FEN', writeFen(start)])
  const moves: { text: string; clk: number; comments: string[]; variations: string[] }[] = []
  const ucis: string[] = []
  randomGame(start, random, 1 + Math.floor(random() * 160), (move) => {
    const annotated = index % 3 === 0 && random() < 0.5
    // King takes rook, as chessops has castling in every game.
    ucis.push(isCastling(move) ? nameOf(moveFrom(move)) + nameOf(moveTo(move)) : uciOf(start, move))
    moves.push({
      text: writeSan(start, move),
      clk: Math.floor(random() * 7_200) * 1000,
      comments: annotated
        ? ['a comment (with brackets) that is long enough to be broken', 'and another']
        : [],
      variations: annotated ? ['1. e4 {x) } (1. d4) e5'] : [],
    })
  })
  return { tags, moves, result: '*', ucis, clocks: moves.map(({ clk }) => clk / 1000) }
}

test('games that we write are parsed by chessops to the same moves and clocks', () => {
  const random = dice(5)
  const games = Array.from({ length: trials(500) }, (_, index) => invented(index, random))
  const read = parsePgn(writePgnFile(games))
  expect(read.length).toBe(games.length)
  for (const [index, game] of read.entries()) {
    const position = startingPosition(game.headers).unwrap()
    const ucis: string[] = []
    const clocks: (number | undefined)[] = []
    for (const node of game.moves.mainline()) {
      const move = parseSan(position, node.san)
      if (move === undefined) break
      ucis.push(makeUci(move))
      position.play(move)
      clocks.push(parseComment(node.comments?.[0] ?? '').clock)
    }
    expect([index, ...ucis]).toEqual([index, ...games[index]!.ucis])
    expect(clocks).toEqual(games[index]!.clocks)
    expect(game.headers.get('Event')).toBe(`Game "${index}" \\ of many`)
  }
})

test('games that chessops writes are read by us to the same moves', () => {
  for (const { pgn, plies } of inventGames(trials(500), 11, 120)) {
    const [game, ...more] = readPgn(pgn)
    expect(more).toEqual([])
    const start = startOf(game!)
    const replay = replayPgn(game!)
    expect(start.ok && replay.stoppedAt === undefined).toBe(true)
    if (!start.ok) continue
    const ucis = replay.plies.map(({ move }) => {
      const uci = uciOf(start.value, move)
      play(start.value, move)
      return uci
    })
    expect(ucis).toEqual(plies.map(({ uci }) => uci))
    expect(writeFen(replay.position).split(' ')[0]).toBe(plies.at(-1)?.fen.split(' ')[0])
  }
})
