import { expect, test } from 'vitest'
import {
  clockFace,
  openClock,
  pressClock,
  setClock,
  startClock,
  stopClocks,
} from '../../domain/clock/index.ts'
import { blitz, displays, MINUTE, pressAt, pressEach, started, T0 } from './kit.ts'

test('a clock that was never started shows the full time and stands still', () => {
  const c = openClock(blitz(3 * MINUTE), T0)
  expect(clockFace(c, T0 + 5_000)).toEqual({
    white: 180_000,
    black: 180_000,
    running: null,
    period: { white: 1, black: 1 },
    flag: null,
    basis: 'computed',
  })
})

test('only the running side loses time, and only while it runs', () => {
  const c = pressAt(started(blitz(3 * MINUTE)), 10_000)
  expect(displays(c, 10_000)).toEqual({ white: 170_000, black: 180_000, running: 'black' })
  expect(displays(c, 12_345)).toEqual({ white: 170_000, black: 177_655, running: 'black' })
})

test('the first increment is on both displays before move 1, the next ones come with the press', () => {
  const c = started(blitz(3 * MINUTE, 2_000, 'fischer'))
  expect(displays(c, 0)).toEqual({ white: 182_000, black: 182_000, running: 'white' })
  expect(displays(pressAt(c, 10_000), 10_000)).toEqual({ white: 174_000, black: 182_000, running: 'black' })
})

test('both sides get the first extra time', () => {
  const c = pressAt(started(blitz(5 * MINUTE, 5_000, 'fischer')), 3_000, 7_000)
  expect(displays(c, 7_000)).toEqual({ white: 307_000, black: 306_000, running: 'white' })
})

test('a bonus without a mode is an increment', () => {
  expect(pressAt(started(blitz(MINUTE, 1_000)), 300).remaining).toEqual({ white: 61_700, black: 61_000 })
})

test('an increment is right to the millisecond', () => {
  const c = pressAt(started(blitz(3 * MINUTE, 2_000, 'fischer')), 1_234, 6_912, 7_911)
  expect(displays(c, 7_911)).toEqual({ white: 183_767, black: 178_322, running: 'black' })
})

for (const mode of ['bronstein', 'delay'] as const) {
  test(`${mode}: unused extra time is lost, the excess is charged`, () => {
    const set = setClock(
      openClock(blitz(3 * MINUTE, 5_000, mode), T0),
      { white: 180_000, black: 180_000 },
      T0,
    )
    const c = pressAt(startClock(set, 'white', T0), 4_321)
    expect(displays(c, 4_321)).toEqual({ white: 180_000, black: 180_000, running: 'black' })
    expect(displays(pressAt(c, 13_322), 13_322)).toEqual({ white: 180_000, black: 175_999, running: 'white' })
  })

  test(`${mode}: the flag falls when main time and the move's extra time are both used`, () => {
    const c = started(blitz(2_000, 5_000, mode))
    expect(clockFace(c, T0 + 6_999).flag).toBeNull()
    expect(clockFace(c, T0 + 7_000)).toMatchObject({ white: 0, flag: 'white' })
  })

  test(`${mode}: a pause neither charges the move nor gives its extra time anew`, () => {
    const paused = stopClocks(started(blitz(MINUTE, 5_000, mode)), T0 + 3_000)
    const c = startClock(paused, 'white', T0 + 60_000)
    expect(displays(pressAt(c, 64_000), 64_000)).toEqual({ white: 58_000, black: 60_000, running: 'black' })
  })
}

test('with a delay the display stands for the extra time, in Bronstein mode it counts and gives back at the press', () => {
  const delay = started(blitz(MINUTE, 5_000, 'delay'))
  const bronstein = started(blitz(MINUTE, 5_000, 'bronstein'))
  expect([3_000, 5_000, 8_000].map((t) => displays(delay, t).white)).toEqual([60_000, 60_000, 57_000])
  expect([3_000, 5_000, 8_000].map((t) => displays(bronstein, t).white)).toEqual([57_000, 55_000, 52_000])
  expect(displays(pressAt(bronstein, 8_000), 8_000).white).toBe(57_000)
})

test('with no main time at all the delay alone is the time for the move', () => {
  const c = started(blitz(0, 5_000, 'delay'))
  expect(clockFace(c, T0 + 4_999)).toMatchObject({ white: 0, flag: null })
  expect(clockFace(c, T0 + 5_000)).toMatchObject({ white: 0, flag: 'white' })
  expect(clockFace(stopClocks(c, T0 + 5_700), T0 + 9_000).white).toBe(0)
})

test('a press by a side whose clock does not run changes nothing', () => {
  const c = pressAt(started(blitz(MINUTE, 2_000)), 1_000)
  const again = pressClock(c, 'white', T0 + 3_000)
  expect(clockFace(again, T0 + 3_000)).toEqual(clockFace(c, T0 + 3_000))
  expect(again.presses).toEqual({ white: 1, black: 0 })
})

test('a late press charges the whole time until it, also what passed after the opponent replied', () => {
  const c = pressAt(pressEach(started(blitz(90 * MINUTE, 30_000)), 1_000, 2), 10_000)
  expect(displays(c, 10_000)).toEqual({ white: 5_481_000, black: 5_459_000, running: 'black' })
})

test('a paused clock ignores the lever', () => {
  const c = stopClocks(started(blitz(MINUTE, 2_000)), T0 + 1_000)
  expect(pressClock(c, 'white', T0 + 2_000)).toEqual({ ...c, at: T0 + 2_000 })
})

test('no time passes while the clocks stand', () => {
  const c = stopClocks(pressAt(started(blitz(3 * MINUTE)), 3_000), T0 + 5_000)
  expect(displays(c, 5_000)).toEqual({ white: 177_000, black: 178_000, running: null })
  const on = pressAt(startClock(c, 'black', T0 + 605_000), 606_500)
  expect(displays(on, 606_500)).toEqual({ white: 177_000, black: 176_500, running: 'white' })
})

test('an instant before the last event counts as that event’s', () => {
  const c = pressAt(started(blitz(MINUTE)), 10_000)
  expect(clockFace(c, T0 + 4_000)).toEqual(clockFace(c, T0 + 10_000))
  expect(pressClock(c, 'black', T0 + 4_000).at).toBe(T0 + 10_000)
})

test('a forgotten press leaves that clock running and its counter one behind', () => {
  // White forgets to press after the third move, Black replies, White moves again and presses: seven moves, five presses.
  const c = pressAt(pressEach(started(blitz(90 * MINUTE, 30_000)), 10_000, 4), 60_000)
  expect(displays(c, 60_000)).toMatchObject({ black: 5_470_000, running: 'black' })
  expect(c.presses).toEqual({ white: 3, black: 2 })
})

test('a player who presses late loses the time', () => {
  const set = setClock(openClock(blitz(5 * MINUTE), T0), { white: 2_000, black: 40_000 }, T0)
  const c = pressAt(startClock(set, 'white', T0), 100, 200, 300, 2_000)
  expect(displays(c, 2_000)).toEqual({ white: 1_800, black: 38_200, running: 'white' })
  expect(clockFace(c, T0 + 3_800)).toMatchObject({ white: 0, flag: 'white' })
})
