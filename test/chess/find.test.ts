import { expect, test } from 'vitest'
import {
  findLegal,
  isCastling,
  kingTarget,
  legalMoves,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  type Position,
  parseFen,
} from '../../domain/chess/index.ts'
import { trials } from '../kit/trials.ts'
import { dice } from './kit.ts'
import { absurdFen, randomFen } from './random-positions.ts'

/** The move among all legal ones, no promotion and no castling being named. */
function among(legal: readonly Move[], from: number, to: number): Move | null {
  const plain = legal.filter((move) => moveFrom(move) === from && movePromotion(move) === null)
  const castling = plain.find((move) => isCastling(move) && kingTarget(move) === to && from !== to)
  return plain.find((move) => moveTo(move) === to) ?? castling ?? null
}

function expectSame(p: Position, fen: string): void {
  const legal = legalMoves(p)
  for (let from = 0; from < 64; from++) {
    for (let to = 0; to < 64; to++) {
      const expected = among(legal, from, to)
      const found = findLegal(p, from, to, null)
      if (found !== expected) expect({ fen, from, to, found }).toEqual({ fen, from, to, found: expected })
    }
  }
  expect(legalMoves(p)).toEqual(legal)
}

test('the move found from its squares is the one in the list of all, on any board', () => {
  const random = dice(311)
  let read = 0
  for (let i = 0; i < trials(60); i++) {
    const fen = i % 2 === 0 ? absurdFen(random) : randomFen(random, 1 + (i % 28))
    const parsed = parseFen(fen)
    if (!parsed.ok) continue
    read++
    expectSame(parsed.value, fen)
  }
  expect(read).toBeGreaterThan(0)
})
