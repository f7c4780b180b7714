/** Texts as other programs and people write them: what is imported, what is reported, and what is written again. */
import { beforeAll, expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import type { ImportedGame } from '../../functions/ingest/imported-game.ts'
import { importPgn } from '../../functions/ingest/pgn-import.ts'
import { testPorts } from '../kit/service.ts'
import { openTestClient, type TestClient } from './client.ts'
import { NOW } from './kit.ts'

let record: TestClient
beforeAll(async () => {
  const ports = testPorts()
  ports.clock.set(NOW)
  record = await openTestClient('operator', ports)
})

let events = 0
/** Tags of an event of its own, so that all texts share one record. */
const tags = (more = '', result = '*') =>
  `[Event "${++events}"]\n[Site "Hall"]\n[Date "2024.02.03"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n[Result "${result}"]\n${more}\n`

async function bring(text: string): Promise<ImportedGame[]> {
  const games: ImportedGame[] = []
  const pieces = (async function* () {
    yield text
  })()
  for await (const game of importPgn(record, pieces, { now: NOW })) games.push(game)
  return games
}

/** A text's only game: what was said of it, and how it is written. */
async function shown(text: string) {
  const [game, ...others] = await bring(text)
  expect([game?.outcome, others.length]).toEqual(['opened', 0])
  const [again] = await bring(text)
  expect([again?.outcome, again?.id]).toEqual(['there', game?.id])
  const pgn = (await record.request('GET', `/games/${game?.id}.pgn?view=text`)).text
  const [read] = readPgn(pgn)
  return {
    warnings: (game?.warnings ?? []).map(({ reason }) => reason),
    tags: Object.fromEntries(read?.tags ?? []),
    moves: pgn.split('\n\n')[1]?.replaceAll('\n', ' ').trim(),
    game,
  }
}

test.each([
  [
    '1. e4 e5 2. Nf3 +/- Nc6 3. Bb5 -/+ a6 1/2-1/2',
    '1. e4 e5 2. Nf3 $16 2... Nc6 3. Bb5 $17 3... a6 1/2-1/2',
  ],
  ['1. e4 ± e5 ∓ 2. Nf3 N Nc6 □ 1/2-1/2', '1. e4 $16 1... e5 $17 2. Nf3 $146 2... Nc6 $7 1/2-1/2'],
])('signs of evaluation between moves end no game: %s', async (given, written) => {
  expect((await shown(tags('', '1/2-1/2') + given)).moves).toBe(written)
})

test.each(['1/259200', '40/300', '40/7200:20/3600'])(
  'a time control whose last field repeats, %s, with its readings',
  async (control) => {
    const readings = '1. e4 {[%clk 0:04:55]} 1... e5 {[%clk 0:04:50]} *'
    const {
      warnings,
      moves,
      tags: written,
    } = await shown(`${tags(`[TimeControl "${control}"]\n`)}${readings}`)
    expect([warnings, moves, written['TimeControl']]).toEqual([[], readings, control])
  },
)

test('a game by so much a move is longer than the periods of a record: its tag comes back, and its clocks are inferred', async () => {
  const steps = [...[...'abcdefgh'].map((file) => [file, 3, 6]), ...[...'abcd'].map((file) => [file, 4, 5])]
  const moves = steps.map(
    ([file, white, black], k) =>
      `${k + 1}. ${file}${white} {[%clk 23:0${k % 10}:00]} ${k + 1}... ${file}${black} {[%clk 23:30:00]}`,
  )
  const {
    warnings,
    tags: written,
    game,
  } = await shown(`${tags('[TimeControl "1/86400"]\n')}${moves.join(' ')} *`)
  expect([written['TimeControl'], game?.plies]).toEqual(['1/86400', 24])
  expect(warnings).toEqual([expect.stringContaining('its readings fit 84600 s and 0 s a move')])
})

test('a clock that shows more than its time control gives is reported: figures without units are seconds', async () => {
  const { warnings } = await shown(
    `${tags('[TimeControl "90+30"]\n')}1. e4 {[%clk 1:30:21]} 1... e5 {[%clk 0:01:50]} *`,
  )
  expect(warnings).toEqual([
    'e4: the clock shows 1:30:21, more than TimeControl "90+30" gives, whose figures are seconds',
  ])
})

test.each([
  ['1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0–0 0−0 *', '1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *'],
  ['1. e4 e5 Diagram 2. Nf3 *', '1. e4 e5 $220 2. Nf3 *'],
  [
    '1. e4 {[%tqu "En","","e7e5","",10]} 1... e5 {[%x "a, b]",c]} *',
    '1. e4 {[%tqu "En","","e7e5","",10]} 1... e5 {[%x "a, b]",c]} *',
  ],
])('castlings with dashes, words for diagrams and quoted operands are read: %s', async (given, written) => {
  const { warnings, moves } = await shown(`${tags()}${given}`)
  expect([warnings, moves]).toEqual([[], written])
})

test('two zeros at the end of a game that its tag calls lost for both are no castling, with a dash either', async () => {
  for (const [result, marker] of [
    ['0-0', '0-0'],
    ['0–0', '0–0'],
  ]) {
    const { game } = await shown(`${tags('', result)}1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. d3 ${marker}`)
    const state = JSON.parse((await record.request('GET', `/games/${game?.id}`)).text)
    expect([game?.plies, state.result]).toEqual([7, expect.objectContaining({ white: '0', black: '0' })])
  }
})

test('a forfeit that the tag says too ends a game also after its moves', async () => {
  const { warnings, moves } = await shown(`${tags('', '+:-')}1. e4 e5 +/-`)
  expect([moves, warnings.filter((reason) => reason.includes('both are kept'))]).toEqual(['1. e4 e5 1-0', []])
})

test('a forfeit as the record writes it is one, in the tag and as the marker', async () => {
  for (const [written, white, black] of [
    ['+--', '+', '-'],
    ['--+', '-', '+'],
  ]) {
    const { warnings, game } = await shown(`${tags('', written)}${written}`)
    expect(warnings).toEqual([])
    const state = JSON.parse((await record.request('GET', `/games/${game?.id}`)).text)
    expect(state.result).toMatchObject({ white, black })
  }
})

test('a Result that nobody can read is reported, and kept in the record', async () => {
  for (const [said, marker] of [
    ['adjourned', '*'],
    ['White wins', '1-0'],
  ]) {
    const { warnings, tags: written, game } = await shown(`${tags('', said)}1. e4 e5 ${marker}`)
    expect(warnings.filter((each) => each.includes('Result'))).toEqual([
      `Result "${said}" is none that PGN or a tournament program writes; it is kept as a tag of the record`,
    ])
    expect(written).toMatchObject({ Result: marker })
    const events = JSON.parse((await record.request('GET', `/games/${game?.id}/events`)).text)
    expect(JSON.stringify(events)).toContain(`"Result":"${said}"`)
  }
})

test('a PlyCount that counts other moves than the text has is reported', async () => {
  const { warnings, tags: written } = await shown(`${tags('[PlyCount "9"]\n')}1. e4 e5 *`)
  expect(warnings).toContain('the tag PlyCount says 9, and the text has 2: moves may be missing')
  expect(written).toMatchObject({ PlyCount: '2' })
  expect((await shown(`${tags('[PlyCount "2"]\n')}1. e4 e5 *`)).warnings).toEqual([])
})

test.each(['60+0', '40/7200:3600+0'])(
  'the time control %s is in PGN’s own signs, and not reported as words',
  async (said) => {
    const { warnings, tags: written } = await shown(`${tags(`[TimeControl "${said}"]\n`)}1. e4 e5 *`)
    expect([warnings, written['TimeControl']]).toEqual([[], said])
  },
)

test('of a tag that stands twice the first counts, and the second is reported', async () => {
  const { tags: said, warnings } = await shown(`${tags('[White "Other"]\n')}1. e4 *`)
  expect(said).toMatchObject({ White: 'A' })
  expect(warnings).toContain('the tag White stands twice')
})

test('Chess960 without a FEN does not say from which position, and none is written', async () => {
  const { tags: said } = await shown(`${tags('[Variant "chess960"]\n')}1. e4 e5 *`)
  expect(said).toMatchObject({ Variant: 'chess960' })
  expect(Object.keys(said).filter((name) => ['FEN', 'SetUp', 'StartNumber'].includes(name))).toEqual([])
})

test.each([
  ['Date', '2024.02.30', 'a date such as 2024.03.09'],
  ['UTCDate', '2023.13.01', 'a date such as 2024.03.09'],
  ['UTCTime', '25:61:00', 'a time such as 14:30:00'],
  ['Time', 'noon', 'a time such as 14:30:00'],
  ['TimeControl', 'abc', 'a time control such as 40/5400+30:1800+30'],
])('%s "%s" is no value of it: it is told, and comes back as it was written', async (name, value, due) => {
  const text = tags().replace(`[${name} "2024.02.03"]\n`, '').replace(/\n$/, `[${name} "${value}"]\n\n`)
  const { warnings, tags: said } = await shown(`${text}1. e4 *`)
  expect(warnings).toContain(`${name} "${value}" is not ${due}; it is kept as a tag`)
  expect(said).toMatchObject({ [name]: value })
})

test('a result that contradicts a mate keeps no move back, whichever role imports it, and the text is there the next time', async () => {
  const { warnings, tags: said, moves, game } = await shown(`${tags('', '1-0')}1. f3 e5 2. g4 Qh4# 1-0`)
  expect(warnings.join('\n')).toMatch(/the text's result is not entered: .*which the Laws gave/)
  expect(warnings.filter((reason) => /result is entered/.test(reason))).toEqual([])
  expect([game?.outcome, said['Result'], moves]).toEqual([
    'opened',
    '0-1',
    '1. f3 e5 2. g4 Qh4# {[%rec reason,checkmate]} 0-1',
  ])
})

test.each(['Crazyhouse', 'Three-check', 'King of the Hill', 'Antichess', 'Horde', 'Bughouse', 'Shatranj'])(
  '%s is reported by name, kept as text, and nobody is charged',
  async (variant) => {
    const {
      warnings,
      tags: said,
      moves,
      game,
    } = await shown(`${tags(`[Variant "${variant}"]\n`)}1. e4 N@f6 2. Kxe8 bxa1=K *`)
    expect(warnings).toEqual([
      `Variant "${variant}" is another game than chess; its moves are kept as written and not judged`,
    ])
    expect([said['Variant'], moves]).toEqual([variant, '1. e4 N@f6 2. Kxe8 bxa1=K *'])
    const state = await record.json<{ verdicts: unknown[]; moves: unknown[] }>(`/games/${game?.id}`)
    expect([state.verdicts, state.moves]).toEqual([[], []])
  },
)

test.each([
  ['standard', '1. e4 e5 *'],
  ['From Position', '1. e4 e5 *'],
  ['Fischerandom', '1. e4 e5 *'],
  ['', '1. e4 e5 *'],
])('Variant "%s" is chess', async (variant, moves) => {
  const { game } = await shown(`${tags(`[Variant "${variant}"]\n`)}${moves}`)
  const state = await record.json<{ moves: unknown[] }>(`/games/${game?.id}`)
  expect(state.moves).toHaveLength(2)
})

const SAYS_NOTHING = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['Round', '-'],
  ['TimeControl', '?'],
  ['TimeControl', '-'],
  ['Board', '?'],
  ['WhiteElo', '-'],
  ['BlackFideId', '0'],
] as const

test.each(SAYS_NOTHING)('%s "%s" says nothing, is not told, and comes back so', async (name, value) => {
  const own = tags()
  const text = own.includes(`[${name} `)
    ? own.replace(new RegExp(`\\[${name} ".*"\\]`), `[${name} "${value}"]`)
    : own.replace(/\n$/, `[${name} "${value}"]\n\n`)
  const { warnings, tags: said } = await shown(
    `${text.replace('[White "A"]', `[White "${name}${value.length}"]`)}1. e4 *`,
  )
  expect([warnings, said[name]]).toEqual([[], value])
})

test('what a text does not say is not said, with clocks and without', async () => {
  for (const moves of [
    '1. e4 e5 *',
    '1. e4 {[%clk 1:29:30]} e5 {[%clk 1:29:10]} 2. Nf3 {[%clk 1:29:00]} *',
  ]) {
    const { tags: said } = await shown(`[White "${++events}"]\n\n${moves}`)
    const { GameId: _, ...others } = said
    expect(others).toEqual({
      ...{ Event: '?', Site: '?', Date: '????.??.??', Round: '?' },
      ...{ White: String(events), Black: '?', Result: '*' },
    })
  }
})

test.each([
  '1. e4 {a {b} c} e5 2. Nf3 Nc6 3. Bb5 *',
  '1. e4 f5 2. Qh5 ch g6 3. Qxg6 dbl ch *',
  '1. e4 {[%clk 0:10:00]} x e5 Nf3 Nc6 *',
])(
  'nobody is charged with having written too early what a text has and nobody can read: %s',
  async (moves) => {
    const { game } = await shown(`${tags()}${moves}`)
    const state = await record.json<{ verdicts: unknown[] }>(`/games/${game?.id}`)
    expect(state.verdicts).toEqual([])
  },
)

test('SetUp and FEN that do not come together are reported', async () => {
  const fen = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n'
  expect((await shown(`${tags('[SetUp "1"]\n')}1. e4 *`)).warnings).toEqual([
    'SetUp says that a FEN follows, and none does; the moves are played from the usual position',
  ])
  expect((await shown(`${tags(`[SetUp "0"]\n${fen}`)}1. e4 Kd7 *`)).warnings).toEqual([
    'SetUp "0" says that the usual position begins, and there is a FEN; the moves are played from the FEN',
  ])
  expect((await shown(`${tags(`[SetUp "1"]\n${fen}`)}1. e4 Kd7 *`)).warnings).toEqual([])
})

test('lines behind the last game that belong to none are reported', async () => {
  const strays: string[] = []
  const pieces = (async function* () {
    yield `${tags()}1. e4 * (time)\nPrinted by the club\n`
  })()
  for await (const _ of importPgn(record, pieces, {
    now: NOW,
    onStray: ({ line, message }) => strays.push(`${line}: ${message}`),
  }));
  expect(strays).toEqual([expect.stringMatching(/^\d+: lines \d+ to \d+ belong to no game \("\(time\)"\)/)])
})

test.each([
  ['a lone tag', '1. e4 e5 2. Nf3\n[WhiteClock "1:00:00"]\nNc6 3. Bb5 a6 1-0', ['WhiteClock']],
  [
    'tags between blank lines',
    '1. e4 e5 2. Nf3 Nc6\n\n[Annotator "x"]\n[ECO "C60"]\n\n3. Bb5 a6 1-0',
    ['Annotator', 'ECO'],
  ],
  [
    'a tag before the marker',
    '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n[Termination "time forfeit"]\n1-0',
    ['Termination'],
  ],
])('%s among moves that go on is a tag of their game, and told', async (_, moves, names) => {
  const { warnings, tags: written, moves: played } = await shown(`${tags('', '1-0')}${moves}`)
  expect(played).toBe('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0')
  expect(Object.keys(written)).toEqual(expect.arrayContaining(names))
  expect(warnings.filter((reason) => reason.includes('among the moves'))).toEqual(
    names.map(
      (tag) => `the tag ${tag} stands among the moves, which go on behind it; taken as a tag of this game`,
    ),
  )
})

test('tags behind moves without a marker begin a game where moves begin again, or its own tags', () => {
  const two = (between: string) => readPgn(`${tags()}1. e4 e5 2. Nf3\n${between}`)
  const shape = (between: string) => two(between).map(({ tags: own, moves }) => [own.length, moves.length])
  expect(shape('[Annotator "x"]\n\n1. d4 d5 *')).toEqual([
    [7, 3],
    [1, 2],
  ])
  expect(shape('[Annotator "x"]\n[White "C"]\n[Black "D"]\n\n2. d4 d5 *')).toEqual([
    [7, 3],
    [3, 2],
  ])
  expect(shape('[White "C"]\n\nd4 d5 *')).toEqual([
    [7, 3],
    [1, 2],
  ])
  expect(shape('[ECO "x"]\n')).toEqual([[8, 3]])
  expect(shape(`[ECO "x"]\n${tags()}1. d4 *`)).toEqual([
    [7, 3],
    [8, 1],
  ])
  expect(shape('[ECO "x"]\n[ECO "y"]\n2... Nc6 *')).toEqual([[9, 4]])
})

test.each([
  ['castling of zeros alone', '4. O-O Nf6 5. d3 00 6. a3 *'],
  ['castling of long zeros and Greek letters', '4. Ο-Ο Nf6 5. d3 ο–ο 6. a3 *'],
])('%s is castling', async (_, rest) => {
  const { warnings, moves } = await shown(`${tags()}1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 ${rest}`)
  expect([moves, warnings]).toEqual(['1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O 6. a3 *', []])
})

test('a glyph of no number costs no move', async () => {
  const { warnings, moves } = await shown(`${tags()}1. e4 $-1 e5 $ 2. Nf3 *`)
  expect([moves, warnings]).toEqual([
    '1. e4 e5 2. Nf3 *',
    ['"$" without a number; passed over', '"$" without a number; passed over'],
  ])
})

test('a FEN that is wrong only in its counters gives its rights all the same', async () => {
  const start = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -'
  const {
    warnings,
    moves,
    tags: written,
  } = await shown(`${tags(`[SetUp "1"]\n[FEN "${start} 99 -5"]\n`)}1. O-O O-O-O *`)
  expect([moves, written.FEN]).toEqual(['1. O-O O-O-O *', `${start} 99 -5`])
  expect(warnings).toEqual([expect.stringContaining(`; taken as ${start} 99 1`)])
})

test.each([
  ['KQkq - 3 7', 'Qkq - 3 7', '"K" needs a rook'],
  ['HAkq e5 x 7', 'Akq - 0 7'.replace('A', 'Q'), '"H" needs a rook'],
  ['KQkqx - 3 7', 'Qkq - 3 7', 'nor letters of KQkq'],
  ['Qkq - 3 7 bm O-O;', 'Qkq - 3 7', 'a FEN has six'],
])('a FEN loses the rights that cannot be, and nothing else: %s', async (fields, taken, why) => {
  const placement = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w'
  const fen = `${placement} ${fields}`
  const setUp = tags(`[Variant "Standard"]\n[SetUp "1"]\n[FEN "${fen}"]\n`)
  const { warnings, moves, tags: written, game } = await shown(`${setUp}7. O-O-O O-O *`)
  expect([moves, written.FEN]).toEqual(['7. O-O-O O-O *', fen])
  expect(warnings).toEqual([expect.stringContaining(why)])
  expect(warnings[0]).toMatch(new RegExp(`; taken as ${placement} ${taken}$`))
  const strict = (await record.request('GET', `/games/${game?.id}.pgn`)).text
  expect([readPgn(strict)[0]?.moves.length, strict]).toEqual([
    2,
    expect.stringContaining(`[FEN "${placement} ${taken}"]`),
  ])
})

test('a clock time whose minutes or seconds cannot be is reported, counts for no clock, and comes back as it was written', async () => {
  const text = `${tags('[TimeControl "5400"]\n')}1. e4 {[%clk 1:29:50]} e5 {[%clk 25:61:99]} 2. Nf3 {[%clk 1:29:40]} *`
  const { warnings, moves, game } = await shown(text)
  expect(warnings).toContain('%clk "25:61:99" is no time; h:mm:ss is due')
  expect(moves).toBe('1. e4 {[%clk 1:29:50]} 1... e5 {[%clk 25:61:99]} 2. Nf3 {[%clk 1:29:40]} *')
  const { events } = await record.json<{ events: { type: string }[] }>(`/games/${game?.id}/events`)
  expect(events.filter(({ type }) => type === 'clock-read')).toEqual([])
})

test('of a marker that contradicts the tag both are kept, and each view has one result', async () => {
  const { warnings, moves, tags: written, game } = await shown(`${tags('', '1-0')}1. e4 e5 0-1`)
  expect(warnings[0]).toBe('the tag Result says "1-0", the moves end with 0-1; both are kept')
  expect([moves, written.Result]).toEqual(['1. e4 e5 1-0', '1-0'])
  const { events } = await record.json<{ events: { data: { source?: { tags: object } } }[] }>(
    `/games/${game?.id}/events`,
  )
  expect(events[0]?.data.source?.tags).toMatchObject({ '%marker': '0-1' })
  for (const view of ['strict', 'split', 'text']) {
    const { text } = await record.request('GET', `/games/${game?.id}.pgn?view=${view}`)
    expect(readPgn(text)).toMatchObject([{ result: '1-0', problems: [] }])
  }
})

test('control characters are reported, wherever they stand in a game, and taken as blanks', async () => {
  const text = tags().replace('[White "A"]', '[White "A\u0000b"]')
  const { warnings, moves, tags: written } = await shown(`${text}1. e4 {a\u0001b}\te5\u0007 2. Nf3 *`)
  expect(warnings).toEqual(['3 control characters, the first (U+0000) here; taken as blanks'])
  expect([written.White, moves]).toEqual(['A b', '1. e4 {a b} 1... e5 2. Nf3 *'])
})

test('marks of the byte order, returns alone and a tag that the file breaks off cost nothing else', async () => {
  const joined = `\uFEFF${tags()}1. e4 *\n\uFEFF${tags()}1. d4 *\n\n\uFEFF\n${tags()}1. c4 *\n`
  for (const text of [joined, joined.replaceAll('\n', '\r').replaceAll('[Round "1"]', '[Round "2"]')]) {
    const games = await bring(text)
    expect(games.map(({ outcome, plies, warnings }) => [outcome, plies, warnings])).toEqual([
      ...['', '', ''].map(() => ['opened', 1, []]),
    ])
  }
  const [whole, broken] = await bring(`${tags()}1. e4 *\n\n${tags().split('"]\n[Result')[0]}`)
  expect([whole?.warnings, broken?.warnings.map(({ reason }) => reason)]).toEqual([
    [],
    ['the value of Black has no closing quotation mark', 'no moves and no termination marker'],
  ])
})

test('of a value that is left out nothing else is said', async () => {
  const text = `${tags()}1. e4 *`.replace('[White "A"]', `[White "${'W'.repeat(3000)}"]`)
  const { warnings, tags: written } = await shown(text)
  expect(warnings).toEqual(['tags that are long, or called __proto__, are left out: White'])
  expect(written.White).toBe('?')
})
