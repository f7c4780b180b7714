import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectiveTime, millisOf } from '../../domain/game/index.ts'
import { trials } from '../kit/trials.ts'

test('an instant is read as the platform reads it, over four centuries', () => {
  const instants = fc.integer({ min: Date.UTC(1800, 0, 1), max: Date.UTC(2400, 0, 1) })
  fc.assert(
    fc.property(instants, (ms) => {
      expect(millisOf(new Date(ms).toISOString())).toBe(ms)
    }),
    { numRuns: trials(2000) },
  )
})

test('the last day of February and of the year are where they belong', () => {
  for (const day of ['2024-02-29', '2023-02-28', '2000-02-29', '1900-03-01', '2026-12-31', '1970-01-01']) {
    const at = `${day}T23:59:59.999Z`
    expect(millisOf(at)).toBe(Date.parse(at))
  }
})

test('a form that is not the stored one is read all the same', () => {
  expect(millisOf('2026-03-14T14:00:05Z')).toBe(Date.UTC(2026, 2, 14, 14, 0, 5))
})

test('an event that claims to be earlier than the one before it takes effect with it', () => {
  expect(effectiveTime(5000, { at: '1970-01-01T00:00:04.000Z' })).toBe(5000)
  expect(effectiveTime(5000, { at: '1970-01-01T00:00:06.000Z' })).toBe(6000)
})

test('nothing happens after it was received, nor before what stands before it in the record', () => {
  const fast = { at: '1970-01-01T00:10:06.000Z', recordedAt: '1970-01-01T00:00:06.000Z' }
  expect(effectiveTime(5000, fast)).toBe(6000)
  expect(effectiveTime(7000, fast)).toBe(7000)
  expect(effectiveTime(5000, { ...fast, at: '1970-01-01T00:00:05.500Z' })).toBe(5500)
})
