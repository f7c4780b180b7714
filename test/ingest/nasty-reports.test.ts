/** Reports as federations' and programs' lines come: each opens its round; what is odd is reported and costs its line at most. */
import { expect, test } from 'vitest'
import { planRound } from '../../functions/ingest/pairings/open-round.ts'

/** The points of a player's results: each round has ten columns, the result in the eighth. */
const pointsOf = (cells: string): number =>
  [...cells].reduce(
    (sum, code, at) => (at % 10 === 7 ? sum + ({ '1': 1, '+': 1, '=': 0.5 }[code] ?? 0) : sum),
    0,
  )

const player = (
  rank: number,
  cells: string,
  { title = '', id = '14600000', sex = 'm' }: { title?: string; id?: string; sex?: string } = {},
) =>
  [
    `001 ${String(rank).padStart(4)} ${sex}${title.padStart(3)} ${`Player, ${'ABCDEF'[rank - 1]}`.padEnd(33)} 2000 SLO`,
    ` ${(id === '' ? '' : String(Number(id) + rank)).padStart(11)} 1990/01/02 ${pointsOf(cells).toFixed(1).padStart(4)}    ${rank}  ${cells}`,
  ].join('')

const HEAD = ['012 Odd Open', '022 Izola', '032 SLO']
const FOUR = [
  player(1, '   3 w 1     2 b  '),
  player(2, '   4 b 1     1 w  '),
  player(3, '   1 b 0     4 w  '),
  player(4, '   2 w 0     3 b  '),
]
const text = (lines: readonly string[], end = '\n') => lines.map((line) => `${line}${end}`).join('')

/** The pairs that open, what costs a line, and what is only noted. */
function read(file: string) {
  const { round, pairings, faults, leftOut, notes } = planRound(file, { round: '2', tournament: 'odd' })
  return {
    pairs: pairings.map(({ white, black }) => `${white.name.at(-1)}–${black.name.at(-1)}`),
    round,
    faults: faults.map(({ line, reason }) => `${line}: ${reason}`),
    leftOut: leftOut.map(({ line, reason }) => `${line}: ${reason}`),
    notes: notes.map(({ reason }) => reason),
  }
}

const WHOLE = { pairs: ['B–A', 'C–D'], round: '2', faults: [], leftOut: [], notes: [] }

test.each([
  [
    'lines of extensions first',
    ['XXR 5', 'XXC white1 rank', 'XXZ 3', 'BBW  1.0', ...HEAD, ...FOUR],
    'XXC, XXZ, BBW',
  ],
  [
    'national lines first',
    ['SLO Rang 1', 'NED comment', '### comment', 'DDD SSSS', ...HEAD, ...FOUR],
    'SLO, NED, DDD',
  ],
  ['the heading after the players', [...FOUR, ...HEAD]],
  ['lines that no version has', [...HEAD, '999 nothing', '013 Team', '', '   ', ...FOUR], '999, 013'],
  [
    'ids of ten signs',
    [...HEAD, ...FOUR.map((line, k) => line.slice(0, 57) + ` 123456789${k}` + line.slice(68))],
  ],
  [
    'ids at the left of their columns',
    [...HEAD, ...FOUR.map((line, k) => `${line.slice(0, 57)}${`1460000${k}`.padEnd(11)}${line.slice(68)}`)],
  ],
  ['small result letters and dashes', [...HEAD, ...FOUR]],
] as [string, string[], string?][])('%s', (_, lines, passed) => {
  const notes =
    passed === undefined ? [] : [`lines that the record has no place for are passed over: ${passed}`]
  for (const end of ['\n', '\r\n', '\r']) expect(read(text(lines, end))).toEqual({ ...WHOLE, notes })
  expect(read(`\uFEFF${text(lines)}`)).toEqual({ ...WHOLE, notes })
})

test.each(['g', 'm', 'f', 'c', 'wg', 'wm', 'wf', 'wc', 'GM', 'IM', 'FM', 'CM', 'WGM', 'WIM', 'WFM', 'WCM'])(
  'the title %s',
  (title) => {
    const lines = [...HEAD, player(1, '   3 w 1     2 b  ', { title }), ...FOUR.slice(1)]
    expect(read(text(lines))).toEqual(WHOLE)
  },
)

test.each(['MK', 'NM', 'h', 'II', '1.K', 'nat'])('the national title %s is at most a note', (title) => {
  const lines = [...HEAD, player(1, '   3 w 1     2 b  ', { title }), ...FOUR.slice(1)]
  const { notes, ...others } = read(text(lines))
  expect(others).toEqual({ pairs: WHOLE.pairs, round: '2', faults: [], leftOut: [] })
  expect(notes.length).toBeLessThanOrEqual(1)
})

test('a player without rounds, and one without an id, cost nothing', () => {
  const lines = [
    ...HEAD,
    ...FOUR.slice(0, 3),
    player(4, '   2 w 0     3 b  ', { id: '' }),
    player(5, '').trimEnd(),
  ]
  const { notes, ...others } = read(text(lines))
  expect({ ...others, notes: [] }).toEqual(WHOLE)
  expect(notes).toEqual(['no game for 1 without an opponent: Player, E'])
})

test('a forfeit without a colour costs nothing: the lower starting rank stands as White, which is reported', () => {
  const lines = [...HEAD, player(1, '   3 w 1     2 - +'), player(2, '   4 b 1     1 - -'), ...FOUR.slice(2)]
  const { pairs, faults, leftOut, notes } = read(text(lines))
  expect([pairs, faults, leftOut]).toEqual([['A–B', 'C–D'], [], []])
  expect(notes).toContain(
    'round 2: the forfeit of 1 against 2 has no colour; 1 stands as White, and the report that is written has no colour either',
  )
  // Where one of the lines has the colour, it is known.
  lines[4] = player(2, '   4 b 1     1 w -')
  const known = read(text(lines))
  expect([known.pairs, known.notes.filter((note) => note.includes('colour'))]).toEqual([['B–A', 'C–D'], []])
  lines[4] = player(2, '   4 b 1     1 - 0')
  expect(read(text(lines)).leftOut).toContain('4: round 2: the colour against 2 is missing; it is w or b')
})

test.each([
  [
    'both won',
    ['   3 w 1     2 b 1', '   4 b 1     1 w 1'],
    ['B–A', 'C–D'],
    ['4: round 2: 1 against 2, and line 5 has 1: more than one point in a game; it goes in without a result'],
  ],
  [
    'both had White',
    ['   3 w 1     2 w  ', '   4 b 1     1 w  '],
    ['C–D'],
    ['4: round 2: both have white: see line 5'],
  ],
  [
    'one has a result',
    ['   3 w 1     2 b 1', '   4 b 1     1 w  '],
    ['B–A', 'C–D'],
    ['4: round 2: 1 against 2, and line 5 has no result; the game goes in without one'],
  ],
  [
    'against another',
    ['   3 w 1     2 b  ', '   4 b 1     3 w  '],
    ['C–D'],
    ['4: round 2: plays 2, but line 5 has 2 against 3', '5: round 2: plays 3, but line 6 has 3 against 4'],
  ],
  [
    'no rank, no colour, no code',
    ['   3 w 1     x b  ', '   4 b 1     1 q 7'],
    ['C–D'],
    [
      '4: round 2, columns 102–109: "x" is no starting rank',
      '5: round 2, columns 102–109: the colour "q" is none of w, b, -',
    ],
  ],
])('cells that contradict each other are told: %s', (_, [one = '', two = ''], pairs, leftOut) => {
  const found = read(text([...HEAD, player(1, one), player(2, two), ...FOUR.slice(2)]))
  expect(found.pairs).toEqual(pairs)
  expect(found.leftOut).toEqual(leftOut)
})

test('a starting rank that stands twice costs its second line', () => {
  const { pairs, leftOut, faults } = read(text([...HEAD, ...FOUR, FOUR[0]!]))
  expect([pairs, faults]).toEqual([WHOLE.pairs, []])
  expect(leftOut).toEqual(['8: the starting rank 1 is that of line 4; this line is left out'])
})

test.each([' ', '   ', '\t'])(
  'lines that begin with blanks are read without them, and reported once',
  (blank) => {
    const notes = (first: number, count: number) => [
      `lines begin with blanks (${count}, the first is ${first}); read as if they did not`,
    ]
    const all = [...HEAD, ...FOUR].map((line) => `${blank}${line}`)
    expect(read(text(all))).toEqual({ ...WHOLE, notes: notes(1, 7) })
    const some = [...HEAD, ...FOUR.map((line, k) => (k % 2 === 0 ? line : `${blank}${line}`))]
    expect(read(text(some))).toEqual({ ...WHOLE, notes: notes(5, 2) })
  },
)

test('points that the results do not give are reported and cost nothing', () => {
  const withPoints = (line: string, points: string) => line.slice(0, 80) + points.padStart(4) + line.slice(84)
  const lines = [withPoints(FOUR[0]!, '0.5'), withPoints(FOUR[1]!, '1'), withPoints(FOUR[2]!, 'x'), FOUR[3]!]
  const notes = [
    'player 1: the points "0.5" contradict the results, which give 1.0; the results count',
    'player 3: the points "x" contradict the results, which give 0.0; the results count',
  ]
  expect(read(text([...HEAD, ...lines]))).toEqual({ ...WHOLE, notes })
  // A report that says what results are worth, and a player with a result that cannot be read, are not compared.
  const worth = '162  W 3.0    D 1.0'
  expect(read(text([...HEAD, worth, ...lines])).notes).toEqual([
    '162 "W 3.0    D 1.0" is not read; write it like W 1.0    D 0.5    L 0.0',
  ])
  const unread = [withPoints(FOUR[0]!.replace('w 1', 'w y'), '7.5'), ...FOUR.slice(1)]
  expect(read(text([...HEAD, ...unread])).notes).toEqual([])
})

test('a day that is none, and a time control that is none, cost their own field', () => {
  const dates = `132${' '.repeat(88)}26/11/01  26/11/45`
  const { notes, ...others } = read(text([...HEAD, '042 2026/13/45', dates, '222 two hours', ...FOUR]))
  expect({ ...others, notes: [] }).toEqual(WHOLE)
  expect(notes).toEqual([
    '042 "2026/13/45" is not read; write it like 2026/11/19',
    '132 "26/11/01  26/11/45" is not read; write it like 26/11/19',
    '222 "two hours" is not read; write it like 5400+30',
  ])
  const { trf } = planRound(text([...HEAD, '042 2026/13/45', dates, '222 two hours', ...FOUR]), {})
  expect(trf!.tournament).toMatchObject({ from: '', timeControl: '' })
  expect([...trf!.tournament.dates]).toEqual([[1, '2026-11-01']])
})

test('what stands twice, goes beyond the rounds or names nobody is reported', () => {
  const lines = [
    ...HEAD,
    '012 Odd Open',
    '012 Other',
    'XXR 1',
    '240 H 003 0002 0099',
    '240 F 002 0001',
    ...FOUR,
  ]
  const { notes, ...others } = read(text(lines))
  expect({ ...others, notes: [] }).toEqual(WHOLE)
  expect(notes).toEqual([
    '012 stands on line 1 too; what that says counts',
    'XXR says 1 rounds, and there are pairs of round 2; they are taken',
    'the bye H of round 3 is that of 99, who is no player of this file; left out',
    'the bye F of round 2 is that of player 1, who has an opponent then; left out',
  ])
  expect(planRound(text(lines), {}).trf!.byes).toEqual([
    expect.objectContaining({ rank: 2, round: 3, type: 'H' }),
  ])
})

test('a starting rank that does not fit its columns costs its line, and is not cut', () => {
  const long = FOUR[0]!.replace('001    1 ', '001 12345')
  const { pairs, leftOut, faults } = read(text([...HEAD, ...FOUR, long]))
  expect([pairs, faults]).toEqual([WHOLE.pairs, []])
  expect(leftOut).toEqual([
    '8: columns 5–8 hold "12345"; they hold a starting rank from 1; the line is left out',
  ])
})
