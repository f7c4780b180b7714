/** Random valid events of every type, and records of them a few seconds apart. */
import fc from 'fast-check'
import * as E from '../../events/index.ts'
import { byOf, DATA_BY_TYPE } from './arbitrary-data.ts'

/** Where arbitrary games begin: 2024-03-09T14:00:00Z in milliseconds. */
const GAME_START = Date.UTC(2024, 2, 9, 14)

const eventId = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
  minLength: 26,
  maxLength: 26,
})
const instant = fc.integer({ min: 0, max: 3_600_000 }).map((ms) => new Date(GAME_START + ms).toISOString())

/** A valid report of one type. */
export const arbitraryOf = <T extends E.EventType>(type: T): fc.Arbitrary<E.ReportOf<T>> =>
  fc
    .record({
      id: eventId,
      type: fc.constant(type),
      at: instant,
      by: byOf(type),
      data: DATA_BY_TYPE[type] as fc.Arbitrary<object>,
    })
    .map((event) => event as unknown as E.ReportOf<T>)

/** How often a type comes, in proportion; a type that is not named: 1. Games are mostly made of moves and presses. */
const WEIGHTS: Partial<Record<E.EventType, number>> = {
  'move-made': 30,
  'clock-pressed': 25,
  'piece-touched': 6,
  'piece-lifted': 6,
  'piece-placed': 6,
  'claim-made': 4,
  'irregularity-noticed': 4,
  'position-restored': 4,
  'clocks-stopped': 3,
  'clocks-started': 3,
  'game-opened': 0,
}

/** A valid report of any type but the opening; moves and presses come most often. */
export const arbitraryReport = (): fc.Arbitrary<E.ReportedEvent> =>
  fc.oneof(
    ...E.EVENT_TYPES.filter((type) => WEIGHTS[type] !== 0).map((type) => ({
      weight: WEIGHTS[type] ?? 1,
      arbitrary: arbitraryOf(type) as fc.Arbitrary<E.ReportedEvent>,
    })),
  )

/** Makes reports a record: seqs from 1, each event `steps` ms after the one before, or reported with an earlier time where that is negative. */
const asRecord = (reports: readonly E.ReportedEvent[], steps: readonly number[]): E.StoredEvent[] => {
  let now = GAME_START
  return reports.map((report, i) => {
    now += Math.max(0, steps[i] ?? 1000)
    const at = new Date(now + Math.min(0, steps[i] ?? 0)).toISOString()
    const received = new Date(now + 200).toISOString()
    return {
      ...report,
      id: `e${i + 1}`,
      at,
      game: 'arbitrary',
      seq: i + 1,
      receivedAt: received,
      recordedAt: received,
      principal: 'board-1',
      v: E.currentVersion(report.type),
    } as E.StoredEvent
  })
}

/** A record that begins with `game-opened`: any events in any order, however absurd. */
export const arbitraryRecord = (maxLength = 60): fc.Arbitrary<E.StoredEvent[]> =>
  fc
    .tuple(
      arbitraryOf('game-opened'),
      fc.array(arbitraryReport(), { maxLength }),
      fc.array(fc.integer({ min: -2000, max: 10_000 }), {
        minLength: maxLength + 1,
        maxLength: maxLength + 1,
      }),
    )
    .map(([opened, reports, steps]) => asRecord([opened, ...reports], steps))
