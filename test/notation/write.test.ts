import { Chess } from 'chessops/chess'
import { parseFen as parseOracleFen } from 'chessops/fen'
import { makeSan } from 'chessops/san'
import { parseUci as parseOracleUci } from 'chessops/util'
import { expect, test } from 'vitest'
import {
  chess960Position,
  clone,
  initialPosition,
  legalMoves,
  type Move,
  type Position,
  parseUci,
  play,
  uciOf,
  writeFen,
} from '../../domain/chess/index.ts'
import { parseSan, readMoveText, writeSan, writeSanAndPlay } from '../../domain/notation/index.ts'
import { dice } from '../chess/kit.ts'
import { randomFen } from '../chess/random-positions.ts'
import { trials } from '../kit/trials.ts'
import { position, randomGame } from './kit.ts'

function written(fen: string, uci: string): string {
  const p = position(fen)
  const move = parseUci(p, uci)
  return move.ok ? writeSan(p, move.value) : move.error.message
}

test('the file is named before the rank, both only where neither is enough', () => {
  const queens = '8/2k5/8/8/4Q2Q/8/8/K6Q w - - 0 1'
  expect(written(queens, 'h4e1')).toBe('Qh4e1')
  expect(written(queens, 'h1e1')).toBe('Q1e1')
  expect(written(queens, 'e4e1')).toBe('Qee1')
  expect(written('4k3/8/8/8/3N4/8/7N/4K3 w - - 0 1', 'h2f3')).toBe('Nhf3')
  expect(written('4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1', 'g5f3')).toBe('N5f3')
})

test('a pinned knight is no alternative', () => {
  expect(written('4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1', 'g1e2')).toBe('Ne2')
})

test('a rook behind another on the same file cannot go past it', () => {
  expect(written('4k3/8/8/8/R7/8/R7/4K3 w - - 0 1', 'a2a3')).toBe('R2a3')
  expect(written('4k3/8/8/8/R7/R7/8/4K3 w - - 0 1', 'a4a8')).toBe('Ra8+')
})

test('captures, promotions and en passant are written plainly', () => {
  expect(written('3q3k/4P3/8/8/8/8/8/4K3 w - - 0 1', 'e7d8n')).toBe('exd8=N')
  expect(written('rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3', 'e5d6')).toBe('exd6')
  expect(written('4k3/8/8/8/8/2n5/1P1B4/7K w - - 0 1', 'd2c3')).toBe('Bxc3')
})

test('mate has its own sign, also by castling and by en passant', () => {
  expect(written('5k2/8/4R3/8/8/8/6R1/4K2R w K - 0 1', 'e1g1')).toBe('O-O#')
  expect(written('rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2', 'd8h4')).toBe('Qh4#')
})

test('castling in Chess960 is written by where the king ends, wherever it began', () => {
  expect(written('4k3/8/8/8/8/8/8/5KR1 w G - 0 1', 'f1g1')).toBe('O-O')
  expect(written('4k3/8/8/8/8/8/8/1RK5 w B - 0 1', 'c1b1')).toBe('O-O-O')
})

test('with two kings of one colour a king is distinguished like any piece', () => {
  const p = position('8/8/8/8/8/8/8/K1K4k w - - 0 1')
  const texts = legalMoves(p).map((move) => writeSan(p, move))
  expect(texts).toContain('Kab1')
  expect(texts).toContain('Kcb2')
  expect(texts).toContain('Ka2')
})

/** What the oracle writes for one of our moves. */
function oracleSan(p: Position, move: Move): string {
  const setup = parseOracleFen(writeFen(p)).unwrap()
  return makeSan(Chess.fromSetup(setup).unwrap(), parseOracleUci(uciOf(p, move))!)
}

/** What a text is read as; the problem where it is refused. */
function moveOf(p: Position, text: string): Move | string {
  const parsed = parseSan(p, text)
  return parsed.ok ? parsed.value : parsed.error.message
}

function compare(p: Position, random: () => number, most: number): void {
  const oracle = Chess.fromSetup(parseOracleFen(writeFen(p)).unwrap()).unwrap()
  randomGame(p, random, most, (move, moves) => {
    const before = writeFen(p)
    const texts = moves.map((each) => writeSan(p, each))
    const theirs = moves.map((each) => makeSan(oracle, parseOracleUci(uciOf(p, each))!))
    expect([before, ...texts]).toEqual([before, ...theirs])
    expect(texts.map((text) => moveOf(p, text))).toEqual(moves)
    expect(writeFen(p)).toBe(before)
    oracle.play(parseOracleUci(uciOf(p, move))!)
  })
}

test('every legal move of random games is written as chessops writes it, and read back', () => {
  const random = dice(1)
  for (let i = 0; i < trials(10); i++) compare(initialPosition(), random, 120)
})

test('so it is in Chess960', () => {
  const random = dice(2)
  for (let i = 0; i < trials(10); i++) compare(chess960Position(Math.floor(random() * 960)), random, 80)
})

test('and in positions with many pieces of a kind', () => {
  const random = dice(3)
  for (let i = 0; i < trials(100); i++) {
    const p = position(randomFen(random, 20))
    const setup = parseOracleFen(writeFen(p)).unwrap()
    if (Chess.fromSetup(setup).isErr) continue
    const moves = legalMoves(p)
    const texts = moves.map((move) => writeSan(p, move))
    expect(texts).toEqual(moves.map((move) => oracleSan(p, move)))
    expect(texts).toEqual(moves.map((move) => writeSanAndPlay(clone(p), move)))
    expect(texts.map((text) => readMoveText(p, text))).toEqual(moves.map((move) => ({ kind: 'legal', move })))
  }
})

test('in a position that cannot be, moves are written and read all the same', () => {
  const p = position('kK6/8/8/8/8/8/PPPPPPPP/KRRRRRRR w - - 0 1')
  for (const move of legalMoves(p)) expect(parseSan(p, writeSan(p, move))).toEqual({ ok: true, value: move })
  const [move] = legalMoves(p)
  expect(move).toBeDefined()
  play(p, move!)
  expect(writeFen(p).split(' ')[1]).toBe('b')
})
