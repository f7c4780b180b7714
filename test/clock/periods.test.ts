import { expect, test } from 'vitest'
import {
  clockFace,
  flagFalls,
  openClock,
  pressClock,
  setClock,
  startClock,
  stopClocks,
} from '../../domain/clock/index.ts'
import type { TimeControl } from '../../events/vocabulary.ts'
import { blitz, displays, MINUTE, pressAt, pressEach, started, T0 } from './kit.ts'

const small = (turnover: 'flag' | 'moves'): TimeControl => ({
  periods: [{ moves: 3, time: 60_000 }, { time: 30_000 }],
  turnover,
})

test('with turnover by moves the press that fills the count adds the next period', () => {
  const c = pressEach(started(small('moves')), 7_000, 4)
  expect(clockFace(c, T0 + 28_000)).toMatchObject({
    white: 46_000,
    black: 46_000,
    period: { white: 1, black: 1 },
  })
  expect(clockFace(pressAt(c, 34_500), T0 + 34_500)).toMatchObject({
    white: 69_500,
    black: 46_000,
    running: 'black',
    period: { white: 2, black: 1 },
  })
})

test('with turnover by the flag the next period is added when the time runs out, and saved time is carried over', () => {
  const c = pressEach(started(small('flag')), 15_000, 6)
  expect(displays(c, 90_000)).toMatchObject({ white: 15_000, black: 15_000 })
  expect(clockFace(pressAt(c, 110_000), T0 + 110_000)).toMatchObject({
    white: 25_000,
    black: 15_000,
    running: 'black',
    period: { white: 2, black: 1 },
  })
})

test('turnover by the flag is the default', () => {
  const { turnover: _, ...plain } = small('flag')
  expect(clockFace(started(plain), T0 + 60_000)).toMatchObject({ white: 30_000, period: { white: 2 } })
})

test('the clock remembers when a period ran out, however long ago', () => {
  const c = pressAt(pressEach(started(small('flag')), 20_000, 4), 105_000)
  expect(flagFalls(c, 'white', T0 + 99_999)).toEqual([{ period: 1, at: T0 + 100_000, source: 'computed' }])
  expect(flagFalls(c, 'black', T0 + 105_000)).toEqual([])
  const late = flagFalls(c, 'black', T0 + 9_000_000)
  expect(late.map(({ period, at }) => [period, at - T0])).toEqual([
    [1, 125_000],
    [2, 155_000],
  ])
})

test('the flag of an earlier period shows for five minutes, that of the last for good', () => {
  const c = started({ periods: [{ moves: 40, time: MINUTE }, { time: 60 * MINUTE }] })
  expect(clockFace(c, T0 + MINUTE - 1).flag).toBeNull()
  expect(clockFace(c, T0 + MINUTE).flag).toBe('white')
  expect(clockFace(c, T0 + 6 * MINUTE - 1).flag).toBe('white')
  expect(clockFace(c, T0 + 6 * MINUTE).flag).toBeNull()
  expect(clockFace(c, T0 + 61 * MINUTE)).toMatchObject({ white: 0, flag: 'white' })
  expect(clockFace(c, T0 + 99 * MINUTE)).toMatchObject({ white: 0, flag: 'white' })
})

test('with turnover by moves a time that runs out stays at zero, in whatever period', () => {
  const c = pressAt(started(small('moves')), 61_000)
  expect(clockFace(c, T0 + 62_000)).toMatchObject({
    white: 0,
    flag: 'white',
    period: { white: 1 },
    running: 'black',
  })
  expect(c.falls.white).toEqual([{ period: 1, at: T0 + 60_000, source: 'computed' }])
})

test('a clock blocked at zero gets no increment, but its press still starts the other', () => {
  const c = pressAt(started(blitz(10_000, 2_000)), 13_000, 14_000, 15_000)
  expect(clockFace(c, T0 + 16_000)).toMatchObject({
    white: 0,
    black: 12_000,
    flag: 'white',
    running: 'black',
  })
})

test('each period has its own bonus, the new one from the press that ends the move in which the time ran out', () => {
  const control: TimeControl = {
    periods: [
      { moves: 40, time: 10_000 },
      { time: 60_000, bonus: 30_000 },
    ],
  }
  const c = started(control)
  expect(displays(c, 10_000).white).toBe(60_000)
  expect(displays(pressAt(c, 12_000), 12_000).white).toBe(88_000)
})

test('with turnover by moves the first move of the new period already has its bonus', () => {
  const control: TimeControl = {
    periods: [
      { moves: 1, time: 10_000 },
      { moves: 1, time: 60_000, bonus: 30_000 },
      { time: 5_000, bonus: 1_000 },
    ],
    turnover: 'moves',
  }
  const c = pressAt(started(control), 4_000)
  expect(displays(c, 4_000).white).toBe(96_000)
  expect(clockFace(pressAt(c, 5_000, 6_000), T0 + 6_000)).toMatchObject({
    white: 95_000 + 5_000 + 1_000,
    period: { white: 3, black: 2 },
  })
})

test('bonus modes may change with the period, in the middle of a move', () => {
  const control: TimeControl = {
    periods: [
      { moves: 9, time: 10_000 },
      { time: 20_000, bonus: 15_000, mode: 'delay' },
    ],
  }
  // Ten seconds of the delay are gone with the ten seconds that the move has already taken.
  expect([10_000, 15_000, 16_000].map((t) => displays(started(control), t).white)).toEqual([
    20_000, 20_000, 19_000,
  ])
})

test('periods without time are passed through at once', () => {
  const control: TimeControl = {
    periods: [{ moves: 1, time: 1_000 }, { moves: 1, time: 0 }, { moves: 1, time: 0 }, { time: 5_000 }],
  }
  expect(clockFace(started(control), T0 + 1_000)).toMatchObject({
    white: 5_000,
    period: { white: 4, black: 1 },
  })
})

test('a clock set to zero drops its flag when it is started, not before', () => {
  const c = setClock(openClock(blitz(MINUTE), T0), { white: 0 }, T0)
  expect(clockFace(c, T0 + 1_000).flag).toBeNull()
  expect(clockFace(startClock(c, 'white', T0 + 1_000), T0 + 1_000)).toMatchObject({ white: 0, flag: 'white' })
})

test('one that falls exactly at the press has fallen', () => {
  const c = pressClock(started(blitz(10_000, 5_000)), 'white', T0 + 15_000)
  expect(clockFace(stopClocks(c, T0 + 15_000), T0 + 15_000)).toMatchObject({ white: 0, flag: 'white' })
})
