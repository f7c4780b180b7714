import { expect, test } from 'vitest'
import { parseReport } from '../../events/index.ts'
import { faults, report } from './helpers.ts'

const refusal = (type: string, by: string, data?: unknown, envelope?: Record<string, unknown>) =>
  faults(parseReport(report(type, by, data, envelope)))

const game = { white: { name: 'A' }, black: { name: 'B' }, edition: '2018-01-01', play: 'standard' }
const opened = (more: object) => refusal('game-opened', 'operator', { ...game, ...more })

test.each([
  '2023-02-29T14:00:00Z',
  '2024-04-31T14:00:00Z',
  '2024-13-01T14:00:00Z',
  '2024-01-01T24:00:00Z',
  '2016-12-31T23:59:60Z',
])('%s is on no calendar', (at) => {
  expect(refusal('resigned', 'white', {}, { at })).toEqual([
    `/at at is "${at}"; it takes a day of the calendar and a time of the day`,
  ])
})

test('a piece ends where it began only when a king castles', () => {
  expect(refusal('move-made', 'white', { from: 'g1', to: 'g1', castling: 'king-side' })).toEqual([])
  expect(refusal('move-made', 'white', { from: 'g1', to: 'g1' })).toEqual([
    '/data/to data.to: a piece ends on another square than it came from, save a castling king (with castling named)',
  ])
})

test('promotions are written with capital letters', () => {
  expect(refusal('move-made', 'white', { from: 'a7', to: 'a8', promotion: 'q' })).toEqual([
    '/data/promotion data.promotion is "q"; it takes one of Q, R, B, N; near: Q',
  ])
  expect(refusal('move-made', 'white', { from: 'a7', to: 'a8', promotion: 'K' })).toHaveLength(1)
})

test('a time control needs a period', () => {
  expect(opened({ timeControl: { periods: [] } })[0]).toContain('it takes a list of 1 to 10 periods')
})

test('every period but the last says after how many moves it ends, and the last does not', () => {
  expect(opened({ timeControl: { periods: [{ moves: 40, time: 1 }, { time: 1 }] } })).toEqual([])
  expect(opened({ timeControl: { periods: [{ time: 1 }, { time: 1 }] } })).toEqual([
    '/data/timeControl/periods/0/moves data.timeControl.periods[0].moves: every period but the last says after how many moves it ends',
  ])
  expect(opened({ timeControl: { periods: [{ moves: 40, time: 1 }] } })).toEqual([
    '/data/timeControl/periods/0/moves data.timeControl.periods[0].moves: the last period runs to the end of the game and has no moves',
  ])
})

test.each([-1, 0.5, '60000', 2_592_000_001, Number.NaN, Number.POSITIVE_INFINITY, null])(
  'a time of %s is refused',
  (time) => {
    expect(opened({ timeControl: { periods: [{ time }] } })).toEqual([
      expect.stringContaining('it takes whole milliseconds from 0 to 2592000000 (30 days)'),
    ])
  },
)

test('a game starts from a Chess960 number or from a FEN, not from both and not from neither', () => {
  expect(opened({ start: { chess960: 0 } })).toEqual([])
  expect(opened({ start: { chess960: 959 } })).toEqual([])
  expect(opened({ start: { chess960: 960 } })[0]).toContain('a whole number from 0 to 959')
  expect(opened({ start: {} })).toEqual([
    '/data/start data.start: a start is either a chess960 number or a fen',
  ])
  expect(opened({ start: { chess960: 1, fen: '8/8/8/8/8/8/8/8 w - - 0 1' } })).toHaveLength(1)
})

test.each([
  '8/8/8/8/8/8/8/8',
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq',
  'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9',
  'k6P/8/8/8/8/8/8/K6p b - - 150 9999',
])('the FEN %s is well-formed, whatever the Laws say of it', (fen) => {
  expect(opened({ start: { fen } })).toEqual([])
})

test.each([
  '',
  '8/8/8/8/8/8/8',
  '8/8/8/8/8/8/8/9',
  '8/8/8/8/8/8/8/7',
  '8/8/8/8/8/8/8/7x',
  '8/8/8/8/8/8/8/8 x',
  '8/8/8/8/8/8/8/8  w',
  '8/8/8/8/8/8/8/8 w - e9',
  '8/8/8/8/8/8/8/8 w - - 0 1 extra',
  `8/8/8/8/8/8/8/8 w - - 0 1${' '.repeat(200)}`,
])('the FEN "%s" is malformed', (fen) => {
  expect(opened({ start: { fen } })[0]).toContain('it takes a FEN: eight ranks of eight files')
})

test('a position is restored to a seq or to a FEN', () => {
  expect(refusal('position-restored', 'arbiter', {})).toEqual([
    '/data data: a position is restored either to seq or to fen',
  ])
})

test('draw offers may be forbidden before a move or for ever', () => {
  expect(opened({ regulations: { noDrawOffersBefore: 'ever' } })).toEqual([])
  expect(opened({ regulations: { noDrawOffersBefore: 30 } })).toEqual([])
  expect(opened({ regulations: { noDrawOffersBefore: 'never' } })).toEqual([
    '/data/regulations/noDrawOffersBefore data.regulations.noDrawOffersBefore is "never"; it takes a move number or "ever"',
  ])
})

test('an unknown regulation is refused, not ignored', () => {
  expect(opened({ regulations: { illegalMoveToLose: 1 } })[0]).toContain('near: illegalMovesToLose')
})

test.each(['2024-03-09', '2024.03.09', '2024.??.??', '2024.03.??', '????.??.??'])(
  'the date %s is taken',
  (date) => {
    expect(opened({ date })).toEqual([])
  },
)

test.each(['2024-13-01', '09.03.2024', '2024-03', '2024-??-??', 20240309])(
  'the date %s is refused',
  (date) => {
    expect(opened({ date })[0]).toContain('it takes a date such as 2024-03-09')
  },
)

test('a FIDE id is digits, as a number or as a string', () => {
  const as = (fideId: unknown) => opened({ white: { name: 'A', fideId } })
  expect([as(1503014), as('1503014'), as('12345678901')]).toEqual([[], [], []])
  for (const wrong of ['', 'SVK1', 0, -3, 1.5, '0123', '123456789012']) expect(as(wrong)).toHaveLength(1)
})

test('free text ends at 2000 characters, counted as a reader counts them', () => {
  const note = (text: string) => refusal('incident-recorded', 'arbiter', { kind: 'other', note: text })
  expect(note('♞'.repeat(2000))).toEqual([])
  expect(note('𝕬'.repeat(2000))).toEqual([])
  expect(note('first\n\tsecond')).toEqual([])
  expect(note('a'.repeat(2001))[0]).toContain('it takes a text of at most 2000 characters')
})

test('half a surrogate pair and control characters have no place in a record that is hashed as UTF-8', () => {
  for (const text of ['\ud800', 'a\udc00b', '\u0000', '\u001b[2J', '\u0085']) {
    expect(refusal('clocks-stopped', 'arbiter', { reason: text })).toHaveLength(1)
    expect(opened({ white: { name: `A${text}` } })).toHaveLength(1)
    expect(opened({ source: { kind: 'pgn', timeBasis: 'none', tags: { ECO: text } } })).toHaveLength(1)
  }
})

test('a clock shows that none runs with null, and is silent without the field', () => {
  expect(refusal('clock-read', 'clock', { white: 0, black: -500, running: null, flag: 'both' })).toEqual([])
  expect(refusal('clock-read', 'clock', { white: 0, black: 0 })).toEqual([])
})

test('a clock is set to one period for both, or to one for each', () => {
  const set = (data: object) => refusal('clock-set', 'arbiter', { reason: '', ...data })
  expect([set({ period: 2 }), set({ period: { white: 2, black: 1 } })]).toEqual([[], []])
  expect(set({})).toEqual(['/data data: a clock-set sets at least one of white, black, period, moveCounter'])
  expect(set({ period: { red: 1 } })).toHaveLength(1)
})

test('points are the five of the Laws', () => {
  expect(refusal('result-set', 'arbiter', { white: '1/2', black: '½', reason: '' })).toEqual([
    '/data/white data.white is "1/2"; it takes one of 1, ½, 0, +, -',
  ])
})

test('a grant of time names a side, also when both get the same', () => {
  const granted = (data: object) => refusal('time-granted', 'arbiter', { reason: 'power cut', ...data })
  expect([granted({ white: 1 }), granted({ black: 0 }), granted({ white: 1, black: 1 })]).toEqual([
    [],
    [],
    [],
  ])
  expect(granted({})).toEqual(['/data data: a grant of time names white, black or both'])
})
