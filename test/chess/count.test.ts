import { expect, test } from 'vitest'
import { countMoves, legalMoves } from '../../domain/chess/index.ts'
import { trials } from '../kit/trials.ts'
import { dice, position } from './kit.ts'
import { randomFen } from './random-positions.ts'

test('as many moves are counted as are written down, in positions of every kind', () => {
  const random = dice(20261128)
  for (let trial = 0; trial < trials(3000); trial++) {
    const fen = randomFen(random, 1 + Math.floor(random() * 24))
    const p = position(fen)
    expect([fen, countMoves(p)]).toEqual([fen, legalMoves(p).length])
  }
})
