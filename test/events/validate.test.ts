import { expect, test } from 'vitest'
import { EVENT_TYPES, parseReport, parseReports, parseRoundReport } from '../../events/index.ts'
import { faults, report } from './helpers.ts'

const refusal = (type: string, by: string, data?: unknown, envelope?: Record<string, unknown>) =>
  faults(parseReport(report(type, by, data, envelope)))

test('what the service sets is refused from a reporter', () => {
  expect(refusal('resigned', 'white', {}, { seq: 4, principal: 'me' })).toEqual([
    '/seq seq is no field; there are id, type, at, by, data',
    '/principal principal is no field; there are id, type, at, by, data',
  ])
})

test.each(['__proto__', 'constructor', 'toString'])('%s is no type, whatever objects inherit', (type) => {
  expect(refusal(type, 'white')[0]).toMatch(/^\/type type is /)
})

test.each([
  ['nothing', undefined, 'the event is missing'],
  ['null', null, 'the event is null'],
  ['a number', 3, 'the event is 3'],
  ['a list', [report('resigned', 'white')], 'the event is a list of 1'],
  ['a text', 'resigned', 'the event is "resigned"'],
])('%s is no event', (_, value, reported) => {
  expect(faults(parseReport(value))).toEqual([
    ` ${reported}; it takes an object with id, type, at, by and data`,
  ])
})

test('an object without a type is asked for one', () => {
  expect(faults(parseReport({}))).toEqual(['/type type is missing; it takes a type of the vocabulary'])
})

test.each(['clock-pressed', 'draw-offered', 'draw-accepted', 'resigned', 'increment-requested'])(
  '%s is a player’s act, whichever role reports it',
  (type) => {
    expect(refusal(type, 'white')).toEqual([])
    expect(refusal(type, 'board')).toEqual(['/by by is "board"; it takes one of white, black'])
  },
)

test('a press without `by` is refused: the clock cannot know whose it was', () => {
  expect(refusal('clock-pressed', undefined as never, {})).toEqual([
    '/by by is missing; it takes one of white, black',
  ])
})

test('only the arbiter sets the clock, decides claims, restores and imposes', () => {
  expect(refusal('clock-set', 'white', { white: 1, reason: '' })).toEqual([
    '/by by is "white"; it takes one of arbiter',
  ])
  expect(refusal('claim-decided', 'operator', { claim: 4, decision: 'upheld' })).toHaveLength(1)
  expect(refusal('position-restored', 'assistant', { seq: 4 })).toHaveLength(1)
  expect(refusal('penalty-imposed', 'clock', { on: 'white', penalty: 'warning' })).toHaveLength(1)
})

test('the operator may set an imported result', () => {
  expect(refusal('result-set', 'operator', { white: '1', black: '0', reason: 'imported' })).toEqual([])
})

test('an illegal act is no malformed report', () => {
  expect(refusal('move-made', 'white', { from: 'e1', to: 'e8' })).toEqual([])
  expect(refusal('move-made', 'white', { from: 'a4', to: 'h5', promotion: 'Q' })).toEqual([])
  expect(refusal('piece-placed', 'board', { square: 'a8', piece: 'P' })).toEqual([])
  expect(refusal('clock-set', 'arbiter', { white: 0, reason: '' })).toEqual([])
})

test('`data` may be left out where no field is required, and comes out empty', () => {
  expect(parseReport(report('resigned', 'white'))).toEqual({
    ok: true,
    value: report('resigned', 'white', {}),
  })
  expect(refusal('move-made', 'white')).toEqual(['/data data is missing; it takes an object'])
})

test.each([
  ['2024-03-09T14:00:00Z', '2024-03-09T14:00:00.000Z'],
  ['2024-03-09T14:00:00.5Z', '2024-03-09T14:00:00.500Z'],
  ['2024-02-29T23:59:59.07Z', '2024-02-29T23:59:59.070Z'],
  ['1851-06-21T12:00:00.001Z', '1851-06-21T12:00:00.001Z'],
])('the instant %s is read as %s', (at, read) => {
  const parsed = parseReport(report('resigned', 'white', {}, { at }))
  expect(parsed.ok && parsed.value.at).toBe(read)
})

test.each([
  '2024-03-09T14:00:00',
  '2024-03-09T14:00:00+01:00',
  '2024-03-09T14:00:00.1234Z',
  '2024-03-09 14:00:00Z',
  '2024-3-9T14:00:00Z',
  '20240309T140000Z',
  '',
  1709992800000,
])('the instant %s is refused', (at) => {
  expect(refusal('resigned', 'white', {}, { at })[0]).toMatch(
    /^\/at at is .*; it takes an instant in UTC such as/,
  )
})

test('an `at` more than 24 hours after receipt is malformed; to the millisecond', () => {
  const receivedAt = Date.parse('2024-03-09T10:00:00.000Z')
  const at = (instant: string) =>
    faults(parseReport(report('resigned', 'white', {}, { at: instant }), { receivedAt }))
  expect(at('2024-03-10T10:00:00.000Z')).toEqual([])
  expect(at('1990-01-01T00:00:00.000Z')).toEqual([])
  expect(at('2024-03-10T10:00:00.001Z')).toEqual([
    '/at at is "2024-03-10T10:00:00.001Z"; it takes an instant at most 24 hours after the receipt at 2024-03-09T10:00:00.000Z',
  ])
})

test.each(['', 'a b', 'ž', 'x'.repeat(65), 'a/b', 7])('an event id %j is refused', (id) => {
  expect(refusal('resigned', 'white', {}, { id })[0]).toMatch(/^\/id .*1 to 64 letters, digits, _ or -$/)
})

test('reports are taken all or none, and the faults say to which they belong', () => {
  const good = report('clock-pressed', 'white', {})
  expect(parseReports([good, good])).toEqual({ ok: true, value: [good, good] })
  const parsed = parseReports([good, report('clock-pressed', 'board'), 5])
  expect(parsed).toMatchObject({
    ok: false,
    errors: [
      { index: 1, pointer: '/by' },
      { index: 2, pointer: '' },
    ],
  })
})

test('a round has a vocabulary of its own', () => {
  const inRound = (type: string, data?: unknown) => faults(parseRoundReport(report(type, 'operator', data)))
  expect(inRound('board-assigned', { board: 1, game: 'g1' })).toEqual([])
  expect(inRound('details-corrected', { fields: { start: '2024-03-09T14:15:00Z' }, reason: 'late' })).toEqual(
    [],
  )
  expect(inRound('details-corrected', { fields: { white: { name: 'A' } }, reason: '' })).toContain(
    '/data/fields/white data.fields.white is no field; there are start, defaults',
  )
  expect(inRound('move-made', { from: 'e2', to: 'e4' })[0]).toContain('it takes a type of the vocabulary')
  expect(refusal('round-opened', 'operator', {})[0]).toContain('it takes a type of the vocabulary')
})

/** A type that was ever written stays. */
test('every type of the vocabulary is known', () => {
  expect(
    [...EVENT_TYPES].sort(),
    'enter a new type: npx vitest run test/events/validate.test.ts --update=all; one that is gone must come back',
  ).toMatchInlineSnapshot(`
    [
      "adjust-announced",
      "announcement-corrected",
      "appeal-decided",
      "appeal-lodged",
      "assistant-appointed",
      "castling-announced",
      "claim-decided",
      "claim-made",
      "clock-pressed",
      "clock-read",
      "clock-replaced",
      "clock-set",
      "clocks-started",
      "clocks-stopped",
      "details-corrected",
      "draw-accepted",
      "draw-claimed",
      "draw-declined",
      "draw-offered",
      "draw-sign-recorded",
      "envelope-lost",
      "envelope-opened",
      "flag-fallen",
      "flag-noticed",
      "game-adjourned",
      "game-opened",
      "incident-recorded",
      "increment-requested",
      "irregularity-noticed",
      "move-announced",
      "move-made",
      "move-recorded",
      "move-sealed",
      "penalty-imposed",
      "piece-lifted",
      "piece-placed",
      "piece-released",
      "piece-touched",
      "pieces-displaced",
      "pieces-restored",
      "play-resumed",
      "player-arrived",
      "position-restored",
      "reconstruction-ended",
      "reconstruction-started",
      "report-corrected",
      "resigned",
      "result-set",
      "scoresheet-shown",
      "scoresheet-signed",
      "sealing-requested",
      "session-started",
      "setup-corrected",
      "time-granted",
      "two-boards-agreed",
      "verdict-decided",
    ]
  `)
})
