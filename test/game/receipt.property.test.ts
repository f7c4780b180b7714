import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockFace } from '../../domain/clock/index.ts'
import { fold, type GameState } from '../../domain/game/index.ts'
import { ACTORS_OF, currentVersion, EVENT_TYPES, type StoredEvent } from '../../events/index.ts'
import { trials } from '../kit/trials.ts'

const START = Date.UTC(2026, 2, 14, 14)
const DAY = 86_400_000
const TEN_MINUTES = 600_000
const runs = { numRuns: trials(200, 5_000) }

type Reported = Pick<StoredEvent, 'type' | 'by' | 'data'>
/** What is reported, when it is said to have happened and when it was stored, in ms after the start of the game. */
type Line = readonly [reported: object, at: number, recordedAt: number]

const instant = (ms: number): string => new Date(START + ms).toISOString()

const record = (lines: readonly Line[]): StoredEvent[] =>
  lines.map(([reported, at, recordedAt], i) => {
    const { type, by, data = {} } = reported as Reported
    return {
      id: `e${i}`,
      type,
      by,
      data,
      at: instant(at),
      game: 'g',
      seq: i + 1,
      receivedAt: instant(recordedAt),
      recordedAt: instant(recordedAt),
      principal: 'somebody',
      v: currentVersion(type),
    } as StoredEvent
  })

const timeControl = { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] }
const opened = {
  type: 'game-opened',
  by: 'arbiter',
  data: { white: { name: 'A' }, black: { name: 'B' }, edition: '2023-01-01', play: 'standard', timeControl },
}
const MOVES = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'f8c5', 'b1c3', 'g8f6', 'd2d3', 'd7d6', 'a2a3', 'a7a6']

/** A game whose reporters tell the truth, at once; the seq of a press is 4, 6, 8 … */
const trueGame = (thoughts: readonly number[]): Line[] => {
  const lines: Line[] = [
    [opened, 0, 0],
    [{ type: 'session-started', by: 'arbiter' }, 0, 0],
  ]
  let now = 0
  thoughts.forEach((thought, ply) => {
    now += thought
    const side = ply % 2 === 0 ? 'white' : 'black'
    const [from, to] = [MOVES[ply]!.slice(0, 2), MOVES[ply]!.slice(2)]
    lines.push([{ type: 'move-made', by: side, data: { from, to } }, now, now])
    lines.push([{ type: 'clock-pressed', by: side }, now, now])
  })
  return lines
}

/** When one more report is received: after the line `after` of a true game, and before the next. */
function receivedBetween(moved: readonly number[], pick: number, part: number) {
  const lines = trueGame(moved)
  const after = 2 + (pick % (lines.length - 2))
  const [, , before] = lines[after]!
  const next = lines[after + 1]?.[2] ?? before + TEN_MINUTES
  return { lines, after, before, received: before + Math.floor(((next - before) * part) / 100) }
}

const thoughts = fc.array(fc.integer({ min: 1_000, max: 240_000 }), { minLength: 2, maxLength: MOVES.length })
/** How far off the `at` of a report is from its receipt, ms: from a day before it to a day after it. */
const lie = fc.integer({ min: -DAY, max: DAY })

/** Reports that touch no clock: whatever instant they name, no clock may show another time for them. */
const HARMLESS: readonly object[] = [
  { type: 'claim-made', by: 'white', data: { about: 'touch-move' } },
  { type: 'claim-made', by: 'black', data: { about: 'flag-fall' } },
  { type: 'draw-offered', by: 'black' },
  { type: 'move-recorded', by: 'white', data: { ply: 1, text: 'e4' } },
  { type: 'piece-touched', by: 'white', data: { squares: ['h1'] } },
  { type: 'incident-recorded', by: 'operator', data: { kind: 'other' } },
  { type: 'irregularity-noticed', by: 'arbiter', data: { kind: 'other' } },
]

const faces = (state: GameState, instants: readonly number[]) =>
  instants.map((ms) => clockFace(state.clock, START + ms))

test('a report that touches no clock moves none, whatever instant it names', () => {
  fc.assert(
    fc.property(
      thoughts,
      fc.nat(),
      fc.constantFrom(...HARMLESS),
      fc.nat(100),
      lie,
      (moved, pick, reported, part, off) => {
        const { lines, after, received } = receivedBetween(moved, pick, part)
        const told1: Line = [reported, received + off, received]
        const lied = [...lines.slice(0, after + 1), told1, ...lines.slice(after + 1)]
        const end = lines.at(-1)![2]
        const state = fold(record(lied))
        const instants = [end, end + 1, end + TEN_MINUTES, end + 2 * DAY].map((ms) => Math.max(ms, received))
        expect(faces(state, instants)).toEqual(faces(fold(record(lines)), instants))
        expect(state.result).toBeNull()
      },
    ),
    runs,
  )
})

/** One report of each type by each of its actors, with data as the golden files have it. */
const EVERY_REPORT: readonly object[] = EVENT_TYPES.filter((type) => type !== 'game-opened').flatMap(
  (type) => {
    const file = new URL(`../../events/golden/${type}.v1.json`, import.meta.url)
    const [{ data }] = JSON.parse(readFileSync(file, 'utf8')) as [{ data: object }]
    return ACTORS_OF[type].map((by) => ({ type, by, data }))
  },
)

test('a report of any type, by anybody, counts as at the nearest instant from the event before it to its receipt', () => {
  fc.assert(
    fc.property(
      thoughts,
      fc.nat(),
      fc.constantFrom(...EVERY_REPORT),
      fc.nat(100),
      lie,
      (moved, pick, reported, part, off) => {
        const { lines, after, before, received } = receivedBetween(moved, pick, part)
        const nearest = Math.min(received, Math.max(before, received + off))
        const [named, truth] = [received + off, nearest].map((at) =>
          fold(record([...lines.slice(0, after + 1), [reported, at, received], ...lines.slice(after + 1)])),
        )
        const end = Math.max(received, lines.at(-1)![2])
        const instants = [end, end + 1, end + TEN_MINUTES, end + 2 * DAY]
        expect(faces(named!, instants)).toEqual(faces(truth!, instants))
        expect(named!.result).toEqual(truth!.result)
      },
    ),
    { numRuns: trials(400, 20_000) },
  )
})

test('no event is effective later than it was stored, replacements of corrections included', () => {
  fc.assert(
    fc.property(thoughts, fc.nat(), lie, lie, fc.boolean(), (moved, pick, first, second, surplus) => {
      const lines = trueGame(moved)
      const end = lines.at(-1)![2]
      const wrong = 3 + (pick % (lines.length - 2))
      const [reported, at, stored] = lines[wrong - 1]!
      const { type, by, data } = reported as Reported
      const replaced = { type, by, data: data ?? {}, at: instant(at + second) }
      const replacement = surplus ? [replaced, { ...HARMLESS[4], at: instant(at + second) }] : [replaced]
      const correction = {
        type: 'report-corrected',
        by: 'operator',
        data: { seqs: [wrong], reason: 'r', replacement },
      }
      lines[wrong - 1] = [reported, at + first, stored]
      const read = fold(record([...lines, [correction, end + 5_000, end + 5_000]]))
      const rest = lines.slice(wrong)
      const truth = fold(
        record([...lines.slice(0, wrong - 1), [reported, Math.min(at + second, stored), stored], ...rest]),
      )
      expect(read.at).toBe(START + end + 5_000)
      const instants = [end + 5_000, end + TEN_MINUTES]
      expect(faces(read, instants)).toEqual(faces(truth, instants))
    }),
    runs,
  )
})

test('a press costs a side at most the time between the event before it and its receipt', () => {
  fc.assert(
    fc.property(thoughts, lie, (moved, off) => {
      const lines = trueGame(moved)
      const [reported, at] = lines.at(-1)!
      const press = (instantOf: number) =>
        fold(record([...lines.slice(0, -1), [reported, instantOf, at + 20_000]]))
      const [earliest, told1, latest] = [press(at), press(at + off), press(at + 20_000)].map((state) =>
        clockFace(state.clock, START + at + TEN_MINUTES),
      )
      for (const side of ['white', 'black'] as const) {
        const bounds = [earliest![side], latest![side]]
        expect(told1![side]).toBeGreaterThanOrEqual(Math.min(...bounds))
        expect(told1![side]).toBeLessThanOrEqual(Math.max(...bounds))
      }
    }),
    runs,
  )
})

test('a claim dated tomorrow does not win on time today', () => {
  const lines = trueGame([60_000, 60_000, 60_000])
  const claim: Line = [HARMLESS[1]!, 180_000 + DAY, 180_000]
  expect(fold(record([...lines, claim])).result).toBeNull()
})

test('a telephone ten minutes fast costs nobody ten minutes', () => {
  const lines = trueGame([60_000, 60_000])
  const offer: Line = [{ type: 'draw-offered', by: 'black' }, 121_000 + TEN_MINUTES, 121_000]
  const moved: Line[] = [
    [{ type: 'move-made', by: 'white', data: { from: 'g1', to: 'f3' } }, 130_000, 130_000],
    [{ type: 'clock-pressed', by: 'white' }, 130_000, 130_000],
  ]
  const state = fold(record([...lines, offer, ...moved]))
  expect(clockFace(state.clock, START + 130_000).white).toBe(5_400_000 - 70_000 + 90_000)
})

test('each replacement of a correction stands in the place of its own report, and moves no clock of those between', () => {
  const lines = trueGame([10_000, 20_000, 30_000])
  const replacement = [
    { type: 'clock-pressed', by: 'white', data: {}, at: instant(10_000) },
    { type: 'clock-pressed', by: 'white', data: {}, at: instant(60_000) },
  ]
  const data = { seqs: [4, 8], reason: 'read again', replacement }
  const read = fold(record([...lines, [{ type: 'report-corrected', by: 'operator', data }, 70_000, 70_000]]))
  const shown = clockFace(read.clock, START + 60_000)
  expect(shown).toMatchObject({ white: 5_430_000 - 40_000 + 60_000, black: 5_430_000 - 20_000 + 30_000 })
})

test('a press that was forgotten is put in behind a report with the instant it had', () => {
  const lines = trueGame([10_000, 20_000]).filter((_, i) => i !== 5)
  const white: Line[] = [[{ type: 'move-made', by: 'white', data: { from: 'g1', to: 'f3' } }, 60_000, 60_000]]
  const { type, by, data } = lines[4]![0] as Reported
  const replacement = [
    { type, by, data },
    { type: 'clock-pressed', by: 'black', data: {}, at: instant(34_000) },
  ]
  const correction = {
    type: 'report-corrected',
    by: 'operator',
    data: { seqs: [5], reason: 'lost', replacement },
  }
  const read = fold(record([...lines, ...white, [correction, 90_000, 90_000]]))
  expect(clockFace(read.clock, START + 60_000)).toMatchObject({
    white: 5_430_000 - 10_000 + 30_000 - 26_000,
    black: 5_430_000 - 24_000 + 30_000,
  })
})
