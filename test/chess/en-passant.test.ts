import { expect, test } from 'vitest'
import {
  isEnPassant,
  legalMoves,
  type Position,
  parseFen,
  parseUci,
  play,
  positionKey,
  writeFen,
} from '../../domain/chess/index.ts'
import { position, ucis } from './kit.ts'

function playUci(p: Position, ...moves: string[]): Position {
  for (const uci of moves) {
    const move = parseUci(p, uci)
    if (!move.ok) throw new Error(move.error.message)
    play(p, move.value)
  }
  return p
}

test('a pawn that has just advanced two squares may be captured en passant, one move later no more', () => {
  const p = playUci(position('4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1'), 'd7d5')
  expect(writeFen(p)).toBe('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2')
  expect(legalMoves(p).filter(isEnPassant)).toHaveLength(1)
  const later = playUci(position(writeFen(p)), 'e1e2', 'e8e7')
  expect(ucis(later)).not.toContain('e5d6')
  expect(writeFen(playUci(p, 'e5d6'))).toBe('4k3/8/3P4/8/8/8/8/4K3 b - - 0 2')
})

test('two pawns may have the choice', () => {
  const p = playUci(position('4k3/8/8/8/3p1p2/8/4P3/4K3 w - - 0 1'), 'e2e4')
  expect(ucis(p)).toEqual(expect.arrayContaining(['d4e3', 'f4e3']))
})

test('a single step is not captured en passant', () => {
  expect(ucis(playUci(position('4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1'), 'd7d6'))).toContain('c5d6')
  expect(writeFen(playUci(position('4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1'), 'd6d5'))).toContain(' w - - ')
})

test('capturing en passant may not open the rank, a diagonal or a file onto the own king', () => {
  expect(writeFen(playUci(position('8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1'), 'd2d4'))).toContain(' b - - ')
  // The captured pawn itself shields a diagonal.
  expect(writeFen(playUci(position('8/5k2/8/8/4p3/8/B2P4/4K3 w - - 0 1'), 'd2d4'))).toContain(' b - - ')
  // The capturing pawn is pinned on its file.
  expect(writeFen(playUci(position('4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1'), 'd2d4'))).toContain(' b - - ')
  // Pinned on the diagonal of the capture itself, it may go.
  expect(writeFen(playUci(position('8/7k/8/8/4p3/3B4/3P4/2B2K2 w - - 0 1'), 'd3c2'))).toContain(' b - - ')
  expect(writeFen(playUci(position('7k/8/8/8/6p1/8/5P2/4B1K1 w - - 0 1'), 'f2f4'))).toContain(' b - f3 ')
})

test('a check by the advanced pawn may be answered by capturing it en passant', () => {
  const p = playUci(position('8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1'), 'd2d4')
  expect(ucis(p)).toContain('e4d3')
})

test('a check uncovered by the double step may be parried by capturing en passant only if that closes the line', () => {
  const p = playUci(position('4k3/8/8/8/6p1/8/B4P2/4K3 w - - 0 1'), 'f2f4')
  expect(ucis(p)).toContain('g4f3')
  const check = playUci(position('8/8/8/8/k4pBp/8/4P1P1/2R1K3 w - - 0 1'), 'g2g3')
  expect(writeFen(check)).toContain(' - 0 ')
})

test('identity counts an en passant capture only when it is legal (D7)', () => {
  const vain = position('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
  const plain = position('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')
  expect(positionKey(vain)).toBe(positionKey(plain))
  const pinned = playUci(position('8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1'), 'd2d4')
  expect(positionKey(pinned)).toBe(positionKey(position('8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1')))
  const legal = playUci(position('8/8/8/8/k3p3/8/3P4/3K4 w - - 0 1'), 'd2d4')
  expect(positionKey(legal)).not.toBe(positionKey(position('8/8/8/8/k2Pp3/8/8/3K4 b - - 0 1')))
})

test('identity knows placement, turn and rights, and neither counters nor how rights are written', () => {
  const key = (fen: string): string => positionKey(position(fen))
  const base = key('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1')
  expect(key('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 30 61')).toBe(base)
  expect(key('r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1')).toBe(base)
  expect(key('r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1')).not.toBe(base)
  expect(key('r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1')).not.toBe(base)
  expect(key('r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1')).not.toBe(base)
})

test('what was written of a played position is read as it was played, also where a king stood in check before', () => {
  // Black stood in check of the bishop when White played d2-d4, and nobody noticed: c4xd3 closes the line now (3.7.4.1).
  const text = '8/7k/8/8/2pP4/8/8/1B2K3 b - d3 0 1'
  const read = (options: Parameters<typeof parseFen>[1]) => {
    const parsed = parseFen(text, options)
    if (!parsed.ok) throw new Error(parsed.error.message)
    return writeFen(parsed.value)
  }
  expect(read({ wasPlayed: true })).toBe(text)
  expect(read({})).toBe(text.replace('d3', '-'))
})
