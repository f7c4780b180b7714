/** Texts with the same tags: which of them are one game, whatever the order and the number of imports. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPgn, tagOf } from '../../domain/pgn/index.ts'
import type { ImportedGame } from '../../functions/ingest/imported-game.ts'
import { trials } from '../kit/trials.ts'
import { openRecord, outcomes } from './record.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples/files', name), 'utf8')

const TAGS =
  '[Event "Match"]\n[Site "Celje SLO"]\n[Date "2026.03.02"]\n[Round "?"]\n[White "Javor"]\n[Black "Lipa"]\n'

interface Text {
  readonly moves: readonly string[]
  readonly result: string
}

const textOf = ({ moves, result }: Text) =>
  `${TAGS}[Result "${result}"]\n\n${moves.map((move, i) => (i % 2 === 0 ? `${i / 2 + 1}. ${move}` : move)).join(' ')} ${result}\n\n`

const text = (moves: string, result: string): string =>
  textOf({ moves: moves.split(' ').filter(Boolean), result })

/** Games of the record, each as its moves and result. */
async function gamesOf(record: Awaited<ReturnType<typeof openRecord>>, imported: readonly ImportedGame[]) {
  const ids = [...new Set(imported.map(({ id }) => id))]
  const texts = await Promise.all(ids.map((id) => record.text(`/games/${id}.pgn?view=text`)))
  return texts.map((each) => each.replace(/\[GameId ".*"\]\n/, '')).sort()
}

test('a mate in seven plies and a forfeit with the same tags are two games', async () => {
  for (const order of ['as it is', 'turned']) {
    const record = await openRecord()
    const whole = sample('same-tags-forfeit.pgn')
    const cut = whole.indexOf('[Event', 1)
    const file = order === 'turned' ? `${whole.slice(cut)}\n${whole.slice(0, cut)}` : whole
    const games = await record.import(file)
    expect(outcomes(games)).toEqual(['opened', 'opened'])
    const states = await Promise.all(games.map(({ id }) => record.get(`/games/${id}`)))
    expect(
      states.map(({ moves, result }) => `${moves.length} plies, ${result.white}–${result.black}`).sort(),
    ).toEqual(['0 plies, 0–1', '7 plies, 1–0'])
    expect(outcomes(await record.import(file))).toEqual(['there', 'there'])
  }
})

test.each([
  [
    'a draw, and a longer one that begins like it',
    text('e4 e5', '1/2-1/2'),
    text('e4 e5 Nf3 Nc6', '1/2-1/2'),
  ],
  ['the same moves with another result', text('e4 e5', '1-0'), text('e4 e5', '0-1')],
  ['a finished game, and one that has gone further and is not', text('e4 e5', '1-0'), text('e4 e5 Nf3', '*')],
  ['two games that are not finished and differ', text('e4 e5', '*'), text('e4 c5', '*')],
])('%s: two games, in either order, in one file or two', async (_, one, other) => {
  for (const files of [[one + other], [other + one], [one, other], [other, one]]) {
    const record = await openRecord()
    const games: ImportedGame[] = []
    for (const file of files) games.push(...(await record.import(file)))
    expect(outcomes(games)).toEqual(['opened', 'opened'])
    expect(games[1]!.warnings.map(({ reason }) => reason)).toContain(
      `the record has another game with the same tags, ${games[0]!.id}; this one goes in as ${games[1]!.id}`,
    )
    expect(outcomes(await record.import(one + other))).toEqual(['there', 'there'])
    expect(outcomes(await record.import(other))).toEqual(['there'])
  }
})

test('an early text of a finished game is there, and a later text of an open one continues it', async () => {
  const early = await openRecord()
  await early.import(text('e4 e5 Nf3', '1-0'))
  expect(outcomes(await early.import(text('e4', '*')))).toEqual(['there'])
  const late = await openRecord()
  expect(outcomes(await late.import(text('e4', '*') + text('e4 e5 Nf3', '1-0')))).toEqual([
    'opened',
    'continued',
  ])
  expect(outcomes(await late.import(text('e4', '*') + text('e4 e5 Nf3', '1-0')))).toEqual(['there', 'there'])
})

test('what a later text says of a game that it continues comes in place of what the earlier one said', async () => {
  const record = await openRecord()
  const tags = (more: string) => `${TAGS}${more}\n`
  const early = `${tags('[Annotator "X"]\n[WhiteElo "2000"]\n')}{so far} 1. e4 {good} *\n`
  const late = `${tags('[ECO "C40"]\n[WhiteElo "2010"]\n')}{whole} 1. e4 e5 $2 2. Nf3 {better} 1-0\n`
  const [game] = await record.import(early)
  await record.import(late)
  await record.import(early)
  const shown = await record.text(`/games/${game!.id}.pgn?view=text`)
  expect(shown).toContain('{whole} 1. e4 e5 $2 2. Nf3 {better} 1-0')
  expect(shown).toContain('[ECO "C40"]')
  expect(shown).toContain('[WhiteElo "2010"]')
  expect(shown).not.toContain('Annotator')
})

test('texts in other letters than those they can be read in are distinguished by what is written', async () => {
  const record = await openRecord()
  const games = await record.import(text('e4 Zf6', '1-0') + text('e4 Zc6', '1-0'))
  expect(outcomes(games)).toEqual(['opened', 'opened'])
})

/** Lines that begin alike, some of which end in mate or go on with what nobody can read. */
const LINES = ['f3 e5 g4 Qh4#', 'f3 e5 g4 d5', 'e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#', 'e4 e5 Zf3 d6', ''].map(
  (line) => line.split(' ').filter(Boolean),
)
const texts = fc
  .tuple(fc.constantFrom(...LINES), fc.nat(7), fc.constantFrom('*', '1-0', '0-1', '1/2-1/2'))
  .map(([line, plies, result]): Text => ({ moves: line.slice(0, plies), result }))
  // A mate decides by itself; a text that says otherwise is the arbiter's to judge.
  .map((each) => (each.moves.at(-1) === 'Qh4#' ? { ...each, result: '0-1' } : each))
  .map((each) => (each.moves.at(-1) === 'Qxf7#' ? { ...each, result: '1-0' } : each))

const begins = (one: Text, other: Text) => one.moves.every((move, i) => other.moves[i] === move)
const isWithin = (one: Text, other: Text) =>
  begins(one, other) &&
  (one.result === '*' || (one.moves.length === other.moves.length && one.result === other.result))

test('whatever the order, the split and the repetition, the record has the games that no other text continues', async () => {
  const order = fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { minLength: 2, maxLength: 6 }),
      order,
      fc.nat(5),
      async (given, keys, cut) => {
        const whole = await openRecord()
        const once = await gamesOf(whole, await whole.import(given.map(textOf).join('')))
        const distinct = new Map(given.map((each) => [textOf(each), each]))
        const games = [...distinct.values()].filter(
          (each) => ![...distinct.values()].some((other) => other !== each && isWithin(each, other)),
        )
        expect(once).toHaveLength(games.length)

        const shuffled = given.map((each, i) => ({ each, key: keys[i]! })).sort((a, b) => a.key - b.key)
        const parts = [shuffled.slice(0, cut), shuffled.slice(cut), shuffled]
        const split = await openRecord()
        const imported: ImportedGame[] = []
        for (const part of parts)
          imported.push(...(await split.import(part.map(({ each }) => textOf(each)).join(''))))
        expect(await gamesOf(split, imported)).toEqual(once)
        const last = imported.slice(imported.length - given.length)
        expect(new Set(outcomes(last))).toEqual(new Set(['there']))
      },
    ),
    { numRuns: trials(20, 300) },
  )
}, 120_000)

test('an export is there without a warning, its illegal castlings and the reason of its end included', async () => {
  const games: readonly (readonly [moves: string, warnings: number])[] = [
    ['1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Ke2 Nf6 5. Ke1 d6 6. O-O a6 7. d3 *', 1],
    ['1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. Rg1 h6 5. O-O d6 6. a3 *', 1],
    ['1. d4 d5 2. Bf4 Bf5 3. O-O-O Nc6 *', 1],
    ['1. f3 e5 2. g4 Qh4# 0-1', 0],
    ['1. f3 {so} e5 2. g4 {[%cal Gd8h4] weak} Qh4# {[%csl Rh4] mate} 0-1', 0],
    ['1. f3 e5 2. g4 Qh4# 3. O-O-O 0-1', 1],
  ]
  for (const [moves, warnings] of games) {
    const record = await openRecord()
    const [game] = await record.import(`${TAGS}\n${moves}\n`)
    const written = await record.text(`/games/${game!.id}.pgn?view=text`)
    const words = (pgn: string) => readPgn(pgn)[0]!.moves.map(({ text }) => text)
    expect(words(written)).toEqual(words(moves))
    const [again] = await record.import(written)
    expect([again!.outcome, again!.warnings.length], written).toEqual(['there', warnings])
  }
})

test('castling that a text writes by the squares of its king is the castling of another text', async () => {
  const record = await openRecord()
  const moves = (castling: string) => `${TAGS}\n1. e4 e5 2. Nf3 Nc6 3. Ke2 a6 4. Ke1 h6 5. ${castling} d6 *\n`
  await record.import(moves('Ke1-e2'))
  const [castled] = await record.import(moves('O-O-O'))
  expect(castled!.outcome).toBe('opened')
  expect(outcomes(await record.import(moves('Ke1-c1') + moves('e1c1')))).toEqual(['there', 'there'])
})

test('the same game with other tags or comments is there, and what it says otherwise is reported', async () => {
  const record = await openRecord()
  const game = (more: string, comment = '') => `${TAGS}${more}\n1. e4 ${comment}e5 *\n\n`
  await record.import(game(''))
  const reasons = async (text: string) =>
    (await record.import(text)).map(({ outcome, warnings }) => [
      outcome,
      ...warnings.map(({ reason }) => reason),
    ])
  expect(await reasons(game(''))).toEqual([['there']])
  const reported = (names: string) => [
    [
      'there',
      `the record has this game with other words for ${names}; they stay, and can be corrected there`,
    ],
  ]
  expect(await reasons(game('[TimeControl "5400+30"]\n'))).toEqual(reported('TimeControl'))
  expect(await reasons(game('[WhiteElo "2100"]\n[ECO "C20"]\n', '{good} '))).toEqual(
    reported('ECO, WhiteElo, comments'),
  )
})

test('another round or board that a text names for a game on record is reported, and the record stays', async () => {
  const seat = (round: string, board: string) =>
    `[Event "E"]\n[Date "2024.01.01"]\n[Round "${round}"]\n[White "A"]\n[Black "C"]\n${board}[GameId "g1"]\n\n1. e4 *\n\n`
  const record = await openRecord()
  expect(outcomes(await record.import(seat('1', '[Board "3"]\n'), 'T'))).toEqual(['opened'])
  const said = async (round: string, board: string) =>
    (await record.import(seat(round, board), 'T')).map(({ outcome, warnings }) => [
      outcome,
      warnings.map(({ reason }) => reason),
    ])
  for (const [round, board] of [
    ['1', '[Board "3"]\n'],
    ['?', ''],
    ['-', ''],
    ['1', ''],
  ] as const)
    expect(await said(round, board)).toEqual([['there', []]])
  const [[outcome, [reason]]] = (await said('2', '[Board "4"]\n')) as [[string, string[]]]
  expect([outcome, reason]).toEqual(['there', expect.stringContaining('Board, Round')])
  expect(await record.text('/games/g1.pgn')).toContain('[Round "1"]')
})

test('a time control that a later text names comes out as its own, and the inferred one never does', async () => {
  const record = await openRecord()
  const clocked = (more: string, moves: string) => `${TAGS}${more}\n${moves} *\n\n`
  const early = clocked('', '1. e4 {[%clk 0:09:58]} e5 {[%clk 0:09:57]}')
  const late = clocked(
    '[TimeControl "600"]\n',
    '1. e4 {[%clk 0:09:58]} e5 {[%clk 0:09:57]} 2. Nf3 {[%clk 0:09:51]}',
  )
  const [game] = await record.import(early)
  expect(await record.text(`/games/${game!.id}.pgn`)).not.toContain('TimeControl')
  expect(outcomes(await record.import(late))).toEqual(['continued'])
  expect(await record.text(`/games/${game!.id}.pgn`)).toContain('[TimeControl "600"]')
  expect(await record.get(`/games/${game!.id}`)).toMatchObject({ moves: [{}, {}, { san: 'Nf3' }] })
  const { events } = await record.get(`/games/${game!.id}/events`)
  expect(events.at(-1)).toMatchObject({
    type: 'details-corrected',
    data: { fields: { timeControl: { periods: [{ time: 600_000 }] } } },
  })
  expect((await record.import(late)).map(({ outcome, warnings }) => [outcome, warnings])).toEqual([
    ['there', []],
  ])
})

test('a later text that says where and when a game is played, of which the earlier one said nothing, is followed', async () => {
  const named = '[GameId "g1"]\n[White "A"]\n[Black "C"]\n'
  const early = `[Round "?"]\n${named}\n1. e4 *\n\n`
  const place = { Event: 'Open', Site: 'Hall', Date: '2024.02.03', Round: '1.2', Board: '2' }
  for (const left of ['Board', 'Round', 'none'])
    for (const tournament of [undefined, 'T']) {
      const given = Object.entries(place).filter(([name]) => name !== left)
      const late = `${given.map(([name, value]) => `[${name} "${value}"]\n`).join('')}${named}\n1. e4 e5 1/2-1/2\n\n`
      const record = await openRecord()
      expect(outcomes(await record.import(early, tournament))).toEqual(['opened'])
      expect(outcomes(await record.import(late, tournament))).toEqual(['continued'])
      const [back] = readPgn(await record.text('/games/g1.pgn?view=text'))
      const shown = Object.keys(place).map((name) => [name, tagOf(back!, name)])
      const due = { ...place, Board: undefined, Round: '?', ...Object.fromEntries(given) }
      expect(Object.fromEntries(shown)).toEqual(due)
      expect(
        (await record.import(late, tournament)).map(({ outcome, warnings }) => [outcome, warnings]),
      ).toEqual([['there', []]])
    }
})

/** A text with the tags that seat a game in a tournament, so that boards and rounds are named twice, late or not at all. */
const seated = fc
  .record({
    game: texts,
    round: fc.constantFrom('1', '1.1', '1.2', '?', '2', '-'),
    white: fc.constantFrom('A', 'B'),
    black: fc.constantFrom('C', 'D'),
    more: fc.constantFrom('', '[Board "1"]\n', '[Board "2"]\n', '[GameId "g1"]\n'),
  })
  .map(({ game, round, white, black, more }) =>
    textOf(game).replace(
      TAGS,
      // Texts that name one game, and two rounds of it, contradict each other: the first counts, so that their order does.
      `[Event "E"]\n[Date "2024.01.01"]\n[Round "${more.includes('GameId') ? '1' : round}"]\n[White "${white}"]\n[Black "${black}"]\n${more}`,
    ),
  )

test('whatever boards and rounds texts name, a tournament has the same games with the same tags in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(seated, { minLength: 3, maxLength: 7 }),
      fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
      async (given, keys) => {
        const whole = await openRecord()
        const once = await gamesOf(whole, await whole.import(given.join(''), 'T'))
        const shuffled = given.map((each, i) => ({ each, key: keys[i]! })).sort((a, b) => a.key - b.key)
        const split = await openRecord()
        const imported: ImportedGame[] = []
        for (const part of [shuffled.slice(0, 3), shuffled.slice(3), shuffled])
          imported.push(...(await split.import(part.map(({ each }) => each).join(''), 'T')))
        expect(await gamesOf(split, imported)).toEqual(once)
        expect(new Set(outcomes(imported.slice(imported.length - given.length)))).toEqual(new Set(['there']))
      },
    ),
    { numRuns: trials(10, 200) },
  )
}, 120_000)
