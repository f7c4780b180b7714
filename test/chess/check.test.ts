import { expect, test } from 'vitest'
import {
  bothKingsInCheck,
  inCheck,
  isAttacked,
  isCheckmate,
  isStalemate,
  nameOf,
  requireLegal,
  setTurn,
  turnOf,
  writeFen,
} from '../../domain/chess/index.ts'
import { position } from './kit.ts'

const attacked = (fen: string, by: 'white' | 'black'): string[] => {
  const p = position(fen)
  return Array.from({ length: 64 }, (_, square) => square)
    .filter((square) => isAttacked(p, square, by))
    .map(nameOf)
    .sort()
}

test('each piece attacks by its way of moving, the own pieces that it guards included', () => {
  expect(attacked('8/8/8/8/8/8/8/N7 w - - 0 1', 'white')).toEqual(['b3', 'c2'])
  expect(attacked('8/8/8/8/8/8/8/K7 w - - 0 1', 'white')).toEqual(['a2', 'b1', 'b2'])
  expect(attacked('8/8/8/8/8/8/1P6/8 w - - 0 1', 'white')).toEqual(['a3', 'c3'])
  expect(attacked('8/8/8/8/8/8/7p/8 w - - 0 1', 'black')).toEqual(['g1'])
  expect(attacked('8/8/8/8/8/2P5/8/B7 w - - 0 1', 'white')).toEqual(['b2', 'b4', 'c3', 'd4'])
  expect(attacked('8/8/8/8/8/8/2P5/P1R1P3 w - - 0 1', 'white')).toEqual(
    ['b1', 'a1', 'd1', 'e1', 'c2', 'b3', 'd3', 'b2', 'd2', 'f2'].sort(),
  )
  expect(attacked('8/8/8/8/8/8/8/Q7 w - - 0 1', 'white')).toHaveLength(21)
})

test('a pinned piece gives check like any other', () => {
  const p = position('4k3/8/8/b7/8/8/3R4/4K3 w - - 0 1')
  expect(inCheck(p, 'black')).toBe(false)
  expect(isAttacked(position('3k4/8/8/b7/8/8/3R4/4K3 w - - 0 1'), 59, 'white')).toBe(true)
  expect(inCheck(position('3k4/8/8/b7/8/8/3R4/4K3 w - - 0 1'), 'black')).toBe(true)
})

test('mate, stalemate and neither', () => {
  const kind = (fen: string): string => {
    const p = position(fen)
    return isCheckmate(p) ? 'mate' : isStalemate(p) ? 'stalemate' : 'neither'
  }
  expect(kind('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3')).toBe('mate')
  expect(kind('6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1')).toBe('mate')
  expect(kind('7k/5Q2/8/8/8/8/8/6K1 b - - 0 1')).toBe('stalemate')
  expect(kind('7k/5Q2/8/8/8/8/8/6K1 w - - 0 1')).toBe('neither')
  expect(kind('7k/6Q1/8/8/8/8/8/6K1 b - - 0 1')).toBe('neither')
  // Only capturing en passant is left.
  expect(kind('8/8/8/8/5Pp1/5K1k/7p/7R b - f3 0 1')).toBe('neither')
})

test('both kings in check is reported, whichever side is on move', () => {
  expect(bothKingsInCheck(position('4k3/8/8/8/8/8/3q4/R2QK2r w - - 0 1'))).toBe(false)
  expect(bothKingsInCheck(position('4k3/4R3/8/8/8/8/8/r3K3 w - - 0 1'))).toBe(true)
  expect(bothKingsInCheck(position('8/8/8/8/8/8/1k6/K7 w - - 0 1'))).toBe(true)
})

test('giving the other side the move ends en passant captures', () => {
  const p = position('rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3')
  setTurn(p, 'black')
  expect(writeFen(p)).toContain(' b KQkq d3 ')
  setTurn(p, 'white')
  expect(turnOf(p)).toBe('white')
  setTurn(p, 'black')
  expect(writeFen(p)).toContain(' b KQkq - ')
})

test.each([
  ['8/8/8/8/8/8/8/4K3 w - - 0 1', 'Black has no king'],
  ['4k2k/8/8/8/8/8/8/4K3 w - - 0 1', 'Black has 2 kings'],
  ['4k3/8/8/8/8/8/8/P3K3 w - - 0 1', 'a pawn of White stands on the first rank'],
  ['p3k3/8/8/8/8/8/8/4K3 w - - 0 1', 'a pawn of Black stands on the eighth rank'],
  ['4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1', 'Black has 9 pawns'],
  ['4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1', 'White has 1 promoted pieces and 8 pawns'],
  ['4k3/8/8/8/8/B7/PPPPPPPP/2B1K3 w - - 0 1', 'White has 1 promoted pieces and 8 pawns'],
  ['4k3/8/8/8/8/8/4R3/4K3 w - - 0 1', 'Black is in check though White is on move'],
  ['4k3/8/8/8/8/8/4r3/4K3 b - - 0 1', 'White is in check though Black is on move'],
  ['4k3/8/8/8/8/3n4/6n1/4K3 w - - 0 1', 'neither can have been uncovered'],
  ['4k3/8/8/8/8/3n4/8/r3K2r w - - 0 1', 'in check by 3 pieces'],
  ['4k3/8/8/8/8/8/8/r3K2r w - - 0 1', 'from both ends of a line'],
])('%s is an illegal position: %s', (fen, why) => {
  const judged = requireLegal(position(fen))
  if (judged.ok) throw new Error(`${fen} passes`)
  expect(judged.error.code).toBe('illegal-position')
  expect(judged.error.message).toContain(why)
})

test.each([
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1',
  '4k3/8/8/8/8/5n2/8/r3K3 w - - 0 1',
  '4k3/8/8/8/7b/8/8/r3K3 w - - 0 1',
])('%s passes for a legal position', (fen) => {
  const p = position(fen)
  expect(requireLegal(p)).toEqual({ ok: true, value: p })
})
