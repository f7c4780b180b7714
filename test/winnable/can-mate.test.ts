import { expect, test } from 'vitest'
import { writeFen } from '../../domain/chess/index.ts'
import { canMate, type WinnableAnswer } from '../../domain/winnable/index.ts'
import type { Side } from '../../events/vocabulary.ts'
import { faultOf } from './replay.ts'
import { ANCHOR_WRONG, position } from './rows.ts'

/** What the fold may spend on a flag. */
const BUDGET = { nodes: 50_000 }

const ask = (fen: string, side: Side): WinnableAnswer => canMate(position(fen), side, BUDGET)

function expectYes(fen: string, side: Side): void {
  const found = ask(fen, side)
  if (found.answer !== 'yes') throw new Error(`${side} in ${fen}: ${JSON.stringify(found)}`)
  expect(faultOf(fen, found.line, side)).toBeNull()
}

const expectNo = (fen: string, side: Side, proof: string): void =>
  expect(ask(fen, side)).toMatchObject({ answer: 'no', proof })

test('a bare king mates nobody', () => {
  expectNo('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'black', 'no-material')
})

test('a knight can mate a king with a pawn, a knight, a bishop or a rook, but not one with queens only', () => {
  expectYes('8/8/4k3/8/8/3N4/4K2p/8 w - - 0 1', 'white')
  expectYes('8/8/4k3/8/8/3N4/4K2n/8 w - - 0 1', 'white')
  expectYes('8/8/4k3/8/8/3N4/4K2b/8 w - - 0 1', 'white')
  expectYes('8/8/4k3/8/8/3N4/4K2r/8 w - - 0 1', 'white')
  expectNo('8/8/4k3/8/8/3N4/4K2q/8 w - - 0 1', 'white', 'no-material')
  expectNo('8/8/4k3/8/8/3N4/4K1qq/8 w - - 0 1', 'white', 'no-material')
})

test('a knight can mate a king with two queens and a rook: the rook takes its flight square', () => {
  expectYes('3R4/5n2/6k1/Q7/Q7/8/2K5/8 b - - 0 65', 'black')
})

test('a bishop can mate a king with a knight, a pawn or a bishop on the other colour, and no other', () => {
  expectYes('8/8/4k3/8/8/3B4/4K2n/8 w - - 0 1', 'white')
  expectYes('8/8/4k3/8/8/3B4/4K2p/8 w - - 0 1', 'white')
  expectYes('k7/8/K7/4bB2/8/8/8/8 b - - 0 70', 'white')
  expectNo('8/8/4k3/8/8/3B4/4K1b1/8 w - - 0 1', 'white', 'no-material')
  expectNo('8/8/4k3/8/8/3B4/4K2r/8 w - - 0 1', 'white', 'no-material')
  expectNo('8/8/4k3/8/8/3B4/4K2q/8 w - - 0 1', 'white', 'no-material')
  expectNo('2B5/8/3k4/8/8/7B/1K6/8 b - - 0 80', 'white', 'no-material')
})

test('a pawn may have to become a knight or a bishop that stands in its own king’s way', () => {
  expectYes('8/8/8/8/8/5N2/1p6/k1K5 b - - 0 1', 'white')
})

test('mate on the board is a win with nothing more to play, however little is left', () => {
  expect(ask('6Nk/8/6K1/8/8/8/8/8 w - - 0 1', 'white').answer).toBe('no')
  expect(ask('R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1', 'white')).toMatchObject({ answer: 'yes', line: [] })
})

test('stalemate is no mate for either side', () => {
  expectNo('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'white', 'forced')
  expectNo('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'black', 'forced')
})

test('a rook whose capture is forced mates no more', () => {
  expectNo('6Rk/8/7K/8/8/8/8/8 b - - 0 1', 'white', 'forced')
})

test('a king confined by walls and its own pieces is out of reach', () => {
  expectNo('8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 b - - 0 60', 'white', 'blocked')
  expectNo('8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 b - - 0 60', 'black', 'blocked')
})

test('a wall that kings can shuffle behind is enclosed, whatever the bishops do', () => {
  expectNo('8/2b5/kp1p1p2/1PpP1Pp1/K1P3P1/3B4/8/8 b - - 0 1', 'black', 'enclosed')
})

test('the en passant capture may be the only way through', () => {
  expectYes('8/8/8/1k1pP3/8/1K6/8/8 w - d6 0 1', 'white')
  expect(ask('4k3/8/2p1p1p1/p1PpPpP1/Pp1P1P2/1P6/8/4K3 w - f6 0 40', 'white').answer).toBe('yes')
  expect(ask('4k3/8/2p1p1p1/p1PpPpP1/Pp1P1P2/1P6/8/4K3 w - - 0 40', 'white').answer).toBe('no')
})

test('a pawn mate that the best-known analyser prunes is found', () => {
  expectYes(ANCHOR_WRONG.fen, ANCHOR_WRONG.side)
})

test('a board without exactly one king of each side has no answer', () => {
  for (const fen of [
    '8/8/8/8/8/8/8/K6R w - - 0 1',
    '8/8/8/8/8/8/k7/7r w - - 0 1',
    'k6k/8/8/8/8/8/8/K6R w - - 0 1',
  ]) {
    expect(ask(fen, 'white')).toEqual({ answer: 'undetermined', nodes: 0 })
    expect(ask(fen, 'black')).toEqual({ answer: 'undetermined', nodes: 0 })
  }
})

test('a pawn left unpromoted on the last rank has no moves and gives no check', () => {
  expectNo('P6k/8/8/8/8/8/8/K7 w - - 0 1', 'white', 'blocked')
  expect(ask('P6k/8/8/8/8/8/P7/K7 w - - 0 1', 'white').answer).toBe('yes')
})

test('with the loser’s king there to be taken, only what legal moves lead to counts', () => {
  // White is to move and attacks the black king: the rook mates by a discovered check no rule of legal play allows for.
  expectYes('7k/8/7K/8/8/8/8/R6R w - - 0 1', 'white')
  expectNo('8/8/8/8/8/1k6/1K6/8 w - - 0 1', 'white', 'no-material')
})

test('both kings in check have a definite answer', () => {
  expectYes('4k2R/8/8/8/8/8/8/4K2r w - - 0 1', 'white')
  expectYes('4k2R/8/8/8/8/8/8/4K2r w - - 0 1', 'black')
})

test('a question leaves the position as it was', () => {
  const p = position('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20')
  canMate(p, 'white', BUDGET)
  expect(writeFen(p)).toBe('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20')
})

test('without a budget only what needs no search is answered', () => {
  expect(canMate(position('8/8/4k3/8/8/8/4P3/4K3 w - - 0 1'), 'black', { nodes: 0 })).toMatchObject({
    answer: 'no',
  })
  expect(canMate(position('8/8/4k3/8/8/8/4P3/4K3 w - - 0 1'), 'white', { nodes: 0 })).toEqual({
    answer: 'undetermined',
    nodes: 0,
  })
})
