import { expect, test } from 'vitest'
import { parseReport } from '../../events/index.ts'
import { faults, report } from './helpers.ts'

const refusal = (type: string, by: string, data?: unknown, envelope?: Record<string, unknown>) =>
  faults(parseReport(report(type, by, data, envelope)))

test('a correction cannot smuggle in an instant of the day after tomorrow', () => {
  const correction = report('report-corrected', 'arbiter', {
    seqs: [4],
    reason: '',
    replacement: [
      { type: 'resigned', by: 'white' },
      { type: 'resigned', by: 'white', at: '2024-03-12T00:00:00.000Z' },
    ],
  })
  const parsed = parseReport(correction, { receivedAt: Date.parse('2024-03-09T14:00:00.000Z') })
  expect(faults(parsed)[0]).toMatch(/^\/data\/replacement\/1\/at /)
})

test('a correction replaces reports with whole events, each judged as a report is', () => {
  const replaced = (...replacement: unknown[]) =>
    refusal('report-corrected', 'operator', { seqs: [4], reason: 'sensor', replacement })
  expect(
    replaced(
      { type: 'resigned', by: 'white' },
      { type: 'piece-lifted', by: 'board', data: { square: 'e2' } },
    ),
  ).toEqual([])
  expect(replaced({ type: 'piece-lifted', by: 'board', data: { square: 'e9' } })).toEqual([
    '/data/replacement/0/data/square data.replacement[0].data.square is "e9"; it takes a square, a1 … h8',
  ])
  expect(replaced({ type: 'resigned', by: 'clock' })[0]).toMatch(/^\/data\/replacement\/0\/by /)
  expect(replaced({ type: 'resigned', by: 'white', id: 'x' })[0]).toContain(
    'is no field; there are type, at, by, data',
  )
  expect(replaced(7)[0]).toContain('data.replacement[0] is 7; it takes an event without id')
})

test('a correction is not replaced by a correction', () => {
  const nested = { type: 'report-corrected', by: 'arbiter', data: { seqs: [1], reason: '' } }
  const [reported] = refusal('report-corrected', 'arbiter', { seqs: [4], reason: '', replacement: [nested] })
  expect(reported).toContain(
    'data.replacement[0].type is "report-corrected"; it takes a type of the vocabulary that is not itself a correction',
  )
})

test('a correction of details changes at least one field', () => {
  const fields = (given: object) => refusal('details-corrected', 'arbiter', { fields: given, reason: '' })
  expect(fields({ white: { rating: 2311 } })).toEqual([])
  expect(fields({})).toEqual(['/data/fields data.fields: a correction names at least one field'])
  expect(fields({ white: {} })).toHaveLength(1)
})
