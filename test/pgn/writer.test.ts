import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPgn, type WritableGame, writePgn, writePgnFile } from '../../domain/pgn/index.ts'
import { trials } from '../kit/trials.ts'

const bare: WritableGame = { tags: [], moves: [], result: '*' }
const movetext = (game: Partial<WritableGame>): string =>
  writePgn({ ...bare, ...game })
    .split('\n\n')[1]!
    .replace(/\n$/, '')
const moves = (text: string): WritableGame['moves'] => text.split(' ').map((word) => ({ text: word }))

test('a game of which nothing is known has the seven tags and its marker', () => {
  expect(writePgn(bare)).toBe(
    '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n*\n',
  )
})

test('the marker fills a Result that nobody gave', () => {
  expect(writePgn({ ...bare, result: '1-0' })).toContain('[Result "1-0"]')
})

test('the roster comes first, known tags in a fixed order, others in ASCII order', () => {
  const names = [
    'Zeta',
    'Mode',
    'Annotator',
    'Round',
    'FEN',
    'WhiteElo',
    'Event',
    'SetUp',
    'TimeControl',
    'ePGN',
  ]
  const text = writePgn({ ...bare, tags: names.map((name) => [name, 'x'] as const) })
  expect([...text.matchAll(/^\[(\w+)/gm)].map(([, name]) => name)).toEqual([
    ...['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'],
    ...['WhiteElo', 'TimeControl', 'SetUp', 'FEN', 'Mode', 'Annotator', 'Zeta', 'ePGN'],
  ])
})

test('quotation marks and backslashes are escaped, line breaks are not written', () => {
  expect(writePgn({ ...bare, tags: [['Event', 'The "Old\nMill" C:\\pgn']] })).toContain(
    '[Event "The \\"Old Mill\\" C:\\\\pgn"]\n',
  )
})

test('Black’s number is written only after something else', () => {
  expect(movetext({ moves: moves('e4 e5 Nf3') })).toBe('1. e4 e5 2. Nf3 *')
  expect(movetext({ moves: [{ text: 'e4', nags: [1] }, { text: 'e5' }, { text: 'Nf3' }] })).toBe(
    '1. e4 $1 1... e5 2. Nf3 *',
  )
  expect(movetext({ moves: [{ text: 'e4', variations: ['1. d4'] }, { text: 'e5' }] })).toBe(
    '1. e4 (1. d4) 1... e5 *',
  )
  expect(movetext({ moves: [{ text: 'e4', comments: ['x'] }, { text: 'e5' }] })).toBe('1. e4 {x} 1... e5 *')
})

test('numbers go on from the starting position', () => {
  const tags = [['FEN', '4k3/8/8/8/8/8/8/4K2R b K - 3 17']] as const
  expect(movetext({ tags, moves: moves('Kd7 O-O Kc6') })).toBe('17... Kd7 18. O-O Kc6 *')
})

test('times come first and in one comment with what else there is', () => {
  const move = {
    text: 'e4',
    clk: 5428000,
    emt: 2500,
    nags: [14],
    commands: [
      { name: 'x', operands: ['a, b', 'c'] },
      { name: 'y', operands: [] },
    ],
    comments: ['good', 'really'],
  }
  expect(movetext({ moves: [move] })).toBe(
    '1. e4 $14 {[%clk 1:30:28][%emt 0:00:02.5][%x "a, b",c][%y] good} {really} *',
  )
})

test('what stands before the first move is written before it', () => {
  expect(movetext({ before: { comments: ['Round 1'] }, moves: moves('e4') })).toBe('{Round 1} 1. e4 *')
})

test('a comment cannot end itself, be a command, or make a line an escape', () => {
  const text = movetext({ moves: [{ text: 'e4', comments: ['a } b [%clk 0:00:00]'] }] })
  expect(text).toBe('1. e4 {a ) b [ %clk 0:00:00]} *')
  expect(readPgn(text)[0]!.moves[0]!.clk).toBeUndefined()
  const percent = movetext({ moves: [{ text: 'e4', comments: [`${'x'.repeat(70)} % of all`] }] })
  expect(percent).not.toMatch(/^%/m)
})

test('lines have fewer than 80 characters, none begins or ends with a blank', () => {
  const filled = Array.from({ length: 200 }, (_, index) => ({
    text: 'Qa1xb2+',
    clk: 5428000,
    emt: 2000,
    comments: ['words and '.repeat(index % 9)],
  }))
  const text = writePgn({ ...bare, moves: filled })
  for (const line of text.split('\n')) {
    expect(line.length).toBeLessThan(80)
    expect(line.trim()).toBe(line)
  }
  expect(text.split('\n').some((line) => line.length === 79)).toBe(true)
})

test('games of a file have a blank line between them', () => {
  expect(writePgnFile([bare, bare])).toBe(`${writePgn(bare)}\n${writePgn(bare)}`)
})

const word = fc.string({ unit: fc.constantFrom(...'abcXY019 .,:()[]%{"\\\'éш'), minLength: 1, maxLength: 30 })
const text = word.map((given) => given.replace(/\s+/g, ' ').trim()).filter((given) => given !== '')
const annotations = {
  clk: fc.option(fc.nat(1e8), { nil: undefined }),
  emt: fc.option(fc.nat(1e8), { nil: undefined }),
  nags: fc.array(fc.nat(255), { maxLength: 2 }),
  comments: fc.array(text, { maxLength: 2 }),
}
const games = fc.record({
  tags: fc.uniqueArray(fc.tuple(fc.constantFrom('Event', 'White', 'Zeta', 'FEN', 'Result'), text), {
    selector: ([name]) => name,
  }),
  before: fc.record({ nags: fc.constant([]), comments: annotations.comments }),
  moves: fc.array(fc.record({ text: fc.constantFrom('e4', 'Nf3', 'O-O', 'exd6', '--'), ...annotations }), {
    maxLength: 30,
  }),
  result: fc.constantFrom('1-0', '0-1', '1/2-1/2', '*', '1/2-0', '+:-'),
}) as fc.Arbitrary<WritableGame>

test('what is written is read back, and written again to the same bytes', () => {
  fc.assert(
    fc.property(games, (game) => {
      const written = writePgn(game)
      const [read, ...more] = readPgn(written)
      expect(more).toEqual([])
      expect(read!.moves.map(({ text, clk, emt, nags }) => ({ text, clk, emt, nags }))).toEqual(
        game.moves.map(({ text, clk, emt, nags }) => ({ text, clk, emt, nags })),
      )
      expect(read!.result).toBe(game.result)
      expect(writePgn(read!)).toBe(written)
    }),
    { numRuns: trials(500) },
  )
})
