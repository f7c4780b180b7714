import { expect, test } from 'vitest'
import { parseStoredEvent } from '../../events/index.ts'
import { faults, report } from './helpers.ts'

const full = {
  ...report('resigned', 'white', {}),
  game: 'g1',
  seq: 7,
  receivedAt: '2024-03-09T14:00:00.100Z',
  recordedAt: '2024-03-09T14:00:00.200Z',
  principal: 'board-7',
  v: 1,
}

test('a line of the record is read as it is', () => {
  expect(parseStoredEvent(full, 99)).toEqual({ ok: true, value: full })
})

test('a line written by hand needs no more than a report has', () => {
  const at = '2024-03-09T14:00:00.000Z'
  expect(parseStoredEvent(report('resigned', 'white'), 3)).toEqual({
    ok: true,
    value: {
      ...report('resigned', 'white', {}),
      game: 'file',
      seq: 3,
      receivedAt: at,
      recordedAt: at,
      principal: 'file',
      v: 1,
    },
  })
})

test('the contract’s envelope, which has no receipt, is taken as received when it was recorded', () => {
  const { receivedAt: _, ...line } = full
  expect(parseStoredEvent(line, 1)).toMatchObject({ ok: true, value: { receivedAt: full.recordedAt } })
})

test('a line that is no event is refused as a report is', () => {
  expect(faults(parseStoredEvent(null, 1))).toHaveLength(1)
  expect(faults(parseStoredEvent({ ...full, seq: 0 }, 1))).toEqual([
    '/seq seq is 0; it takes a seq: a whole number from 1',
  ])
  expect(faults(parseStoredEvent({ ...full, recorded: 1 }, 1))[0]).toContain('near: recordedAt')
  expect(faults(parseStoredEvent({ ...full, type: 'resign' }, 1))[0]).toContain('near: resigned')
  expect(faults(parseStoredEvent({ ...full, v: '1' }, 1))[0]).toMatch(/^\/v /)
})
