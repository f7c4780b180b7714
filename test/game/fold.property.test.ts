import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  effectiveTime,
  fold,
  foldToInstant,
  foldToSeq,
  type GameState,
  openFold,
  publicState,
  reduce,
  resumeFold,
  step,
} from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { arbitraryRecord, arbitraryReport } from '../kit/arbitraries.ts'
import { trials } from '../kit/trials.ts'

const records = arbitraryRecord(60)
const runs = { numRuns: trials(120, 20_000) }
const json = (state: GameState): GameState => JSON.parse(JSON.stringify(state))

test('any sequence of valid events folds without a throw, and to a state that JSON carries', () => {
  fc.assert(
    fc.property(records, (events) => {
      const state = fold(events)
      expect(json(state)).toEqual(state)
      publicState(state, state.at + 1000)
    }),
    runs,
  )
})

test('no state contradicts itself: counters, results, verdicts, obligations', () => {
  fc.assert(
    fc.property(records, (events) => {
      const open = openFold()
      for (const event of events) {
        step(open, event)
        const { state } = open
        const { clocks, mustPlay, status, result, counters } = publicState(state)
        expect(counters.illegalMoves.white).toBeGreaterThanOrEqual(0)
        expect(counters.illegalMoves.black).toBeGreaterThanOrEqual(0)
        expect(mustPlay === null || mustPlay.length > 0).toBe(true)
        expect(status === 'ended').toBe(result !== null)
        if (clocks !== null) expect(Math.min(clocks.white, clocks.black)).toBeGreaterThanOrEqual(0)
        if (result !== null && result.rule !== null) {
          const decided = state.verdicts.filter(
            ({ status: of, remedy }) => of === 'final' && remedy.result !== null,
          )
          expect(decided).toHaveLength(1)
        }
      }
    }),
    runs,
  )
})

test('folding in one go is folding in any two parts, with the state through JSON between them', () => {
  fc.assert(
    fc.property(records, fc.nat(60), (events, cut) => {
      const first = fold(events.slice(0, cut))
      const rest = resumeFold(json(first))
      for (const event of events.slice(cut)) step(rest, event)
      expect(json(rest.state)).toEqual(json(fold(events)))
    }),
    runs,
  )
})

test('reduce leaves the state it was given as it was', () => {
  fc.assert(
    fc.property(arbitraryRecord(20), (events) => {
      const before = fold(events.slice(0, -1))
      const copy = json(before)
      const after = reduce(before, events.at(-1) as StoredEvent)
      expect(json(before)).toEqual(copy)
      expect(json(after)).toEqual(json(fold(events)))
    }),
    runs,
  )
})

test('replay at the effective time of an event is the fold to the last seq of that time', () => {
  fc.assert(
    fc.property(records, fc.nat(59), (events, pick) => {
      const times: number[] = []
      for (const event of events) times.push(effectiveTime(times.at(-1) ?? 0, event))
      const at = times[pick % times.length] as number
      const last = times.lastIndexOf(at)
      expect(json(foldToInstant(events, at))).toEqual(json(foldToSeq(events, last + 1)))
    }),
    runs,
  )
})

/** The state without the times and the number of its corrections. */
function reading(state: GameState): object {
  const { seq, at, log, ...rest } = json(state)
  return rest
}

test('a corrected report folds as if it had always read so', () => {
  fc.assert(
    fc.property(records, arbitraryReport(), fc.nat(58), fc.boolean(), (events, other, pick, replaced) => {
      fc.pre(events.length > 1 && other.type !== 'report-corrected' && other.type !== 'details-corrected')
      const wrong = events[1 + (pick % (events.length - 1))] as StoredEvent
      fc.pre(
        wrong.type !== 'details-corrected' &&
          wrong.type !== 'report-corrected' &&
          other.type !== 'game-opened',
      )
      fc.pre(!events.some(({ type }) => type === 'report-corrected'))
      const { type, by, data } = other
      const right = { type, by, data, at: wrong.at }
      const last = events.at(-1) as StoredEvent
      const correction = {
        ...last,
        id: 'correction',
        seq: last.seq + 1,
        type: 'report-corrected',
        by: 'operator',
        data: { seqs: [wrong.seq], reason: 'misread', ...(replaced ? { replacement: [right] } : {}) },
      } as unknown as StoredEvent
      const always = events.flatMap((event) =>
        event !== wrong ? [event] : replaced ? [{ ...wrong, ...right } as StoredEvent] : [],
      )
      expect(reading(fold([...events, correction]))).toEqual(reading(fold(always)))
    }),
    runs,
  )
})
