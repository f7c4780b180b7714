import { expect, test } from 'vitest'
import {
  type ClockReading,
  type ClockState,
  clockFace,
  firstToFall,
  flagFalls,
  flagFell,
  hasClock,
  observeReading,
  openClock,
  setClock,
  startClock,
  stopClocks,
} from '../../domain/clock/index.ts'
import type { TimeControl } from '../../events/vocabulary.ts'
import { blitz, CLASSICAL, displays, MINUTE, pressAt, pressEach, started, T0 } from './kit.ts'

const TWO: TimeControl = {
  periods: [
    { moves: 40, time: 90 * MINUTE, bonus: 30_000, mode: 'fischer' },
    { time: 30 * MINUTE, bonus: 30_000, mode: 'fischer' },
  ],
  turnover: 'flag',
}

/** Of the last falls of both sides the first. */
const firstFallen = (c: ClockState, t: number) => {
  const [white] = flagFalls(c, 'white', T0 + t).slice(-1)
  const [black] = flagFalls(c, 'black', T0 + t).slice(-1)
  return white === undefined || black === undefined ? undefined : firstToFall(c, { white, black })
}

const read = (c: ClockState, t: number, reading: ClockReading) => observeReading(c, reading, T0 + t)

test('a reading that contradicts the presses counts from then on', () => {
  const c = read(pressEach(started(blitz(3 * MINUTE)), 2_000, 2), 4_000, {
    white: 177_600,
    black: 178_100,
    running: 'white',
  })
  expect(c).toMatchObject({
    basis: 'device',
    lastReading: { at: T0 + 4_000, white: 177_600, agreed: false },
  })
  expect(displays(pressAt(c, 5_600), 5_600)).toEqual({ white: 176_000, black: 178_100, running: 'black' })
})

test('a clock set without its increment is found out by its reading', () => {
  const c = stopClocks(pressEach(started(blitz(15 * MINUTE, 10_000)), 2_000, 24), T0 + 48_500)
  expect(displays(read(c, 48_500, { white: 876_000, black: 876_000 }), 48_500)).toEqual({
    white: 876_000,
    black: 876_000,
    running: null,
  })
})

test('a reading in whole seconds agrees with the finer figures it was rounded from, and leaves them', () => {
  const c = pressAt(started(blitz(3 * MINUTE)), 2_400)
  // White stands at 177.600, Black runs and is at 178.300 now, and was at 179.300 a second ago.
  for (const white of [177_000, 178_000]) {
    for (const black of [178_000, 179_000, 180_000]) {
      const seen = read(c, 4_100, { white, black })
      expect(seen).toMatchObject({ basis: 'computed', lastReading: { agreed: true } })
      expect(clockFace(seen, T0 + 4_100)).toEqual(clockFace(c, T0 + 4_100))
    }
  }
})

test('a reading in whole seconds that no rounding explains is taken', () => {
  const c = pressAt(started(blitz(3 * MINUTE)), 2_400)
  for (const [white, black] of [
    [176_000, 178_000],
    [179_000, 178_000],
    [177_000, 177_000],
    [177_000, 181_000],
  ]) {
    const seen = read(c, 4_100, { white: white!, black: black! })
    expect(seen.basis).toBe('device')
    expect(displays(seen, 4_100)).toMatchObject({ white, black })
  }
})

test('a whole second is no rounding', () => {
  const c = stopClocks(started(blitz(MINUTE)), T0 + 2_000)
  expect(read(c, 2_000, { white: 57_000, black: 60_000 }).basis).toBe('device')
  expect(read(c, 2_000, { white: 59_000, black: 60_000 }).basis).toBe('device')
})

test('a reading in tenths agrees with the figures it was rounded from', () => {
  const c = stopClocks(started(blitz(MINUTE)), T0 + 1_234)
  expect(read(c, 2_000, { white: 58_700, black: 60_000 }).basis).toBe('computed')
  expect(read(c, 2_000, { white: 58_600, black: 60_000 }).basis).toBe('device')
})

test('a reading to the millisecond agrees only to the millisecond', () => {
  const c = stopClocks(started(blitz(MINUTE)), T0 + 1_234)
  expect(read(c, 2_000, { white: 58_766, black: 60_000 }).basis).toBe('computed')
  expect(read(c, 2_000, { white: 58_767, black: 60_000 }).basis).toBe('device')
})

test('what the device says of whose clock runs counts too, without a bonus or a press', () => {
  const c = read(started(CLASSICAL), 5_000, { white: 5_425_000, black: 5_430_000, running: 'black' })
  expect(c).toMatchObject({ running: 'black', presses: { white: 0, black: 0 }, basis: 'device' })
  expect(displays(c, 6_000)).toEqual({ white: 5_425_000, black: 5_429_000, running: 'black' })
  expect(read(c, 6_000, { white: 5_425_000, black: 5_429_000, running: null }).running).toBeNull()
})

test('a reading of a game with an unknown time control is all there is, and is shown', () => {
  const c = read(started(null), 1_000, { white: 300_000, black: 200_000 })
  expect(hasClock(c)).toBe(true)
  expect(clockFace(c, T0 + 3_000)).toMatchObject({ white: 298_000, black: 200_000, basis: 'device' })
  expect(clockFace(read(c, 2_000, { white: 0, black: 0 }), T0 + 2_000)).toMatchObject({
    white: 0,
    flag: null,
  })
  expect(clockFace(flagFell(c, 'white', T0 + 3_000), T0 + 3_000)).toMatchObject({
    white: 298_000,
    flag: null,
  })
})

test('a Bronstein clock that was read in the middle of a move gives back at the press', () => {
  const c = read(started(blitz(MINUTE, 5_000, 'bronstein')), 3_000, { white: 50_000, black: 60_000 })
  expect(displays(c, 3_000).white).toBe(50_000)
  expect(displays(pressAt(c, 4_000), 4_000).white).toBe(53_000)
})

test('a flag reported where the presses say so is confirmed', () => {
  const set = setClock(openClock(blitz(5 * MINUTE), T0), { white: 1_800 }, T0)
  const c = flagFell(startClock(set, 'white', T0), 'white', T0 + 1_800)
  expect(c.falls.white).toEqual([{ period: 1, at: T0 + 1_800, source: 'device' }])
  expect(clockFace(c, T0 + 2_300)).toMatchObject({ white: 0, flag: 'white', basis: 'arbiter' })
})

test('a flag that fell where the presses leave time has fallen', () => {
  const c = flagFell(started(blitz(MINUTE)), 'white', T0 + 55_000)
  expect(clockFace(c, T0 + 55_000)).toMatchObject({ white: 0, flag: 'white', basis: 'device' })
  expect(flagFalls(c, 'white', T0 + 90_000)).toEqual([{ period: 1, at: T0 + 55_000, source: 'device' }])
})

test('a flag reported later than computed, in the same move, fell when the device says', () => {
  const c = flagFell(started(blitz(MINUTE)), 'white', T0 + 63_000)
  expect(c.falls.white).toEqual([{ period: 1, at: T0 + 63_000, source: 'device' }])
  const next = flagFell(
    started({ periods: [{ moves: 9, time: MINUTE }, { time: MINUTE }] }),
    'white',
    T0 + 63_000,
  )
  expect(displays(next, 64_000).white).toBe(59_000)
})

test('a flag reported twice fell once', () => {
  const once = flagFell(started(TWO), 'white', T0 + 5_429_000)
  expect(flagFell(once, 'white', T0 + 5_429_500)).toMatchObject({ period: { white: 2 }, falls: once.falls })
  const last = flagFell(started(blitz(MINUTE)), 'white', T0 + 50_000)
  expect(flagFell(last, 'white', T0 + 59_000).falls).toEqual(last.falls)
})

test('a flag reported late, after the player had pressed, fell when the presses say', () => {
  const c = flagFell(pressAt(started(blitz(MINUTE)), 61_000), 'white', T0 + 65_000)
  expect(c.falls.white).toEqual([{ period: 1, at: T0 + 60_000, source: 'device' }])
})

test('the flag of a first period adds the second: counter 39, scoresheets 40', () => {
  // The arbiter set 1 and 10 minutes; 44 presses a second apart, White’s 23rd move is not pressed, and so on.
  let c = startClock(setClock(openClock(TWO, T0), { white: 60_000, black: 600_000 }, T0), 'white', T0)
  c = pressAt(pressEach(c, 1_000, 44), 47_000)
  c = pressEach(c, 1_000, 33)
  expect(c.running).toBe('white')
  expect(displays(c, 80_000).white).toBe(60_000 + 39 * 29_000 - 2_000)
  c = flagFell(c, 'white', T0 + 1_269_000)
  expect(clockFace(c, T0 + 1_271_000)).toMatchObject({
    white: 1_798_000,
    running: 'white',
    period: { white: 2, black: 1 },
  })
  expect(c.presses).toEqual({ white: 39, black: 39 })
})

test('a second flag is not taken for an old one of the first period', () => {
  const control: TimeControl = { periods: [{ moves: 9, time: MINUTE }, { time: 10 * MINUTE }] }
  const c = flagFell(started(control), 'white', T0 + 10 * MINUTE + 58_000)
  expect(clockFace(c, T0 + 11 * MINUTE)).toMatchObject({ white: 0, flag: 'white' })
  expect(c.falls.white.map(({ period, source }) => [period, source])).toEqual([
    [1, 'computed'],
    [2, 'device'],
  ])
})

test('a device that still shows time raises a flag that is only computed to be down', () => {
  const c = read(started(blitz(MINUTE)), 60_300, { white: 1_200, black: 60_000 })
  expect(clockFace(c, T0 + 60_300)).toMatchObject({ white: 1_200, flag: null, basis: 'device' })
  expect(clockFace(c, T0 + 61_500)).toMatchObject({ white: 0, flag: 'white' })
})

test('even a whole second left, which rounding would explain, raises such a flag', () => {
  const c = read(started(blitz(MINUTE)), 60_300, { white: 1_000, black: 60_000 })
  expect(clockFace(c, T0 + 60_300)).toMatchObject({ white: 1_000, flag: null })
})

test('a mark beside a zero is a fallen flag, though rounding would explain the zero', () => {
  const c = started(blitz(MINUTE))
  expect(clockFace(read(c, 59_400, { white: 0, black: 60_000 }), T0 + 59_400)).toMatchObject({
    white: 600,
    flag: null,
  })
  const marked = read(c, 59_400, { white: 0, black: 60_000, flag: 'white' })
  expect(clockFace(marked, T0 + 59_400)).toMatchObject({ white: 0, flag: 'white' })
})

test('a zero in a first period turns to the second when that side runs', () => {
  const c = read(started(TWO), 5_000, { white: 5_425_000, black: 0 })
  expect(clockFace(c, T0 + 5_000)).toMatchObject({ black: 0, period: { black: 1 }, flag: null })
  expect(clockFace(pressAt(c, 6_000), T0 + 6_000)).toMatchObject({
    black: 1_800_000,
    period: { black: 2 },
    flag: 'black',
  })
})

test('a small difference is no change of period, however short the next one is', () => {
  const control: TimeControl = { periods: [{ moves: 9, time: MINUTE }, { time: 3_000 }] }
  expect(read(started(control), 20_000, { white: 42_500, black: 60_000 })).toMatchObject({
    period: { white: 1 },
    remaining: { white: 42_500 },
  })
})

test('a move that the device shows to have begun has its whole delay', () => {
  let c = started(blitz(MINUTE, 5_000, 'delay'))
  c = read(c, 4_000, { white: 60_000, black: 60_000, running: 'black' })
  c = read(c, 6_000, { white: 60_000, black: 60_000, running: 'white' })
  expect(displays(c, 11_000).white).toBe(60_000)
  expect(displays(c, 12_000).white).toBe(59_000)
})

test('a device that has not yet turned to the second period holds the side in the first', () => {
  const c = read(started(TWO), 5_430_400, { white: 2_000, black: 5_430_000 })
  expect(clockFace(c, T0 + 5_430_400)).toMatchObject({ white: 2_000, period: { white: 1 }, flag: null })
  expect(clockFace(c, T0 + 5_433_400)).toMatchObject({
    white: 1_799_000,
    period: { white: 2 },
    flag: 'white',
  })
})

test('a device that turned early, and added the period to both displays, takes both sides with it', () => {
  const c = read(started(TWO), 5_427_500, { white: 1_799_500, black: 7_230_000 })
  expect(clockFace(c, T0 + 5_427_500)).toEqual({
    white: 1_799_500,
    black: 7_230_000,
    running: 'white',
    period: { white: 2, black: 2 },
    flag: 'white',
    basis: 'device',
  })
  expect(c.falls.black).toEqual([])
})

test('a display of zero is a fallen flag, unless the device says that none is down', () => {
  const c = pressAt(started(blitz(MINUTE)), 20_000)
  expect(clockFace(read(c, 21_000, { white: 0, black: 50_000 }), T0 + 21_000)).toMatchObject({
    white: 0,
    flag: 'white',
  })
  expect(clockFace(read(c, 21_000, { white: 0, black: 50_000, flag: null }), T0 + 21_000)).toMatchObject({
    white: 0,
    flag: null,
  })
})

test('a device that counts below zero shows when the flag fell', () => {
  const c = read(started(blitz(MINUTE)), 50_000, { white: -3_000, black: 60_000 })
  expect(clockFace(c, T0 + 50_000)).toMatchObject({ white: 0, flag: 'white' })
  expect(c.falls.white).toEqual([{ period: 1, at: T0 + 47_000, source: 'reading' }])
  const unmarked = read(started(blitz(MINUTE)), 50_000, { white: -3_000, black: 60_000, flag: null })
  expect(unmarked.falls).toEqual(c.falls)
})

test('both at zero, no press recorded: nobody knows which fell first', () => {
  const c = read(started(blitz(2 * 60 * MINUTE)), 14_500_000, { white: 0, black: 0 })
  expect(clockFace(c, T0 + 14_500_000)).toMatchObject({ white: 0, black: 0, flag: 'both', basis: 'device' })
  expect(firstFallen(c, 14_500_000)).toBeNull()
  expect(c.falls).toEqual({
    white: [{ period: 1, at: T0 + 7_200_000, source: 'computed' }],
    black: [{ period: 1, at: T0 + 14_500_000, source: 'reading' }],
  })
})

test('both at zero, with the device’s mark on White’s side: White fell first', () => {
  const c = read(started(blitz(2 * 60 * MINUTE)), 14_500_000, { white: 0, black: 0, flag: 'white' })
  expect(flagFalls(c, 'white', T0 + 14_500_000)).toHaveLength(1)
  expect(flagFalls(c, 'black', T0 + 14_500_000)).toEqual([])
})

test('both at zero after two reported falls: the earlier was first, and a reading of zeros agrees', () => {
  let c = startClock(
    setClock(openClock(blitz(15 * MINUTE), T0), { white: 3_000, black: 3_000 }, T0),
    'white',
    T0,
  )
  c = pressAt(flagFell(c, 'white', T0 + 3_000), 3_500)
  expect(flagFalls(c, 'black', T0 + 4_000)).toEqual([])
  c = flagFell(c, 'black', T0 + 6_500)
  c = read(stopClocks(c, T0 + 7_000), 7_000, { white: 0, black: 0 })
  expect(c.lastReading?.agreed).toBe(true)
  expect(clockFace(c, T0 + 7_000).flag).toBe('both')
  expect(firstFallen(c, 7_000)).toBe('white')
})

test('a reading that the control cannot give, or far below zero, is stored, marked and not believed', () => {
  const c = openClock({ periods: [{ time: 5_400_000, bonus: 30_000 }] }, T0)
  for (const white of [360_000_000, -360_000_000]) {
    const seen = observeReading(c, { white, black: 5_430_000, running: 'white' }, T0 + 1_000)
    expect(seen).toMatchObject({
      running: null,
      basis: 'computed',
      remaining: { white: 5_430_000, black: 5_430_000 },
    })
    expect(seen.lastReading).toMatchObject({ white, agreed: false, absurd: true })
  }
  // Below zero with an hour and a half left, unless the device itself marks the flag.
  const below = observeReading(c, { white: -5_000, black: 5_430_000, running: 'white' }, T0 + 1_000)
  expect(below).toMatchObject({ remaining: { white: 5_430_000 }, falls: { white: [] } })
  expect(below.lastReading).toMatchObject({ white: -5_000, absurd: true })
  const marked = { white: -5_000, black: 5_430_000, flag: 'white' } as const
  expect(clockFace(observeReading(c, marked, T0 + 1_000), T0 + 1_000)).toMatchObject({
    white: 0,
    flag: 'white',
  })
  const generous = observeReading(c, { white: 9_000_000, black: 5_430_000 }, T0 + 1_000)
  expect(generous.remaining.white).toBe(9_000_000)
  expect(generous.lastReading).not.toHaveProperty('absurd')
})
