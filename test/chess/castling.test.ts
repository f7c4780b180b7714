import { expect, test } from 'vitest'
import {
  castlingRooks,
  castlingSide,
  findLegal,
  isCastling,
  isLegal,
  kingTarget,
  legalMoves,
  moveFrom,
  moveTo,
  type Position,
  parseUci,
  play,
  squareOf,
  writeFen,
  writePlacement,
} from '../../domain/chess/index.ts'
import { position, ucis } from './kit.ts'

const castlings = (fen: string): string[] =>
  legalMoves(position(fen))
    .filter(isCastling)
    .map((move) => castlingSide(move)!)
    .sort()

/** The placement after castling to a side, or null where that is illegal. */
function castled(fen: string, side: 'king-side' | 'queen-side'): string | null {
  const p = position(fen)
  const move = legalMoves(p).find((candidate) => castlingSide(candidate) === side)
  if (move === undefined) return null
  play(p, move)
  return writeFen(p)
}

test('castling to both sides of both players ends as 3.8.2 has it', () => {
  const fen = (turn: string): string => `r3k2r/8/8/8/8/8/8/R3K2R ${turn} KQkq - 3 9`
  expect(castled(fen('w'), 'king-side')).toBe('r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9')
  expect(castled(fen('w'), 'queen-side')).toBe('r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 9')
  expect(castled(fen('b'), 'king-side')).toBe('r4rk1/8/8/8/8/8/8/R3K2R w KQ - 4 10')
  expect(castled(fen('b'), 'queen-side')).toBe('2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 10')
})

test('the king may not castle out of check, through an attacked square or into check', () => {
  expect(castlings('4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 20')).toEqual([])
  expect(castlings('4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 20')).toEqual(['queen-side'])
  expect(castlings('4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 20')).toEqual(['queen-side'])
  expect(castlings('2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 20')).toEqual(['king-side'])
})

test('a pinned piece attacks the squares of castling like any other', () => {
  expect(castlings('2k5/8/8/8/2b5/8/8/2R1K2R w K - 0 20')).toEqual([])
})

test('the rook may be attacked, and pass an attacked square', () => {
  expect(castlings('1r2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 20')).toEqual(['king-side', 'queen-side'])
  expect(castlings('r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 20')).toEqual(['king-side', 'queen-side'])
})

test('no piece may stand between, and a right that is only prevented is kept', () => {
  const fen = '4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 20'
  expect(castlings(fen)).toEqual([])
  expect(castlingRooks(position(fen), 'white')).toEqual({ kingSide: 7, queenSide: 0 })
})

test.each([
  ['the king moves', 'e1e2', '-'],
  ['the king-side rook moves', 'h1g1', 'Qkq'],
  ['the queen-side rook moves', 'a1b1', 'Kkq'],
  ['a rook is captured by the other', 'h1h8', 'Qq'],
])('rights are lost when %s', (_, uci, rights) => {
  const p = position('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 20')
  const move = parseUci(p, uci)
  if (!move.ok) throw new Error(move.error.message)
  play(p, move.value)
  expect(writeFen(p).split(' ')[2]).toBe(rights === '-' ? 'kq' : rights)
})

test('a king that has come back to its square may castle no more', () => {
  const p = position('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 20')
  for (const uci of ['e1e2', 'e8e7', 'e2e1', 'e7e8']) {
    const move = parseUci(p, uci)
    if (!move.ok) throw new Error(move.error.message)
    play(p, move.value)
  }
  expect(writeFen(p)).toBe('r3k2r/8/8/8/8/8/8/R3K2R w - - 4 22')
  expect(legalMoves(p).some(isCastling)).toBe(false)
})

test('Chess960: both pieces move, change places, or only one of them moves', () => {
  expect(castled('4k3/8/8/8/8/8/8/RK6 w A - 0 1', 'queen-side')).toBe('4k3/8/8/8/8/8/8/2KR4 b - - 1 1')
  expect(castled('4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1', 'king-side')).toBe('4k3/8/8/8/8/8/8/R4RK1 b - - 1 1')
  expect(castled('4k3/8/8/8/8/8/8/R3KR2 w FA - 0 1', 'king-side')).toBe('4k3/8/8/8/8/8/8/R4RK1 b - - 1 1')
  expect(castled('4k3/8/8/8/8/8/8/R5KR w HA - 0 1', 'king-side')).toBe('4k3/8/8/8/8/8/8/R4RK1 b - - 1 1')
  expect(castled('4k3/8/8/8/8/8/8/2KR4 w D - 0 1', 'king-side')).toBe('4k3/8/8/8/8/8/8/5RK1 b - - 1 1')
})

test('Chess960: every square that king or rook crosses must be empty of third pieces, the others need not', () => {
  expect(castled('4k3/8/8/8/8/8/8/RKR5 w CA - 0 1', 'queen-side')).toBe(null)
  expect(castled('4k3/8/8/8/8/8/8/NRN1K3 w B - 0 1', 'queen-side')).toBe(null)
  expect(castled('4k3/8/8/8/8/8/8/NR2K3 w B - 0 1', 'queen-side')).toBe('4k3/8/8/8/8/8/8/N1KR4 b - - 1 1')
  expect(castled('4k3/8/8/8/8/8/8/4KRNB w F - 0 1', 'king-side')).toBe(null)
  expect(castled('4k3/8/8/8/8/8/8/3NKR1B w F - 0 1', 'king-side')).toBe('4k3/8/8/8/8/8/8/3N1RKB b - - 1 1')
})

test('Chess960: a king may pass over its own rook, but not an attacked square', () => {
  expect(castled('4k3/8/8/8/8/8/8/1K3R2 w F - 0 1', 'king-side')).toBe('4k3/8/8/8/8/8/8/5RK1 b - - 1 1')
  expect(castled('3rk3/8/8/8/8/8/8/1K3R2 w F - 0 1', 'king-side')).toBe(null)
})

test('Chess960: castling is illegal where the rook has shielded the king from the corner', () => {
  expect(castled('Rr2k1n1/8/8/8/8/8/8/4K3 b q - 0 1', 'queen-side')).toBe(null)
  expect(castled('1r2k1n1/8/8/8/8/8/8/R3K3 b q - 0 1', 'queen-side')).toBe(
    '2kr2n1/8/8/8/8/8/8/R3K3 w - - 1 2',
  )
  expect(castled('4k3/8/8/8/8/8/8/qR1K4 w B - 0 1', 'queen-side')).toBe(null)
})

test('Chess960: of two rooks on a side only the one with the right castles', () => {
  expect(castled('4k1rr/8/8/8/8/8/8/4K3 b k - 0 1', 'king-side')).toBe(null)
  expect(castled('4k1rr/8/8/8/8/8/8/4K3 b g - 0 1', 'king-side')).toBe('5rkr/8/8/8/8/8/8/4K3 w - - 1 2')
})

const named = (p: Position, from: string, to: string, castling: 'king-side' | 'queen-side' | null = null) =>
  findLegal(p, squareOf(from), squareOf(to), null, castling)

test('castling is found by the two steps of the king, by its own rook, and by name', () => {
  const p = position('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20')
  const short = legalMoves(p).find((move) => castlingSide(move) === 'king-side')!
  expect([moveFrom(short), moveTo(short), kingTarget(short)]).toEqual([4, 7, 6])
  expect(named(p, 'e1', 'g1')).toBe(short)
  expect(named(p, 'e1', 'h1')).toBe(short)
  expect(named(p, 'e1', 'g1', 'king-side')).toBe(short)
  expect(named(p, 'e1', 'h1', 'king-side')).toBe(short)
  expect(named(p, 'e1', 'g1', 'queen-side')).toBe(null)
  expect(named(p, 'e1', 'f1', 'king-side')).toBe(null)
  expect(named(p, 'e1', 'c1')).toBe(legalMoves(p).find((move) => castlingSide(move) === 'queen-side'))
  expect(isLegal(p, short)).toBe(true)
  expect(isLegal(position('4k3/8/8/8/8/8/8/R3K2R w - - 0 20'), short)).toBe(false)
})

test('Chess960: a king beside its castling square makes a plain step unless castling is named', () => {
  const p = position('4k3/8/8/8/8/8/8/5K1R w H - 0 1')
  expect(isCastling(named(p, 'f1', 'g1')!)).toBe(false)
  expect(isCastling(named(p, 'f1', 'g1', 'king-side')!)).toBe(true)
  expect(isCastling(named(p, 'f1', 'h1')!)).toBe(true)
  const stays = position('4k3/8/8/8/8/8/8/6KR w H - 0 1')
  expect(named(stays, 'g1', 'g1')).toBe(null)
  expect(isCastling(named(stays, 'g1', 'g1', 'king-side')!)).toBe(true)
  const leap = position('4k3/8/8/8/8/8/8/1K5R w H - 0 1')
  expect(isCastling(named(leap, 'b1', 'g1')!)).toBe(true)
})

test('in UCI castling is the king’s two steps, in Chess960 king takes rook', () => {
  expect(ucis(position('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20'))).toEqual(
    expect.arrayContaining(['e1g1', 'e1c1']),
  )
  expect(ucis(position('4k3/8/8/8/8/8/8/R3K2R w HA - 0 20'))).toEqual(
    expect.arrayContaining(['e1h1', 'e1a1']),
  )
  expect(writePlacement(position('4k3/8/8/8/8/8/8/R3K2R w HA - 0 20'))).toBe('4k3/8/8/8/8/8/8/R3K2R')
})
