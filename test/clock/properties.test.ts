import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ClockState,
  clockFace,
  flagFalls,
  flagFell,
  grantTime,
  observeReading,
  openClock,
  pressClock,
  replaceClock,
  setClock,
  startClock,
  stopClocks,
} from '../../domain/clock/index.ts'
import { BONUS_MODES, SIDES, type Side, type TimeControl, TURNOVERS } from '../../events/vocabulary.ts'
import { trials } from '../kit/trials.ts'
import { opponent, TickingClock } from './ticking-clock.ts'

const period = (most: number) =>
  fc.record({ time: fc.nat(most), bonus: fc.nat(15), mode: fc.constantFrom(...BONUS_MODES) })

/** Up to three small periods; all but the last end after one to three moves. */
const control: fc.Arbitrary<TimeControl> = fc
  .record({
    periods: fc.array(period(60), { minLength: 1, maxLength: 3 }),
    moves: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 }),
    turnover: fc.constantFrom(...TURNOVERS),
  })
  .map(({ periods, moves, turnover }) => ({
    periods: periods.map((each, i) => (i < periods.length - 1 ? { ...each, moves: moves[i]! } : each)),
    turnover,
  }))

type Act =
  | { readonly kind: 'press-running' | 'stop' }
  | { readonly kind: 'press' | 'start'; readonly by: Side }

const side = fc.constantFrom(...SIDES)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'press-running' as const }) },
  { weight: 1, arbitrary: side.map((by) => ({ kind: 'press' as const, by })) },
  { weight: 1, arbitrary: side.map((by) => ({ kind: 'start' as const, by })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'stop' as const }) },
)
const acts = fc.array(fc.tuple(fc.nat(25), act), { maxLength: 40 })

const perform = (c: ClockState, what: Act, at: number): ClockState => {
  switch (what.kind) {
    case 'press-running':
      return pressClock(c, c.running ?? 'white', at)
    case 'press':
      return pressClock(c, what.by, at)
    case 'start':
      return startClock(c, what.by, at)
    case 'stop':
      return stopClocks(c, at)
  }
}

test('the clock shows at every millisecond what a ticking one shows, in every mode and turnover', () => {
  fc.assert(
    fc.property(control, acts, (tc, script) => {
      const ticking = new TickingClock(tc)
      let c = startClock(openClock(tc, 0), 'white', 0)
      ticking.running = 'white'
      ticking.fallIfDue()
      let now = 0
      const compare = () => {
        const shown = clockFace(c, now)
        for (const who of SIDES) {
          expect([now, who, shown[who], shown.period[who]]).toEqual([
            now,
            who,
            ticking.shows(who),
            ticking.index[who] + 1,
          ])
        }
        expect(shown.running).toBe(ticking.running)
        const stuck = SIDES.filter((who) => ticking.out[who])
        for (const who of stuck) expect([who, 'both']).toContain(shown.flag)
      }
      compare()
      for (const [gap, what] of script) {
        for (let i = 0; i < gap; i++) {
          now++
          ticking.tick()
          compare()
        }
        c = perform(c, what, now)
        if (what.kind === 'press-running') ticking.press(ticking.running ?? 'white')
        if (what.kind === 'press') ticking.press(what.by)
        if (what.kind === 'start') ticking.running = what.by
        if (what.kind === 'stop') ticking.running = null
        ticking.fallIfDue()
        compare()
      }
    }),
    { numRuns: trials(300) },
  )
})

const thinks = fc.array(fc.nat(30_000), { minLength: 1, maxLength: 60 })

for (const mode of BONUS_MODES) {
  test(`${mode}: what both clocks lost is the time that passed, less what the mode gives for each move`, () => {
    fc.assert(
      fc.property(thinks, fc.nat(20_000), (times, bonus) => {
        const plenty = 10_000_000
        let c = startClock(openClock({ periods: [{ time: plenty, bonus, mode }] }, 0), 'white', 0)
        let now = 0
        for (const think of times) {
          now += think
          c = pressClock(c, c.running!, now)
        }
        const total = clockFace(c, now).white + clockFace(c, now).black
        const given =
          mode === 'fischer'
            ? bonus * (times.length + 2)
            : times.reduce((sum, think) => sum + Math.min(think, bonus), 0)
        expect(total).toBe(2 * plenty - now + given)
      }),
      { numRuns: trials(300) },
    )
  })
}

test('delay and Bronstein show the same after every press and fall in the same millisecond', () => {
  const inMode = (tc: TimeControl, mode: 'delay' | 'bronstein'): TimeControl => ({
    ...tc,
    periods: tc.periods.map((each) => ({ ...each, mode })),
  })
  fc.assert(
    fc.property(control, fc.array(fc.nat(25), { maxLength: 40 }), (tc, gaps) => {
      let delay = startClock(openClock(inMode(tc, 'delay'), 0), 'white', 0)
      let bronstein = startClock(openClock(inMode(tc, 'bronstein'), 0), 'white', 0)
      let now = 0
      for (const gap of gaps) {
        now += gap
        delay = pressClock(delay, delay.running!, now)
        bronstein = pressClock(bronstein, bronstein.running!, now)
        expect(clockFace(bronstein, now)).toEqual(clockFace(delay, now))
        expect(bronstein.falls).toEqual(delay.falls)
      }
    }),
    { numRuns: trials(300) },
  )
})

test('looking at a clock, or pressing a lever that is down, changes nothing that comes after', () => {
  fc.assert(
    fc.property(control, acts, fc.array(fc.nat(1_000), { maxLength: 10 }), (tc, script, looks) => {
      const run = (disturbed: boolean): ClockState => {
        let c = startClock(openClock(tc, 0), 'white', 0)
        let now = 0
        const pauses = new Set(looks)
        for (const [gap, what] of script) {
          if (disturbed) {
            for (let t = now; t < now + gap; t++) {
              if (!pauses.has(t)) continue
              clockFace(c, t + 1_000_000)
              c = pressClock(c, opponent(c.running ?? 'white'), c.running === null ? c.at : t)
            }
          }
          now += gap
          c = perform(c, what, now)
        }
        return startClock(c, 'black', now + 7)
      }
      expect(run(true)).toEqual(run(false))
    }),
    { numRuns: trials(500) },
  )
})

const millis = fc.oneof(fc.nat(100), fc.nat(5_000_000))
const figures = fc.record(
  { white: millis, black: millis, period: fc.integer({ min: 1, max: 10 }), moveCounter: fc.nat(60) },
  { requiredKeys: [] },
)
const reading = fc.record(
  {
    white: fc.integer({ min: -5_000, max: 5_000_000 }),
    black: fc.integer({ min: -5_000, max: 5_000_000 }),
    running: fc.constantFrom(...SIDES, null),
    flag: fc.constantFrom(...SIDES, 'both' as const, null),
  },
  { requiredKeys: ['white', 'black'] },
)
const anything: fc.Arbitrary<(c: ClockState, at: number) => ClockState> = fc.oneof(
  side.map((by) => (c: ClockState, at: number) => pressClock(c, by, at)),
  side.map((by) => (c: ClockState, at: number) => startClock(c, by, at)),
  side.map((by) => (c: ClockState, at: number) => flagFell(c, by, at)),
  fc.constant((c: ClockState, at: number) => stopClocks(c, at)),
  figures.map((to) => (c: ClockState, at: number) => setClock(c, to, at)),
  reading.map((seen) => (c: ClockState, at: number) => observeReading(c, seen, at)),
  fc.tuple(millis, millis).map(
    ([white, black]) =>
      (c: ClockState, at: number) =>
        replaceClock(c, { white, black }, at),
  ),
  fc.tuple(fc.integer({ min: -90, max: 90 }), millis).map(
    ([white, black]) =>
      (c: ClockState, at: number) =>
        grantTime(c, { white, black }, at),
  ),
)

test('whatever happens to a clock, it never shows less than zero, never goes back, and is plain JSON', () => {
  const any = fc.option(control, { nil: null })
  fc.assert(
    fc.property(
      any,
      fc.array(fc.tuple(fc.integer({ min: -50, max: 200_000 }), anything), { maxLength: 40 }),
      (tc, all) => {
        let c = openClock(tc, 0)
        let now = 0
        for (const [gap, happens] of all) {
          now += gap
          const before = c
          const snapshot = JSON.stringify(c)
          c = happens(c, now)
          expect(JSON.stringify(before)).toBe(snapshot)
          expect(c.at).toBeGreaterThanOrEqual(before.at)
          const revived = JSON.parse(JSON.stringify(c)) as ClockState
          expect(revived).toEqual(c)
          const shown = clockFace(c, now + 1_000)
          expect(clockFace(revived, now + 1_000)).toEqual(shown)
          for (const who of SIDES) {
            expect(Number.isInteger(shown[who]) && shown[who] >= 0).toBe(true)
            expect(shown.period[who]).toBeGreaterThanOrEqual(1)
            expect(shown.period[who]).toBeLessThanOrEqual(tc?.periods.length ?? 1)
            const falls = flagFalls(c, who, now + 1_000)
            expect(falls.map((fall) => fall.period)).toEqual(
              [...new Set(falls.map((fall) => fall.period))].sort(),
            )
            if (shown.flag === null) expect(falls.at(-1)?.period).not.toBe(shown.period[who])
          }
        }
      },
    ),
    { numRuns: trials(1_000) },
  )
})
