import { expect, test } from 'vitest'
import {
  chess960Position,
  hasIdentity,
  IDENTITY_WIDTH,
  identityKey,
  initialPosition,
  legalMoves,
  play,
  writeIdentity,
} from '../../domain/chess/index.ts'
import { trials } from '../kit/trials.ts'
import { dice, position } from './kit.ts'

/** Whether the second position has the numbers of the first, written behind others. */
function areAlike(one: string, other: string): boolean {
  const numbers = new Int32Array(3 + IDENTITY_WIDTH)
  writeIdentity(position(one), numbers, 3)
  return hasIdentity(position(other), numbers, 3)
}

test('numbers tell positions apart as the Laws do: men, squares, turn, rights, captures in passing', () => {
  const here = 'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1'
  expect(areAlike(here, 'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 7 9')).toBe(true)
  expect(areAlike(here, 'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1')).toBe(false)
  expect(areAlike(here, 'r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq d6 0 1')).toBe(false)
  expect(areAlike(here, 'r3k2r/8/8/3nP3/8/8/8/R3K2R w KQkq - 0 1')).toBe(false)
  expect(areAlike('4k3/8/8/8/8/8/8/4K3 w - - 0 1', '4k3/8/8/8/8/8/8/4K3 b - - 0 1')).toBe(false)
  expect(areAlike('4k3/8/8/8/8/8/8/4K3 w - - 0 1', '4k3/8/8/8/8/8/8/4K2B w - - 0 1')).toBe(false)
  expect(areAlike('4k3/8/8/8/8/8/8/4K2b w - - 0 1', '4k3/8/8/8/8/8/8/4K2B w - - 0 1')).toBe(false)
})

test('within a game the numbers are equal if and only if the keys are', () => {
  const random = dice(811)
  let same = 0
  for (let game = 0; game < trials(20); game++) {
    const p = random() < 0.5 ? initialPosition() : chess960Position(Math.floor(random() * 960))
    const before: { key: string; numbers: Int32Array }[] = []
    for (let ply = 0; ply < 150; ply++) {
      const numbers = new Int32Array(IDENTITY_WIDTH)
      writeIdentity(p, numbers, 0)
      const key = identityKey(p)
      for (const earlier of before) {
        expect(hasIdentity(p, earlier.numbers, 0)).toBe(earlier.key === key)
        if (earlier.key === key) same++
      }
      before.push({ key, numbers })
      const moves = legalMoves(p)
      if (moves.length === 0) break
      // Pieces that go to and fro come back to where they were.
      play(p, moves[Math.floor(random() * Math.min(4, moves.length))]!)
    }
  }
  expect(same).toBeGreaterThan(0)
})
