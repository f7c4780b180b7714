import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  castlingSide,
  isCastling,
  kingTarget,
  legalMoves,
  letterOf,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type PhysicalMove,
  type Position,
  play,
  playPhysicalMove,
  squareOf,
  writeFen,
} from '../../domain/chess/index.ts'
import { trials } from '../kit/trials.ts'
import { dice, position } from './kit.ts'
import { absurdFen, randomFen, read } from './random-positions.ts'

type Named = Omit<PhysicalMove, 'from' | 'to'>

/** What a hand does, by the names of squares; the FEN after it. */
function after(fen: string, from: string, to: string, more: Named = {}): string {
  const p = position(fen)
  playPhysicalMove(p, { from: squareOf(from), to: squareOf(to), ...more })
  return writeFen(p)
}

function outcome(fen: string, from: string, to: string, more: Named = {}): string {
  const { captured, moved } = playPhysicalMove(position(fen), {
    from: squareOf(from),
    to: squareOf(to),
    ...more,
  })
  return [moved, captured].map((piece) => (piece === 0 ? '-' : letterOf(piece))).join('')
}

test('a legal move reported by its squares does what playing it does', () => {
  const random = dice(71)
  for (let i = 0; i < trials(1_500); i++) {
    const p = read(randomFen(random, 30))
    for (const move of legalMoves(p)) {
      const played = position(writeFen(p), { chess960: p.chess960 })
      const carried = position(writeFen(p), { chess960: p.chess960 })
      play(played, move)
      playPhysicalMove(carried, {
        from: moveFrom(move),
        to: isCastling(move) && random() < 0.8 ? kingTarget(move) : moveTo(move),
        promotion: movePromotion(move),
        castling: castlingSide(move),
      })
      expect(writeFen(carried)).toBe(writeFen(played))
    }
  }
})

test('an own piece, a king, anything is captured', () => {
  expect(after('4k3/8/8/8/8/8/P7/R3K3 w Q - 5 20', 'a1', 'a2')).toBe('4k3/8/8/8/8/8/R7/4K3 b - - 0 20')
  expect(outcome('4k3/8/8/8/8/8/P7/R3K3 w Q - 5 20', 'a1', 'a2')).toBe('RP')
  expect(after('4k3/4R3/8/8/8/8/8/4K3 w - - 5 20', 'e7', 'e8')).toBe('4R3/8/8/8/8/8/8/4K3 b - - 0 20')
  expect(outcome('4k3/4R3/8/8/8/8/8/4K3 w - - 5 20', 'e7', 'e8')).toBe('Rk')
})

test('a king captured at home takes the rights of castling along', () => {
  expect(after('r3k2r/4R3/8/8/8/8/8/4K3 w kq - 5 20', 'e7', 'e8')).toBe('r3R2r/8/8/8/8/8/8/4K3 b - - 0 20')
})

test('a piece of the side not on move moves, and the turn goes to its opponent', () => {
  expect(after('4k3/8/8/8/8/8/4P3/4K3 w - - 5 20', 'e8', 'e7')).toBe('8/4k3/8/8/8/8/4P3/4K3 w - - 6 21')
  expect(after('4k3/8/8/8/8/8/4P3/4K3 b - - 5 20', 'e2', 'e4')).toBe('4k3/8/8/8/4P3/8/8/4K3 b - - 0 20')
})

test('from an empty square, or beyond the board, nothing happens at all', () => {
  const fen = 'rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3'
  expect(after(fen, 'e5', 'e6')).toBe(fen)
  expect(outcome(fen, 'e5', 'e6')).toBe('--')
  const p = position(fen)
  for (const [from, to] of [
    [-1, 3],
    [3, 64],
    [3.5, 4],
    [Number.NaN, 4],
    [3, Number.NaN],
  ] as const) {
    expect(playPhysicalMove(p, { from, to })).toEqual({ captured: 0, moved: 0 })
  }
  expect(writeFen(p)).toBe(fen)
})

test('a piece put back where it stood passes the turn', () => {
  expect(after('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 20', 'a1', 'a1')).toBe(
    'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 6 20',
  )
})

test('a pawn stays a pawn on the last rank unless promoted, and only a pawn is promoted', () => {
  expect(after('8/4P1k1/8/8/8/8/8/4K3 w - - 5 20', 'e7', 'e8')).toBe('4P3/6k1/8/8/8/8/8/4K3 b - - 0 20')
  expect(after('8/4P1k1/8/8/8/8/8/4K3 w - - 5 20', 'e7', 'e8', { promotion: 'N' })).toBe(
    '4N3/6k1/8/8/8/8/8/4K3 b - - 0 20',
  )
  expect(after('8/4R1k1/8/8/8/8/8/4K3 w - - 5 20', 'e7', 'e8', { promotion: 'N' })).toBe(
    '4R3/6k1/8/8/8/8/8/4K3 b - - 6 20',
  )
  expect(outcome('8/4P1k1/8/8/8/8/8/4K3 w - - 5 20', 'e7', 'e8', { promotion: 'N' })).toBe('P-')
})

test('a pawn moved diagonally past a pawn captures it en passant, even when it comes too late', () => {
  const late = '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2'
  expect(after(late, 'e5', 'd6')).toBe('4k3/8/3P4/8/8/8/8/4K3 b - - 0 2')
  expect(outcome(late, 'e5', 'd6')).toBe('Pp')
  expect(after('4k3/8/8/3nP3/8/8/8/4K3 w - - 0 2', 'e5', 'd6')).toBe('4k3/8/3P4/3n4/8/8/8/4K3 b - - 0 2')
  expect(after('4k3/8/3pP3/8/8/8/8/4K3 w - - 0 2', 'e6', 'd7')).toBe('4k3/3P4/3p4/8/8/8/8/4K3 b - - 0 2')
})

test('a double step may be captured en passant even if it was the wrong side’s, but not when it jumped or captured', () => {
  expect(after('4k3/8/8/8/3p4/8/4P3/4K3 b - - 0 2', 'e2', 'e4')).toContain(' b - e3 ')
  expect(after('4k3/8/8/8/3p4/4n3/4P3/4K3 w - - 0 2', 'e2', 'e4')).toContain(' b - - ')
  expect(after('4k3/8/8/8/3pn3/8/4P3/4K3 w - - 0 2', 'e2', 'e4')).toContain(' b - - ')
})

test('a second move of the same side leaves nothing to capture en passant', () => {
  const fen = 'rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3'
  expect(after(fen, 'g1', 'f3')).toBe('rnbqkbnr/pppp1ppp/8/8/3Pp3/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 3')
})

test('castling without the right to it sets king and rook where castling would', () => {
  const fen = '4k3/8/8/8/8/8/8/R3K2R w - - 5 20'
  expect(after(fen, 'e1', 'g1')).toBe('4k3/8/8/8/8/8/8/R4RK1 b - - 6 20')
  expect(after(fen, 'e1', 'c1', { castling: 'queen-side' })).toBe('4k3/8/8/8/8/8/8/2KR3R b - - 6 20')
  expect(after(fen, 'e1', 'h1', { castling: 'king-side' })).toBe('4k3/8/8/8/8/8/8/R4RK1 b - - 6 20')
  expect(after('4kr2/8/8/8/8/8/7P/4K2R w K - 0 20', 'e1', 'g1')).toBe('4kr2/8/8/8/8/8/7P/5RK1 b - - 1 20')
})

test('a king goes alone where no rook stands on that side or its square does not suit', () => {
  expect(after('4k3/8/8/8/8/8/8/4K3 w - - 5 20', 'e1', 'g1')).toBe('4k3/8/8/8/8/8/8/6K1 b - - 6 20')
  expect(after('4k3/8/8/8/8/8/8/4K2R w K - 5 20', 'e1', 'f1', { castling: 'king-side' })).toBe(
    '4k3/8/8/8/8/8/8/5K1R b - - 6 20',
  )
  expect(after('4k3/8/8/8/4K2R/8/8/8 w - - 5 20', 'e4', 'g4', { castling: 'king-side' })).toBe(
    '4k3/8/8/8/6KR/8/8/8 b - - 6 20',
  )
  expect(after('4k3/8/8/8/8/8/8/4KB1R w K - 5 20', 'e1', 'g1', { castling: 'king-side' })).toBe(
    '4k3/8/8/8/8/8/8/5BKR b - - 6 20',
  )
  expect(after('4k3/8/8/8/8/8/8/4K1NR w K - 5 20', 'e1', 'g1')).toBe('4k3/8/8/8/8/8/8/6KR b - - 0 20')
})

test('Chess960: castling that uncovers an attack is carried out; without a name the king goes alone', () => {
  const fen = 'Rr2k1n1/8/8/8/8/8/8/4K3 b q - 0 1'
  expect(after(fen, 'e8', 'c8', { castling: 'queen-side' })).toBe('R1kr2n1/8/8/8/8/8/8/4K3 w - - 1 2')
  expect(after(fen, 'e8', 'c8')).toBe('Rrk3n1/8/8/8/8/8/8/4K3 w - - 1 2')
  expect(outcome('4k3/8/8/8/8/8/8/4KBR1 w G - 0 1', 'e1', 'g1', { castling: 'king-side' })).toBe('KR')
})

test('from any position any move can be carried out, and pieces neither appear nor vanish unaccounted for', () => {
  const square = fc.integer({ min: 0, max: 63 })
  const promotion = fc.constantFrom(null, 'Q', 'R', 'B', 'N' as const)
  const castling = fc.constantFrom(null, 'king-side' as const, 'queen-side' as const)
  const move = fc.record({ from: square, to: square, promotion, castling })
  const start = fc.integer().map((seed) => (seed % 2 ? absurdFen(dice(seed)) : randomFen(dice(seed), 30)))
  fc.assert(
    fc.property(start, fc.array(move, { minLength: 1, maxLength: 30 }), (fen, moves) => {
      const p = read(fen)
      for (const each of moves) {
        const before = countOf(p)
        const { captured, moved } = playPhysicalMove(p, each as PhysicalMove)
        expect(countOf(p)).toBe(before - (captured === 0 ? 0 : 1))
        if (moved === 0) expect([nameOf(each.from), captured]).toEqual([nameOf(each.from), 0])
        else expect(p.turn).toBe((moved >> 3) ^ 1)
        expect(writeFen(read(writeFen(p)))).toBe(writeFen(p))
      }
    }),
    { numRuns: trials(500) },
  )
})

const countOf = (p: Position): number => p.board.reduce((sum, piece) => sum + (piece === 0 ? 0 : 1), 0)

test('a pawn that became a queen on its double step cannot be taken in passing', () => {
  const p = position('4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1')
  playPhysicalMove(p, { from: squareOf('d2'), to: squareOf('d4'), promotion: 'Q' })
  expect(legalMoves(p).map((move) => nameOf(moveFrom(move)) + nameOf(moveTo(move)))).not.toContain('c4d3')
})
