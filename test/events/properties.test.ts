import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_TYPES, parseReport, parseStoredEvent } from '../../events/index.ts'
import { arbitraryOf, arbitraryRecord, arbitraryReport } from '../kit/arbitraries.ts'
import { trials } from '../kit/trials.ts'

test.each(EVENT_TYPES)('any well-formed %s passes validation unchanged', (type) => {
  fc.assert(
    fc.property(arbitraryOf(type), (report) => {
      expect(parseReport(report)).toEqual({ ok: true, value: report })
    }),
    { numRuns: trials(50) },
  )
})

test('what was parsed is parsed again from its JSON', () => {
  fc.assert(
    fc.property(arbitraryReport(), (report) => {
      const parsed = parseReport(report)
      expect(parsed.ok && parseReport(JSON.parse(JSON.stringify(parsed.value)))).toEqual(parsed)
    }),
    { numRuns: trials(200) },
  )
})

test('any record is read from its file as it was written', () => {
  fc.assert(
    fc.property(arbitraryRecord(15), (record) => {
      expect(record.map((event, i) => parseStoredEvent(event, i + 1))).toEqual(
        record.map((value) => ({ ok: true, value })),
      )
    }),
    { numRuns: trials(30) },
  )
})

test('whatever is parsed, the answer is an event or one-line faults, and nothing is thrown', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.anything(),
        fc.record({
          id: fc.oneof(fc.constant('e1'), fc.jsonValue()),
          type: fc.constantFrom(...EVENT_TYPES),
          at: fc.oneof(fc.constant('2024-03-09T14:00:00Z'), fc.jsonValue()),
          by: fc.oneof(fc.constant('white'), fc.jsonValue()),
          data: fc.oneof(
            fc.anything(),
            fc.dictionary(
              fc.constantFrom('from', 'square', 'squares', 'white', 'seqs', 'replacement', 'fields'),
              fc.jsonValue(),
            ),
          ),
        }),
      ),
      (value) => {
        const parsed = parseReport(value)
        if (parsed.ok) return
        expect(parsed.errors.length).toBeGreaterThan(0)
        for (const { pointer, detail } of parsed.errors) {
          expect(pointer === '' || pointer.startsWith('/')).toBe(true)
          expect(detail).not.toMatch(/[\n\r]/)
          expect(detail.length).toBeLessThan(1500)
        }
      },
    ),
    { numRuns: trials(500) },
  )
})

test('a valid report with any one field taken away or unknown is refused at that field or stays valid', () => {
  fc.assert(
    fc.property(arbitraryReport(), fc.nat(), (report, n) => {
      const names = Object.keys(report.data)
      const spoilt = { ...report, data: { ...report.data, unheardOf: 1 } }
      const reported = parseReport(spoilt)
      expect(reported.ok ? [] : reported.errors.map(({ pointer }) => pointer)).toContain('/data/unheardOf')
      if (names.length === 0) return
      const gone = names[n % names.length]!
      const { [gone]: _, ...rest } = report.data as Record<string, unknown>
      const parsed = parseReport({ ...report, data: rest })
      if (!parsed.ok) expect(parsed.errors.every(({ pointer }) => pointer.startsWith('/data'))).toBe(true)
    }),
    { numRuns: trials(200) },
  )
})
