/** Node counts published by many engines' authors (chessprogramming.org, "Perft Results"). */

import { expect, test } from 'vitest'
import { initialPosition, perft, writeFen } from '../../domain/chess/index.ts'
import { position } from './kit.ts'

const KNOWN: readonly (readonly [name: string, fen: string, counts: readonly number[]])[] = [
  [
    'the initial position',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    [20, 400, 8902, 197281, 4865609],
  ],
  [
    'Kiwipete: castling, pins and en passant captures at once',
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    [48, 2039, 97862, 4085603],
  ],
  [
    'position 3: a rook ending with en passant captures pinned on the rank',
    '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
    [14, 191, 2812, 43238, 674624],
  ],
  [
    'position 4: promotions under fire',
    'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
    [6, 264, 9467, 422333],
  ],
  [
    'position 4 mirrored',
    'r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1',
    [6, 264, 9467, 422333],
  ],
  [
    'position 5: a promotion that gives check by discovery',
    'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
    [44, 1486, 62379, 2103487],
  ],
  [
    'position 6: a quiet middlegame',
    'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
    [46, 2079, 89890, 3894594],
  ],
]

for (const [name, fen, counts] of KNOWN) {
  test(`${name} has the known number of move paths at every depth`, () => {
    expect(counts.map((_, i) => perft(position(fen), i + 1))).toEqual(counts)
  })
}

test('depth 0 is the position itself, and counting leaves it as it was', () => {
  const p = initialPosition()
  expect(perft(p, 0)).toBe(1)
  perft(p, 3)
  expect(writeFen(p)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
})
