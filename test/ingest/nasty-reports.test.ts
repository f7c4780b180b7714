/** Reports as federations' and programs' lines come: each opens its round; what is odd is told and costs its line at most. */
import { expect, test } from 'vitest'
import { planRound } from '../../functions/ingest/pairings/open-round.ts'

const player = (
  rank: number,
  cells: string,
  { title = '', id = '14600000', sex = 'm' }: { title?: string; id?: string; sex?: string } = {},
) =>
  [
    `001 ${String(rank).padStart(4)} ${sex}${title.padStart(3)} ${`Player, ${'ABCDEF'[rank - 1]}`.padEnd(33)} 2000 SLO`,
    ` ${(id === '' ? '' : String(Number(id) + rank)).padStart(11)} 1990/01/02  1.0    ${rank}  ${cells}`,
  ].join('')

const HEAD = ['012 Odd Open', '022 Izola', '032 SLO']
const FOUR = [
  player(1, '   3 w 1     2 b  '),
  player(2, '   4 b 1     1 w  '),
  player(3, '   1 b 0     4 w  '),
  player(4, '   2 w 0     3 b  '),
]
const text = (lines: readonly string[], end = '\n') => lines.map((line) => `${line}${end}`).join('')

/** The pairs that open, what costs a line, and what is only told. */
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

test.each(['MK', 'NM', 'h', 'II', '1.K', 'nat'])('the national title %s is told at most', (title) => {
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

test('a forfeit without a colour is told and costs that pair alone', () => {
  const lines = [...HEAD, player(1, '   3 w 1     2 - +'), player(2, '   4 b 1     1 - -'), ...FOUR.slice(2)]
  const { pairs, faults, leftOut } = read(text(lines))
  expect([pairs, faults]).toEqual([['C–D'], []])
  expect(leftOut).toEqual([
    '4: round 2: the forfeit against 2 (+) has no colour; no game is opened',
    '5: round 2: the forfeit against 1 (-) has no colour; no game is opened',
  ])
})

test.each([
  [
    'both won',
    ['   3 w 1     2 b 1', '   4 b 1     1 w 1'],
    ['C–D'],
    ['4: round 2: 1 against 2, and line 5 has 1: more than one point in a game'],
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
