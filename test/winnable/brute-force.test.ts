import { expect, test } from 'vitest'
import { canMate } from '../../domain/winnable/index.ts'
import { trials } from '../kit/trials.ts'
import { blockedPositions } from './blocked-positions.ts'
import { closureOf } from './closure.ts'
import { compare } from './compare.ts'

test.each(['KkQ', 'KkR', 'KkB', 'KkN', 'KkP'])(
  'every position of %s is answered as backward analysis answers it',
  (men) => {
    const { wrong, open } = compare(men, 200, 100_000)
    expect({ wrong, open }).toEqual({ wrong: [], open: [] })
  },
  300_000,
)

/** The class has 30 million positions: one in eleven is asked, and each in the soak. */
const STRIDE = Math.ceil(11 / trials(1, 11))

test('positions of king and bishop against king and knight are answered as backward analysis answers them', () => {
  const { wrong, open } = compare('KkBn', Math.round(20_000 / STRIDE), 100_000, STRIDE)
  expect({ wrong, open }).toEqual({ wrong: [], open: [] })
}, 600_000)

test('random blocked positions are answered as their exhaustion answers them', () => {
  let left = trials(800, 100_000)
  for (const { fen, p } of blockedPositions(1)) {
    const truth = closureOf(p, 1000)
    if (truth === null) continue
    for (const side of ['white', 'black'] as const) {
      const { answer } = canMate(p, side, { nodes: 200_000 })
      expect(`${fen} ${side} ${answer}`).toBe(`${fen} ${side} ${truth[side] ? 'yes' : 'no'}`)
    }
    if (--left === 0) break
  }
}, 600_000)
