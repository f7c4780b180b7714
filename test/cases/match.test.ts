import { expect, test } from 'vitest'
import { entryDifference } from '../../domain/cases/match.ts'

const state = {
  status: 'running',
  mustPlay: ['b8a6', 'b8c6'],
  clocks: { white: 5_400_000, black: 5_375_250, running: 'black' },
  counters: { illegalMoves: { white: 1, black: 0 } },
  moves: [{ ply: 1, san: 'e4', clock: 5_400_000 }],
  verdicts: [
    {
      rule: 'touch-own',
      against: 'black',
      status: 'final',
      remedy: { restore: null, clock: null, result: null },
    },
    {
      rule: 'illegal-move-completed',
      against: 'white',
      status: 'awaits-arbiter',
      remedy: { restore: 54, clock: { black: 120_000 }, result: null },
    },
  ],
  result: null,
}

test('only what an entry names is looked at', () => {
  expect(entryDifference({ status: 'running', counters: { illegalMoves: { white: 1 } } }, state)).toBeNull()
  expect(entryDifference({ counters: { illegalMoves: { white: 2 } } }, state)).toBe(
    'counters.illegalMoves.white: expected 2, found 1',
  )
})

test('mustPlay is a set', () => {
  expect(entryDifference({ mustPlay: ['b8c6', 'b8a6'] }, state)).toBeNull()
  expect(entryDifference({ mustPlay: ['b8c6'] }, state)).toContain('mustPlay')
  expect(entryDifference({ mustPlay: null }, state)).toContain('mustPlay')
  expect(entryDifference({ mustPlay: null }, { ...state, mustPlay: null })).toBeNull()
})

test('each verdict listed is matched by some verdict of the state', () => {
  expect(entryDifference({ verdicts: [{ rule: 'touch-own', against: 'black' }] }, state)).toBeNull()
  expect(entryDifference({ verdicts: [{ rule: 'touch-own', against: 'white' }] }, state)).toContain(
    'no verdict matches',
  )
  expect(entryDifference({ verdicts: [{ remedy: { clock: { black: 120_000 } } }] }, state)).toBeNull()
})

test('a rule may be any of a list', () => {
  expect(entryDifference({ verdicts: [{ rule: ['king-capture', 'touch-own'] }] }, state)).toBeNull()
  expect(entryDifference({ verdicts: [{ rule: ['king-capture', 'two-hands'] }] }, state)).toContain(
    'no verdict matches',
  )
})

test('the rule of a result, too, may be any of a list', () => {
  const ended = { ...state, result: { white: '1', black: '0', rule: 'checkmate' } }
  expect(entryDifference({ result: { rule: ['checkmate', 'stalemate'] } }, ended)).toBeNull()
  expect(entryDifference({ result: { rule: ['resignation', 'stalemate'] } }, ended)).toContain('result.rule')
})

test('none of noVerdicts may have arisen', () => {
  expect(entryDifference({ noVerdicts: ['resignation'] }, state)).toBeNull()
  expect(entryDifference({ noVerdicts: ['resignation', 'touch-own'] }, state)).toContain('arose')
  expect(entryDifference({ noVerdicts: [['resignation', 'touch-own']] }, state)).toContain('arose')
})

test('an empty list of verdicts says that there is none', () => {
  expect(entryDifference({ verdicts: [] }, state)).toContain('none expected')
  expect(entryDifference({ verdicts: [] }, { ...state, verdicts: [] })).toBeNull()
})

test('clock figures match to the millisecond unless a tolerance stands beside them', () => {
  expect(entryDifference({ clocks: { black: 5_375_000 } }, state)).toContain('clocks.black')
  expect(entryDifference({ clocks: { black: 5_375_000 }, clockTolerance: 249 }, state)).toContain(
    'clocks.black',
  )
  expect(entryDifference({ clocks: { black: 5_375_000 }, clockTolerance: 250 }, state)).toBeNull()
  expect(entryDifference({ clocks: { black: 5_375_000, clockTolerance: 250 } }, state)).toBeNull()
})

test('a tolerance of the clocks is none of the counters', () => {
  expect(
    entryDifference({ counters: { illegalMoves: { black: 1 } }, clockTolerance: 1000 }, state),
  ).toContain('counters')
})

test('lists match item by item', () => {
  expect(entryDifference({ moves: [{ san: 'e4' }] }, state)).toBeNull()
  expect(entryDifference({ moves: [{ san: 'e4' }, { san: 'e5' }] }, state)).toContain('moves')
})

test('null says that there is none', () => {
  expect(entryDifference({ result: null, offer: null }, state)).toBeNull()
  expect(entryDifference({ result: { white: '1' } }, state)).toContain('result')
})
