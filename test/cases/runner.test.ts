import { expect, test } from 'vitest'
import { parseCase } from '../../domain/cases/case.ts'
import { caseDifference } from '../../domain/cases/run.ts'

function differenceOf(given: object): string | null {
  const parsed = parseCase(JSON.stringify({ id: 'case', ...given }))
  if (!parsed.ok) throw new Error(parsed.error.message)
  return caseDifference(parsed.value)
}

const timed = { timeControl: { periods: [{ time: 600_000 }] } }
const started = { t: 0, by: 'arbiter', type: 'session-started' }

test('a play is a move and a press by the side to move, each so long after the press before', () => {
  const given = { open: timed, events: [started, { play: 'e4 e5 Nf3', each: 2000 }] }
  const states = [
    { after: 1, moves: [] },
    { after: 3, moves: [{ san: 'e4', seq: 3, completedSeq: null }], clocks: { white: 598_000 } },
    { after: 4, moves: [{ completedSeq: 4 }], clocks: { running: 'black' } },
    {
      moves: [{ seq: 3 }, { seq: 5 }, { seq: 7, completedSeq: 8 }],
      clocks: { white: 596_000, black: 598_000 },
    },
  ]
  expect(differenceOf({ ...given, expect: states })).toBeNull()
})

test('a play without presses completes nothing', () => {
  const events = [started, { play: 'e4', press: false }]
  expect(
    differenceOf({
      open: timed,
      events,
      expect: [{ moves: [{ completedSeq: null }], clocks: { running: 'white' } }],
    }),
  ).toBeNull()
})

test('an event without t happens a second after the one before', () => {
  const events = [started, { by: 'white', type: 'piece-touched', data: { squares: ['e2'] } }]
  expect(differenceOf({ open: timed, events, expect: [{ clocks: { white: 599_000 } }] })).toBeNull()
})

test('afterEvent counts entries, a play as one', () => {
  const events = [started, { play: 'e4 e5' }, { play: 'Nf3' }]
  expect(
    differenceOf({ events, expect: [{ afterEvent: 1, moves: [{ san: 'e4' }, { san: 'e5' }] }] }),
  ).toBeNull()
})

test('a place that a case does not have is refused with those that it has', () => {
  const events = [started, { play: 'e4 e5' }]
  expect(differenceOf({ events, expect: [{ afterEvent: 2 }] })).toBe(
    'expect[0]: afterEvent is 2; it takes the index of an entry of "events", 0 to 1',
  )
  expect(differenceOf({ events, expect: [{ after: 2 }, { after: 9 }] })).toBe(
    'expect[1]: after is 9; it takes the seq of an event, 1 to 6',
  )
  expect(differenceOf({ events: [], expect: [{ afterEvent: 0 }] })).toBe(
    'expect[0]: afterEvent is 0; "events" is empty',
  )
})

test('a move text names a move that is not legal too', () => {
  const start = { fen: '4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1' }
  const expected = [{ moves: [{ uci: 'e2f4' }], noVerdicts: ['checkmate'] }]
  expect(differenceOf({ open: { start }, events: [started, { play: 'Nf4' }], expect: expected })).toBeNull()
})

test('castling in Chess960 is reported as such', () => {
  const start = { fen: '6k1/8/8/8/8/8/8/5KR1 w G - 0 1' }
  expect(
    differenceOf({
      open: { start },
      events: [started, { play: 'O-O' }],
      expect: [{ moves: [{ uci: 'f1g1', san: 'O-O' }] }],
    }),
  ).toBeNull()
})

test('what the vocabulary does not know is a fault of the case, told with its place', () => {
  const events = [started, { by: 'white', type: 'piece-touched', data: { squares: ['z9'] } }]
  expect(differenceOf({ events, expect: [] })).toMatch(/^events\[1\]: piece-touched: \/data\/squares\/0/)
  expect(differenceOf({ events: [started, { play: 'Qh9' }], expect: [] })).toMatch(/^events\[1\]: play Qh9/)
  expect(differenceOf({ open: { edition: '1999' }, events: [], expect: [] })).toMatch(/^open: /)
})

test('text cases say what differed', () => {
  const text = (kind: string, input: string, expected: object, more = {}) =>
    differenceOf({ kind, input, expect: expected, ...more })
  expect(text('fen', 'nonsense', { valid: false })).toBeNull()
  expect(text('fen', 'nonsense', { valid: true })).toContain('refused')
  expect(text('san', 'Nf3', { uci: 'g1f3', san: 'Nf3' })).toBeNull()
  expect(text('san', 'Nf3', { uci: 'b1c3' })).toBe('san.uci: expected "b1c3", found "g1f3"')
  expect(text('san', 'Sf3', { uci: 'g1f3', san: 'Nf3' }, { language: 'de' })).toBeNull()
  expect(text('san', 'Nf5', { error: 'illegal' })).toBeNull()
  expect(text('uci', 'e2e5', { error: 'illegal' })).toBeNull()
  expect(
    text('time-control', '5400+30', { timeControl: { periods: [{ time: 5_400_000, bonus: 30_000 }] } }),
  ).toBeNull()
  expect(text('announcement', 'Eva zwei Eva vier', { uci: 'e2e4' })).toBeNull()
  expect(text('winnable', '8/8/4k3/8/8/8/3BK3/8 w - - 0 60', { white: true })).toContain('winnable.white')
  expect(text('pgn', '1. e4 e5 *', { games: [{ plies: 2, result: '*' }] })).toBeNull()
  expect(text('pgn', '1. e4 e5 *', { games: [{ plies: 3 }] })).toContain('games[0].plies')
  expect(text('pgn', '1. e4 Ke5 *', { games: [{ plies: 1, error: { ply: 2, holds: 'Ke5' } }] })).toBeNull()
})

test('a line that is no case is refused with what would be right', () => {
  const reason = (line: string) => {
    const parsed = parseCase(line)
    return parsed.ok ? 'accepted' : parsed.error.message
  }
  expect(reason('{')).toContain('no JSON')
  expect(reason('[]')).toContain('JSON object')
  expect(reason('{"kind":"fen"}')).toContain('"id"')
  expect(reason('{"id":"x","kind":"poem","input":"","expect":{}}')).toContain('none of fen, san')
  expect(reason('{"id":"x","kind":"fen","expect":{}}')).toContain('"input"')
  expect(reason('{"id":"x","events":[{"type":"resigned","play":"e4"}]}')).toContain('"events"')
})
