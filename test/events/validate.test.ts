import { expect, test } from 'vitest'
import { EVENT_TYPES, parseReport, parseReports, parseRoundReport } from '../../events/index.ts'
import { faults, report } from './helpers.ts'

const refusal = (type: string, by: string, data?: unknown, envelope?: Record<string, unknown>) =>
  faults(parseReport(report(type, by, data, envelope)))

const game = { white: { name: 'A' }, black: { name: 'B' }, edition: '2018-01-01', play: 'standard' }
const opened = (more: object) => refusal('game-opened', 'operator', { ...game, ...more })

test('a square that no board has is named with what was found and what would be right', () => {
  expect(refusal('piece-lifted', 'board', { square: 'e9' })).toEqual([
    '/data/square data.square is "e9"; it takes a square, a1 … h8',
  ])
})

test('every wrong element of a list is pointed at by its index', () => {
  expect(refusal('piece-touched', 'white', { squares: ['a1', 'i1', 7] })).toEqual([
    '/data/squares/1 data.squares[1] is "i1"; it takes a square, a1 … h8',
    '/data/squares/2 data.squares[2] is 7; it takes a square, a1 … h8',
  ])
})

test('a missing field is told as missing', () => {
  expect(refusal('move-made', 'white', { from: 'e2' })).toEqual([
    '/data/to data.to is missing; it takes a square, a1 … h8',
  ])
})

test('an unknown field names the fields there are and the one that was meant', () => {
  expect(refusal('piece-lifted', 'board', { square: 'e2', sqare: 'e2' })).toEqual([
    '/data/sqare data.sqare is no field; there are square; near: square',
  ])
  expect(refusal('resigned', 'white', { note: 'x' })).toEqual([
    '/data/note data.note is no field; there are none here',
  ])
})

test('what the service sets is refused from a reporter', () => {
  expect(refusal('resigned', 'white', {}, { seq: 4, principal: 'me' })).toEqual([
    '/seq seq is no field; there are id, type, at, by, data',
    '/principal principal is no field; there are id, type, at, by, data',
  ])
})

test('an unknown type lists the near names', () => {
  expect(refusal('moveMade', 'white')).toEqual([
    '/type type is "moveMade"; it takes a type of the vocabulary; near: move-made',
  ])
  expect(refusal('clock-stopped', 'white')[0]).toContain('near: clocks-stopped')
  expect(refusal('xyzzyxyzzy', 'white')).toEqual([
    '/type type is "xyzzyxyzzy"; it takes a type of the vocabulary',
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
])('%s is no event', (_, value, told) => {
  expect(faults(parseReport(value))).toEqual([` ${told}; it takes an object with id, type, at, by and data`])
})

test('an object without a type is asked for one', () => {
  expect(faults(parseReport({}))).toEqual(['/type type is missing; it takes a type of the vocabulary'])
})

test.each(['clock-pressed', 'draw-offered', 'draw-accepted', 'resigned', 'increment-requested'])(
  '%s is a player’s act, whoever reports it',
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

test.each(['', 'a b', 'ž', 'x'.repeat(65), 'a/b', 7])('an event id %j is refused', (id) => {
  expect(refusal('resigned', 'white', {}, { id })[0]).toMatch(/^\/id .*1 to 64 letters, digits, _ or -$/)
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
  expect([as(1503014), as('1503014')]).toEqual([[], []])
  for (const wrong of ['', 'SVK1', 0, -3, 1.5, '0123', '12345678901']) expect(as(wrong)).toHaveLength(1)
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

test('a field named __proto__ is an unknown field', () => {
  const hostile = JSON.parse('{"from":"e2","to":"e4","__proto__":{"promotion":"Q"}}')
  expect(refusal('move-made', 'white', hostile)[0]).toMatch(/^\/data\/__proto__ data.__proto__ is no field/)
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
  const [told] = refusal('report-corrected', 'arbiter', { seqs: [4], reason: '', replacement: [nested] })
  expect(told).toContain(
    'data.replacement[0].type is "report-corrected"; it takes a type of the vocabulary that is not itself a correction',
  )
})

test('a correction of details changes at least one field', () => {
  const fields = (given: object) => refusal('details-corrected', 'arbiter', { fields: given, reason: '' })
  expect(fields({ white: { rating: 2311 } })).toEqual([])
  expect(fields({})).toEqual(['/data/fields data.fields: a correction names at least one field'])
  expect(fields({ white: {} })).toHaveLength(1)
})

test('several faults are told at once, each on a line of its own', () => {
  const told = refusal('move-made', 'spectator', { from: 'z1', too: 'e4' }, { id: '', at: 'now' })
  expect(told.map((line) => line.split(' ')[0])).toEqual([
    '/id',
    '/at',
    '/by',
    '/data/from',
    '/data/to',
    '/data/too',
  ])
  for (const line of told) expect(line).not.toContain('\n')
})

test('a flood of unknown fields is answered with twenty faults', () => {
  const flood = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, i]))
  expect(refusal('resigned', 'white', flood)).toHaveLength(20)
})

test('a flood of wrong values is answered with twenty faults, and quickly', () => {
  const tags = Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`tag${i}`, i]))
  const before = performance.now()
  expect(opened({ source: { kind: 'pgn', timeBasis: 'none', tags } })).toHaveLength(20)
  expect(performance.now() - before).toBeLessThan(2000)
})

test('a tag without a proper name is told so', () => {
  expect(opened({ source: { kind: 'pgn', timeBasis: 'none', tags: { '': 'x' } } })).toEqual([
    '/data/source/tags/ data.source.tags[""] has a bad name; a name is a line of 1 to 255 characters',
  ])
})

test('names in pointers are escaped as RFC 6901 asks', () => {
  expect(refusal('resigned', 'white', { 'a/b~c': 1, 'd\ne': 2 })).toEqual([
    '/data/a~1b~0c data["a/b~c"] is no field; there are none here',
    '/data/d\ne data["d\\ne"] is no field; there are none here',
  ])
})

test('long and hostile values are cut in the refusal', () => {
  const [told] = refusal('piece-lifted', 'board', { square: '\n'.repeat(10_000) })
  expect(told!.length).toBeLessThan(200)
  expect(told).not.toContain('\n')
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

test('the contract’s every type is known', () => {
  expect([...EVENT_TYPES].sort()).toMatchInlineSnapshot(`
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
    ]
  `)
})
