import { expect, test } from 'vitest'
import { parseFen } from '../../domain/chess/index.ts'
import { canMate, isDead } from '../../domain/winnable/index.ts'

const BUDGET = { nodes: 20_000 }

function position(fen: string) {
  const read = parseFen(fen)
  if (!read.ok) throw new Error(read.error.message)
  return read.value
}

test('the last open file closes: neither king can pass the wall of pawns', () => {
  expect(isDead(position('8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 b - - 0 60'), BUDGET)).toBe('dead')
})

test('a capture that is the only legal move and leaves bare kings: the position is dead before it', () => {
  expect(isDead(position('8/5k1K/7r/8/8/8/8/8 w - - 3 70'), BUDGET)).toBe('dead')
})

test('a forced capture of the queen that ends in stalemate makes the position dead', () => {
  expect(isDead(position('2q5/8/8/6Q1/7K/7R/8/7k b - - 1 60'), BUDGET)).toBe('dead')
})

test('two bishops on one colour cannot mate a bare king', () => {
  expect(isDead(position('2B5/8/3k4/8/8/7B/1K6/8 b - - 0 80'), BUDGET)).toBe('dead')
})

test('a bishop can mate a king with a bishop on the other colour', () => {
  expect(canMate(position('k7/8/K7/4bB2/8/8/8/8 b - - 0 70'), 'white', BUDGET).answer).toBe('yes')
})

test('a board without a king has no answer', () => {
  expect(canMate(position('8/8/8/8/8/8/8/K6R w - - 0 1'), 'white', BUDGET)).toEqual({
    answer: 'undetermined',
    nodes: 0,
  })
})
