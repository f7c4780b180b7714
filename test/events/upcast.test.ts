import { expect, test } from 'vitest'
import {
  currentVersion,
  EVENT_TYPES,
  parseStoredEvent,
  ROUND_EVENT_TYPES,
  upcast,
} from '../../events/index.ts'

/**
 * A made-up history: `incident-recorded` first had `who`, then `side`; version 3 knows a `kind`.
 * The note is a reference already, and moves along unread.
 */
const CHAINS = {
  'incident-recorded': [
    (data: unknown) => {
      const { who, ...rest } = data as { who: 'w' | 'b' }
      return { ...rest, side: who === 'w' ? 'white' : 'black' }
    },
    (data: unknown) => ({ kind: 'other', ...(data as object) }),
  ],
}
const note = { text: 't1', digest: 'ab' }

test('an event of the first version goes through every step', () => {
  expect(upcast('incident-recorded', 1, { who: 'b', note }, CHAINS)).toEqual({
    ok: true,
    value: { kind: 'other', side: 'black', note },
  })
})

test('an event of a middle version goes through the steps that are left', () => {
  expect(upcast('incident-recorded', 2, { side: 'white', note }, CHAINS)).toEqual({
    ok: true,
    value: { kind: 'other', side: 'white', note },
  })
})

test('an event of the current version is handed back untouched', () => {
  const data = Object.freeze({ kind: 'phone' })
  expect(upcast('incident-recorded', 3, data, CHAINS)).toEqual({ ok: true, value: data })
  const read = upcast('incident-recorded', 3, data, CHAINS)
  expect(read.ok && read.value).toBe(data)
})

test('a step leaves the older data as it was', () => {
  const old = Object.freeze({ who: 'w', note })
  expect(upcast('incident-recorded', 1, old, CHAINS).ok).toBe(true)
  expect(old).toEqual({ who: 'w', note })
})

test.each([4, 0, -1, 1.5, Number.NaN])(
  'version %s, which this program does not know, is refused in a sentence',
  (v) => {
    expect(upcast('incident-recorded', v, {}, CHAINS)).toEqual({
      ok: false,
      error: `incident-recorded is of version ${v}; this program reads versions 1 to 3`,
    })
  },
)

test('the types whose imported tags were put apart are at their second version, the others at their first', () => {
  const second = [...EVENT_TYPES, ...ROUND_EVENT_TYPES].filter((type) => currentVersion(type) > 1)
  expect([...new Set(second)].sort()).toEqual(['details-corrected', 'game-opened', 'report-corrected'])
  expect(second.every((type) => currentVersion(type) === 2)).toBe(true)
  expect(currentVersion('incident-recorded', CHAINS)).toBe(3)
  expect(currentVersion('constructor')).toBe(1)
})

test('a record that a newer program wrote is refused on reading, with the line’s type and version', () => {
  const event = {
    id: 'e',
    type: 'resigned',
    at: '2024-03-09T14:00:00.000Z',
    by: 'white',
    data: { manner: 'king laid down' },
    v: 2,
  }
  expect(parseStoredEvent(event, 1)).toEqual({
    ok: false,
    errors: [{ pointer: '/v', detail: 'resigned is of version 2; this program reads versions 1 to 1' }],
  })
})
