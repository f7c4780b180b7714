import { expect, test } from 'vitest'
import { countMoves, initialPosition, legalMoves, type Position, play } from '../../domain/chess/index.ts'
import { legalMovesLowerBound } from '../../domain/winnable/legal-moves-bound.ts'
import { numbers } from '../kit/games.ts'
import { trials } from '../kit/trials.ts'
import { blockedPositions } from './blocked-positions.ts'
import { handed, position } from './rows.ts'

/** Legal moves beyond the bound. */
function spare(p: Position): number {
  const least = legalMovesLowerBound(p)
  const count = countMoves(p)
  expect(least).toBeLessThanOrEqual(count)
  return count - least
}

test('there are never fewer legal moves than the bound, in games played at random', () => {
  const below = numbers(12)
  let counted = 0
  for (let game = trials(60); game > 0; game--) {
    const p = initialPosition()
    for (let ply = 0; ply < 300; ply++) {
      const moves = legalMoves(p)
      if (moves.length === 0) break
      play(p, moves[below(moves.length)]!)
      spare(p)
      if (legalMovesLowerBound(p) > 8) counted++
    }
  }
  expect(counted).toBeGreaterThan(0)
})

test('there are never fewer legal moves than the bound, where pawns block each other or few pieces are left', () => {
  for (const { fen } of handed()) spare(position(fen))
  let left = trials(3000)
  for (const { p } of blockedPositions(6)) {
    spare(p)
    if (--left === 0) break
  }
})

test('a pinned rook, knight and pawn are not counted, nor anything in check', () => {
  expect(legalMovesLowerBound(position('4k3/8/8/7b/8/5N2/4R2q/r2BK3 w - - 0 1'))).toBeLessThanOrEqual(
    countMoves(position('4k3/8/8/7b/8/5N2/4R2q/r2BK3 w - - 0 1')),
  )
  expect(legalMovesLowerBound(position('k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1'))).toBe(0)
  expect(legalMovesLowerBound(position('k7/8/8/8/7b/8/5P2/4K3 w - - 0 1'))).toBe(0)
  expect(legalMovesLowerBound(position('k3r3/8/8/8/8/8/8/QRNBK3 w - - 0 1'))).toBe(0)
})

test('steps on the empty board, captures by pieces and pawns’ single steps are counted, capturing a king is not', () => {
  expect(legalMovesLowerBound(position('k7/8/8/8/8/8/4P3/6K1 w - - 0 1'))).toBe(1)
  expect(legalMovesLowerBound(position('8/8/8/8/3R4/8/6k1/K7 w - - 0 1'))).toBe(4)
  expect(legalMovesLowerBound(position('8/8/8/8/3Rp3/8/6k1/K7 w - - 0 1'))).toBe(4)
})
