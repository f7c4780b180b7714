/** Positions that cannot come about by legal moves: moves are still found, and by a rule. */

import { expect, test } from 'vitest'
import {
  hasLegalMove,
  inCheck,
  isCapture,
  isCheckmate,
  isStalemate,
  legalMoves,
  make,
  moveFrom,
  movePromotion,
  moveTo,
  perft,
  pieceAt,
  roleOf,
  turnOf,
  unmake,
} from '../../domain/chess/index.ts'
import { trials } from '../kit/trials.ts'
import { dice, everythingOf, position, ucis } from './kit.ts'
import { naiveMoves } from './naive.ts'
import { absurdFen, boardOf, randomFen, read } from './random-positions.ts'

/** Turns some pieces of the middle ranks into kings; castling rights stay with the kings at home. */
function withMoreKings(fen: string, random: () => number): string {
  const [placement = '', ...rest] = fen.split(' ')
  const ranks = placement.split('/')
  const crowned = ranks.map((rank, i) =>
    i < 2 || i > 5
      ? rank
      : rank.replace(/[A-Za-z]/g, (letter) => (random() < 0.2 ? 'Kk'[random() < 0.5 ? 0 : 1]! : letter)),
  )
  return [crowned.join('/'), ...rest].join(' ')
}

test('a plain second reading of Article 3 finds the same moves on absurd boards', () => {
  const random = dice(310)
  for (let i = 0; i < trials(2_000); i++) {
    const fen = random() < 0.6 ? absurdFen(random) : withMoreKings(randomFen(random, 30), random)
    const p = read(fen)
    const ours = legalMoves(p).map((move) => {
      const promotion = movePromotion(move)
      return `${moveFrom(move)}-${moveTo(move)}${promotion ? `=${promotion}` : ''}`
    })
    expect([fen, ...ours.sort()]).toEqual([fen, ...naiveMoves(boardOf(p))])
  }
})

test('on absurd boards no king is captured, own kings end unattacked, and every move can be taken back', () => {
  const random = dice(311)
  for (let i = 0; i < trials(1_000); i++) {
    const p = read(absurdFen(random))
    const before = everythingOf(p)
    const side = turnOf(p)
    const moves = legalMoves(p)
    expect(hasLegalMove(p)).toBe(moves.length > 0)
    expect(perft(p, 1)).toBe(moves.length)
    for (const move of moves) {
      if (isCapture(move) && pieceAt(p, moveTo(move)) !== 0)
        expect(roleOf(pieceAt(p, moveTo(move)))).not.toBe('K')
      make(p, move)
      if (inCheck(p, side)) throw new Error(`${side} leaves a king attacked in ${before}`)
      unmake(p)
    }
    expect(everythingOf(p)).toBe(before)
  }
})

test('a side without a king moves as it likes, and is never in check', () => {
  const p = position('4r3/8/8/8/8/8/4R3/8 w - - 0 1')
  expect(ucis(p)).toHaveLength(14)
  expect(inCheck(p, 'white')).toBe(false)
})

test('a side without a king and without a move is stalemated, not mated', () => {
  const p = position('4k3/8/8/8/8/p7/P7/8 w - - 0 1')
  expect([isCheckmate(p), isStalemate(p)]).toEqual([false, true])
})

test('the king of a side that is not on move cannot be captured even where it stands in check', () => {
  expect(ucis(position('4k3/8/8/8/8/8/8/K3R3 w - - 0 1'))).not.toContain('e1e8')
  expect(ucis(position('8/8/8/8/8/2k5/1P6/K7 w - - 0 1'))).not.toContain('b2c3')
  expect(ucis(position('8/8/8/8/8/8/1k6/K7 w - - 0 1'))).not.toContain('a1b2')
})

test('with several kings none may be left attacked', () => {
  const check = position('k7/8/8/8/K2r2NK/8/8/8 w - - 0 1')
  expect(ucis(check)).toEqual(['a4a3', 'a4a5', 'a4b3', 'a4b5'])
  const pin = position('k7/8/8/8/3r2NK/8/8/K7 w - - 0 1')
  expect(ucis(pin)).not.toContain('g4f2')
  expect(ucis(pin)).toContain('a1b2')
})

test('a pawn on its own first rank goes one step, one on the last rank none', () => {
  expect(ucis(position('8/8/8/8/8/8/8/P7 w - - 0 1'))).toEqual(['a1a2'])
  expect(ucis(position('P7/8/8/8/8/8/8/8 w - - 0 1'))).toEqual([])
  expect(ucis(position('p7/8/8/8/8/8/8/8 b - - 0 1'))).toEqual(['a8a7'])
})

test('both kings in check: the side on move answers its own check only', () => {
  const p = position('4k3/8/8/8/8/8/3q4/R2QK3 w Q - 0 1')
  expect(ucis(p)).toEqual(['d1d2', 'e1d2', 'e1f1'])
})

test('the fullest boards do not overflow the list of moves', () => {
  const queens = position('QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1')
  expect(legalMoves(queens)).toHaveLength(naiveMoves(boardOf(queens)).length)
  // Petrović 1964: the position with the most moves known, 218.
  expect(legalMoves(position('R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1'))).toHaveLength(218)
})
