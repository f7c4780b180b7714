import { expect, test } from 'vitest'
import {
  clockFace,
  grantTime,
  hasClock,
  observeReading,
  openClock,
  pressClock,
  replaceClock,
  setClock,
  startClock,
  stopClocks,
} from '../../domain/clock/index.ts'
import { blitz, CLASSICAL, displays, MINUTE, pressAt, pressEach, started, T0 } from './kit.ts'

test('the arbiter sets one side’s time and leaves the other’s', () => {
  // A wrong claim: three minutes and a half into the game Black gets two minutes more.
  const c = stopClocks(pressEach(started(CLASSICAL), 1_500, 4), T0 + 6_500)
  const set = startClock(setClock(c, { black: 5_607_000 }, T0 + 37_500), 'white', T0 + 38_500)
  expect(clockFace(set, T0 + 38_500)).toMatchObject({
    white: 5_486_500,
    black: 5_607_000,
    running: 'white',
    basis: 'arbiter',
  })
})

test('times set while a clock runs count from that instant', () => {
  const c = setClock(started(blitz(5 * MINUTE)), { white: 10_000, black: 20_000 }, T0 + 7_000)
  expect(displays(c, 9_000)).toEqual({ white: 8_000, black: 20_000, running: 'white' })
})

test('a clock set before the start, stopped for want of a queen, started again', () => {
  const set = setClock(openClock(CLASSICAL, T0), { white: MINUTE, black: MINUTE }, T0)
  const c = startClock(stopClocks(startClock(set, 'white', T0), T0 + 2_000), 'white', T0 + 62_000)
  expect(displays(pressAt(c, 63_500), 63_500)).toEqual({ white: 86_500, black: 60_000, running: 'black' })
})

test('clocks stopped by a player go on for the side that the arbiter names', () => {
  const c = stopClocks(pressAt(started(blitz(3 * MINUTE, 2_000)), 3_000), T0 + 3_500)
  const on = startClock(c, 'black', T0 + 24_500)
  expect(displays(on, 25_000)).toEqual({ white: 181_000, black: 181_000, running: 'black' })
})

test('setting a time raises the flag of that period', () => {
  const fallen = stopClocks(started(blitz(5_000)), T0 + 9_000)
  expect(clockFace(fallen, T0 + 9_000).flag).toBe('white')
  const set = setClock(fallen, { white: 60_000 }, T0 + 10_000)
  expect(clockFace(set, T0 + 10_000)).toMatchObject({ white: 60_000, flag: null })
  expect(set.falls.white).toEqual([])
})

test('a period is set for both sides or for each, and never beyond the last', () => {
  const control = { periods: [{ moves: 40, time: MINUTE }, { time: MINUTE }] }
  const c = openClock(control, T0)
  expect(setClock(c, { period: 2 }, T0).period).toEqual({ white: 2, black: 2 })
  expect(setClock(c, { period: { black: 2 } }, T0).period).toEqual({ white: 1, black: 2 })
  expect(setClock(c, { period: 9 }, T0).period).toEqual({ white: 2, black: 2 })
  expect(setClock(setClock(c, { period: 2 }, T0), { period: 1 }, T0)).toEqual(c)
})

test('putting a side back into the first period forgets that it ran out, keeping its time', () => {
  const c = stopClocks(started({ periods: [{ moves: 40, time: MINUTE }, { time: MINUTE }] }), T0 + 70_000)
  const back = setClock(c, { period: { white: 1 } }, T0 + 70_000)
  expect(back).toMatchObject({ period: { white: 1 }, falls: { white: [] }, remaining: { white: 50_000 } })
})

test('a corrected move counter makes the period end at the right press', () => {
  const control = { periods: [{ moves: 3, time: MINUTE }, { time: MINUTE }], turnover: 'moves' as const }
  const c = setClock(started(control), { moveCounter: { white: 2 } }, T0)
  expect(clockFace(pressAt(c, 1_000), T0 + 1_000)).toMatchObject({
    white: 119_000,
    period: { white: 2, black: 1 },
  })
  expect(setClock(c, { moveCounter: 7 }, T0).presses).toEqual({ white: 7, black: 7 })
})

test('a delay is whole again after the arbiter set the clock', () => {
  const c = setClock(started(blitz(MINUTE, 5_000, 'delay')), { white: 50_000 }, T0 + 8_000)
  expect([12_000, 13_000, 14_000].map((t) => displays(c, t).white)).toEqual([50_000, 50_000, 49_000])
})

test('a set Bronstein clock shows what it was set to', () => {
  const c = setClock(started(blitz(MINUTE, 5_000, 'bronstein')), { white: 50_000 }, T0 + 8_000)
  expect(displays(c, 8_000).white).toBe(50_000)
  expect(displays(pressAt(c, 11_000), 11_000).white).toBe(50_000)
})

test('five minutes for both after a power cut', () => {
  const c = stopClocks(pressEach(started(CLASSICAL), 10_000, 2), T0 + 21_000)
  const on = startClock(grantTime(c, { white: 300_000, black: 300_000 }, T0 + 21_000), 'white', T0 + 621_000)
  expect(displays(on, 621_000)).toEqual({ white: 5_749_000, black: 5_750_000, running: 'white' })
})

test('a grant to a side at zero lets it play on, a deduction from it does not', () => {
  const c = stopClocks(started(blitz(5_000)), T0 + 9_000)
  expect(clockFace(grantTime(c, { white: 60_000 }, T0 + 9_000), T0 + 9_000)).toMatchObject({
    white: 60_000,
    flag: null,
  })
  expect(clockFace(grantTime(c, { white: -1_000 }, T0 + 9_000), T0 + 9_000)).toMatchObject({
    white: 0,
    flag: 'white',
  })
})

test('a deduction never goes below zero', () => {
  expect(displays(grantTime(openClock(blitz(5_000), T0), { black: -9_000 }, T0), 0).black).toBe(0)
})

test('a replaced clock has the new times, the old counts and no readings', () => {
  const read = observeReading(
    pressEach(started(CLASSICAL), 1_000, 3),
    { white: 1_000, black: 2_000 },
    T0 + 3_000,
  )
  const c = replaceClock(stopClocks(read, T0 + 4_000), { white: 3_000_000, black: 2_000_000 }, T0 + 9_000)
  expect(displays(c, 9_000)).toEqual({ white: 3_000_000, black: 2_000_000, running: null })
  expect(c).toMatchObject({ presses: { white: 2, black: 1 }, lastReading: null, basis: 'arbiter' })
})

test('a replaced clock of a game that nobody stopped goes on running', () => {
  const c = replaceClock(started(CLASSICAL), { white: 60_000, black: 60_000 }, T0 + 1_000)
  expect(displays(c, 2_000)).toEqual({ white: 59_000, black: 60_000, running: 'white' })
})

test('both absent: White bears the time until White arrives', () => {
  const c = pressAt(started(CLASSICAL), 1_205_000)
  expect(displays(c, 1_205_000)).toEqual({ white: 4_255_000, black: 5_430_000, running: 'black' })
})

test('Black’s clock runs while Black is absent', () => {
  expect(displays(pressAt(started(CLASSICAL), 20_000), 1_799_000)).toMatchObject({
    black: 3_651_000,
    running: 'black',
  })
})

test('a game without a clock is left harmless by everything that happens to it', () => {
  let c = started(null)
  for (const act of [
    pressAt(c, 1_000),
    stopClocks(c, T0),
    grantTime(c, { black: 5 }, T0),
    setClock(c, { period: 2 }, T0),
  ]) {
    expect(hasClock(act)).toBe(false)
    expect(clockFace(act, T0 + 9_000_000)).toMatchObject({ white: 0, black: 0, flag: null })
  }
  c = pressClock(c, 'white', T0 + 1_000)
  expect(c.running).toBe('black')
})

test('a game whose time control nobody knows shows what the arbiter set, and no flag of its own', () => {
  const c = setClock(started(null), { white: 5_000, black: 7_000 }, T0)
  expect(hasClock(c)).toBe(true)
  expect(clockFace(c, T0 + 2_000)).toMatchObject({ white: 3_000, black: 7_000, basis: 'arbiter' })
  expect(clockFace(c, T0 + 60_000)).toMatchObject({ white: 0, black: 7_000, flag: null })
})
