import { expect, test } from 'vitest'
import { legalMoves, parseUci, uciOf } from '../../domain/chess/index.ts'
import { trials } from '../kit/trials.ts'
import { dice, position } from './kit.ts'
import { randomFen, read } from './random-positions.ts'

function refusal(fen: string, uci: string): { code: string; message: string } {
  const move = parseUci(position(fen), uci)
  if (move.ok) throw new Error(`${uci} is legal in ${fen}`)
  return move.error
}

test('every legal move is read back from its own text', () => {
  const random = dice(33)
  for (let i = 0; i < trials(1_000); i++) {
    const p = read(randomFen(random, 30))
    for (const move of legalMoves(p)) expect(parseUci(p, uciOf(p, move))).toEqual({ ok: true, value: move })
  }
})

test('capitals and blanks around are no obstacle', () => {
  expect(parseUci(position('8/P6k/8/8/8/8/8/7K w - - 0 1'), ' A7A8Q ').ok).toBe(true)
})

test.each(['', 'e2', 'e2e9', 'e2-e4', 'e2e4k', 'O-O', '0000', 'e2e4 e7e5'])('%j is no UCI move', (text) => {
  const { code, message } = refusal('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', text)
  expect(code).toBe('uci')
  expect(message).toContain(JSON.stringify(text))
})

test.each([
  ['4k3/8/8/8/8/8/P7/R3K3 w - - 0 20', 'a1a2', 'same colour'],
  ['4k3/8/8/8/8/8/P7/R3K3 w - - 0 20', 'b1b2', 'no piece stands on b1'],
  ['4k3/8/8/8/8/8/P7/R3K3 b - - 0 20', 'a1b1', "the rook on a1 is White's, and Black is on move"],
  [
    'rnbqkb1r/pppppppp/8/8/8/4n3/PPPPPPPP/RNBQKBNR w KQkq - 0 3',
    'e2e4',
    'the pawn on e2 does not move to e4',
  ],
  ['4k3/8/8/8/8/8/P7/R3K3 w - - 0 20', 'a2b3', 'the pawn on a2 does not move to b3'],
  ['4k3/8/8/8/8/8/P7/RN2K3 w - - 0 20', 'b1b3', 'the knight on b1 does not move to b3'],
  ['4k3/8/8/8/8/8/P7/R1B1K3 w - - 0 20', 'a1d1', 'the rook on a1 does not move to d1'],
  ['4k3/8/8/8/8/8/P7/R1B1K3 w - - 0 20', 'c1c2', 'the bishop on c1 does not move to c2'],
  ['4k3/8/8/8/8/8/P7/R1Q1K3 w - - 0 20', 'c1d3', 'the queen on c1 does not move to d3'],
  ['4k3/8/8/8/8/8/P7/R3K3 w - - 0 20', 'e1e3', 'the king on e1 does not move to e3'],
  ['4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 30', 'e2d3', 'own king attacked'],
  ['3rk3/8/8/8/8/8/8/4K3 w - - 0 20', 'e1d1', 'own king attacked'],
  ['8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1', 'e4d3', 'does not move to d3'],
  ['4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 20', 'e1g1', 'castling is not possible'],
  ['4k3/8/8/8/8/8/8/4K2R w - - 0 20', 'e1h1', 'castling is not possible'],
  ['8/P6k/8/8/8/8/8/7K w - - 0 1', 'a7a8', 'must be promoted'],
  ['8/P6k/8/8/8/8/8/7K w - - 0 1', 'h1h2q', 'no promotion'],
  ['4k3/8/8/8/8/8/8/4R2K w - - 0 1', 'e1e8', 'never captured'],
])('in %s the move %s is illegal, and the message says why', (fen, uci, why) => {
  const { code, message } = refusal(fen, uci)
  expect(code).toBe('illegal')
  expect(message).toContain('illegal')
  expect(message).toContain(why)
})
