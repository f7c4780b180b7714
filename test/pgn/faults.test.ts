import { expect, test } from 'vitest'
import { createPgnReader, type PgnGame, type PgnProblem, readPgn, tagOf } from '../../domain/pgn/index.ts'
import { one, saying, sentences, texts } from './kit.ts'

test.each([
  ['[Event "The \\"Old Mill\\" Open"]', 'The "Old Mill" Open', ''],
  ['[Event "C:\\\\pgn"]', 'C:\\pgn', ''],
  ['[Event "C:\\pgn"]', 'C:\\pgn', ''],
  ['[ Event  "x" ]', 'x', ''],
  ['[Event"x"]', 'x', ''],
  ['[Event ""]', '', ''],
  ['[Event "a ] b"]', 'a ] b', ''],
  ['[Event "The "Old Mill" Open"]', 'The "Old Mill" Open', 'quotation marks without a backslash'],
  ['[Event "x"', 'x', 'no closing bracket'],
  ['[Event "x]', 'x', 'no closing quotation mark'],
  ['[Event "x', 'x', 'no closing quotation mark'],
])('the tag %s is read', (line, value, problem) => {
  const game = one(`${line}\n[Site "y"]\n\n1. e4 *`)
  expect(game.tags).toEqual([
    ['Event', value],
    ['Site', 'y'],
  ])
  expect(saying(game)).toContain(problem)
  expect(game.problems.length).toBe(problem === '' ? 0 : 1)
})

test('several tags of one line, a bare value and a tag twice are kept', () => {
  const game = one('[Event "x"][Site "y"]\n[Round 3]\n[Site "z"]\n\n1. e4 *')
  expect(game.tags.map((tag) => tag.join('='))).toEqual(['Event=x', 'Site=y', 'Round=3', 'Site=z'])
  expect(saying(game)).toContain('Round stands without quotation marks')
  expect(saying(game)).toContain('the tag Site stands twice')
})

test('an Event without quotation marks begins a game where a line of tags follows it, with its bracket or without', () => {
  const games = readPgn(
    '[Event x]\n[White A]\n\n1. e4 1-0\n\n[Event y\n[White B\n[Black "C"]\n\n1. d4 *\n\n[Event cancelled]\n\n[Event "z"]\n\n1. c4 *',
  )
  expect(games.map((game) => [game.tags.map((tag) => tag.join('=')).join(), texts(game)])).toEqual([
    ['Event=x,White=A', 'e4'],
    ['Event=y,White=B,Black=C', 'd4'],
    ['Event=z', 'c4'],
  ])
  expect(games.map(saying)).toEqual([
    expect.stringContaining('the value of Event stands without quotation marks'),
    expect.stringContaining('the tag Event has no closing bracket'),
    expect.stringContaining('belongs to no game ("[Event cancelled]")'),
  ])
  expect(games.map(saying).slice(0, 2).join()).not.toContain('belong')
})

test('elements of HTML before and among the moves are passed over and named', () => {
  const [game, ...others] = readPgn(
    '[Event "x"]\n\n<p>1. e4 e5<br/>\n2. Nf3 <a href="#m3">Nc6</a></p> < 1-0\n',
  )
  expect([texts(game!), game!.result, others]).toEqual(['e4 e5 Nf3 Nc6', '1-0', []])
  const passed = ['<p>', '<br/>', '<a href="#m3">', '</a>', '</p>', '<']
  expect(game!.problems.map(({ message }) => message)).toEqual(
    passed.map((sign) => `"${sign}" stands alone in the moves; passed over`),
  )
})

test('a marker with blanks ends a game at the end of its line, wherever the text is cut, and no other number does', () => {
  const text =
    '[Event "a"]\n\n1. e4 e5 1 - 0\n\n[Event "b"]\n\n1 d4 d5 2 c4 0 – 1 \n\n[Event "c"]\n\n1 e4 1 -- *\n'
  const expected = [
    ['e4 e5', '1-0'],
    ['d4 d5 c4', '0-1'],
    ['e4 --', '*'],
  ]
  for (let cut = 0; cut <= text.length; cut++) {
    const games: PgnGame[] = []
    const reader = createPgnReader((game) => games.push(game))
    for (const piece of [text.slice(0, cut), text.slice(cut)]) reader.write(piece)
    reader.end()
    expect([cut, games.map((game) => [texts(game), game.result])]).toEqual([cut, expected])
  }
  expect(readPgn(text).map(({ problems }) => problems.length)).toEqual([0, 0, 0])
})

test('games without movetext, without marker and without tags are games', () => {
  const games = readPgn(
    '[Event "a"]\n[Result "*"]\n\n[Event "b"]\n\n1. e4 e5\n\n[Event "c"]\n\n1. d4 d5 *\n\n1. c4 c5 1-0\n2. Nf3',
  )
  expect(games.map((game) => [game.tags[0]?.[1], texts(game), game.result])).toEqual([
    ['a', '', '*'],
    ['b', 'e4 e5', '*'],
    ['c', 'd4 d5', '*'],
    [undefined, 'c4 c5', '1-0'],
    [undefined, 'Nf3', '*'],
  ])
  expect(saying(games[0]!)).toContain('no moves and no termination marker')
  expect(saying(games[1]!)).toContain('no termination marker after the last move')
})

test('numbers that begin again after a blank line begin another game', () => {
  const games = readPgn('1. e4 e5 2. Nf3\n\n1. d4 d5\n\n2. c4 1-0')
  expect(games.map(texts)).toEqual(['e4 e5 Nf3', 'd4 d5 c4'])
})

test('what belongs to no game is said with the game after it, in one line', () => {
  const games = readPgn(
    'Round 3, as sent by the organisers\nsee also page 4\n\n[Event "a"]\n\n1. e4 *\nPrinted 12.5.\n* * *\n\n[Event "b"]\n\n1. d4 *',
  )
  expect(games.map(texts)).toEqual(['e4', 'd4'])
  expect(sentences(games[0]!.problems)).toEqual([
    { line: 1, message: expect.stringContaining('lines 1 to 2 belong to no game ("Round 3, as') },
  ])
  expect(sentences(games[1]!.problems)).toEqual([
    { line: 7, message: expect.stringContaining('lines 7 to 8 belong to no game') },
  ])
})

test('a text that is no PGN at all gives no game, and says so', () => {
  const games: PgnGame[] = []
  const strays: PgnProblem[] = []
  const reader = createPgnReader(
    (game) => games.push(game),
    (problem) => strays.push(problem),
  )
  reader.write('Dear arbiter,\n\nplease find the games enclosed.\n{"json": true}\n')
  reader.end()
  expect(games).toEqual([])
  expect(sentences(strays)).toEqual([{ line: 1, message: expect.stringContaining('Dear arbiter') }])
})

test('a line of prose between tags and moves is passed over with a problem', () => {
  const game = one('[Event "x"]\nbroadcast by the club\n\n1. e4 *')
  expect(texts(game)).toBe('e4')
  expect(sentences(game.problems)).toEqual([
    { line: 2, message: expect.stringContaining('"broadcast by the club"') },
  ])
})

test('a comment that nobody closed ends where the next tags begin', () => {
  const games = readPgn('[Event "a"]\n\n1. e4 {good\n\n[Event "b"]\n\n1. d4 {fine} d5 *\n')
  expect(games.map(texts)).toEqual(['e4', 'd4 d5'])
  expect(games[0]!.moves[0]!.comments).toEqual(['good'])
  expect(games[0]!.problems[0]).toMatchObject({
    line: 3,
    message: expect.stringContaining('without its closing brace'),
  })
  expect(games[1]!.startLine).toBe(5)
})

test('a comment may hold what looks like a tag where no blank line is before it', () => {
  const game = one('1. e4 {see\n[Event "b"]\n} e5 *')
  expect(texts(game)).toBe('e4 e5')
})

test('a variation that nobody closed ends where the next tags begin', () => {
  const games = readPgn('[Event "a"]\n\n1. e4 (1. d4 {x\n\n[Event "b"]\n\n1. c4 c5 *\n')
  expect(games.map(texts)).toEqual(['e4', 'c4 c5'])
  expect(games[0]!.problems[0]!.message).toContain('without its closing bracket')
})

test('signs that stand alone are passed over with their line', () => {
  const game = one('1. e4 )\n] } > e5 "x" *')
  expect(texts(game)).toBe('e4 e5 x')
  expect(game.problems.map(({ line }) => line)).toEqual([1, 2, 2, 2, 2, 2])
})

test('a command that lost its braces is a comment', () => {
  const game = one('1. e4 [%clk 0:15:00] e5 *')
  expect(texts(game)).toBe('e4 e5')
  expect(game.moves[0]!.clk).toBe(900000)
  expect(saying(game)).toContain('without braces')
})

test('texts that are no moves stay where they stand, the null move too', () => {
  const game = one('1. e4 e5 2. -- Nf6 3. resigns Z0 *')
  expect(texts(game)).toBe('e4 e5 -- Nf6 resigns Z0')
})

test('what is too long is cut, said, and does not hide the next game', () => {
  const long = 'x'.repeat(70_000)
  const games = readPgn(
    `[Event "a"]\n\n1. e4 {${long}} e5 (1... c5 {${long}}) 2. ${'N'.repeat(300)} *\n\n[Event "b"]\n\n1. d4 *`,
  )
  expect(games.map((game) => game.moves.length)).toEqual([3, 1])
  expect(games[0]!.moves[0]!.comments[0]!.length).toBeLessThanOrEqual(65_536)
  expect(saying(games[0]!)).toContain('a comment of more than 65536 characters')
  expect(saying(games[0]!)).toContain('a variation of more than 65536 characters')
  expect(saying(games[0]!)).toContain('a word of more than 255 characters')
})

test('an indented tag after a game without a marker begins a game, whatever the pieces of the text', () => {
  const text = '  [Event "a"]\n\n1. e4 e5\n\n \t[Event "b"]\n  [White "B"]\n\n1. d4 [%clk 0:01:00] *\n'
  for (const size of [1, 2, 5, text.length]) {
    const games: PgnGame[] = []
    const reader = createPgnReader((game) => games.push(game))
    for (let at = 0; at < text.length; at += size) reader.write(text.slice(at, at + size))
    reader.end()
    expect(games.map((game) => [tagOf(game, 'Event'), texts(game), game.startLine])).toEqual([
      ['a', 'e4 e5', 1],
      ['b', 'd4', 5],
    ])
  }
})

test('signs of printed collections stand beside moves and end no reading', () => {
  const game = one('1. e4 N e5 D 2. Nf3 RR □ Nc6 = 3. Bb5 ∆ a6 N! *')
  expect(texts(game)).toBe('e4 e5 Nf3 Nc6 Bb5 a6')
  expect(game.moves.map(({ nags }) => nags)).toEqual([[146], [220], [145, 7], [10], [140], [146, 1]])
  expect(game.problems).toEqual([])
})

test('signs of evaluation glued to a move are glyphs of that move', () => {
  const game = one(
    '1. e4! e5 2. Nf3‼ Nc6⁇ 3. Bc4⁉ Nf6⁈ 4. Ng5□ Bc5= 5. Nxf7∞ Bxf2+⩲ 6. Kxf2⩱ Nxe4+± 7. Kg1∓ Qh4+− 8. g3-+ O-O+/= *',
  )
  expect(texts(game)).toBe('e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 Bc5 Nxf7 Bxf2+ Kxf2 Nxe4+ Kg1 Qh4 g3 O-O')
  expect(game.moves.map(({ nags }) => nags[0] ?? 0)).toEqual([
    1, 0, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16, 17, 18, 19, 14,
  ])
  expect(game.problems).toEqual([])
})

test('a move may have the number 0', () => {
  const game = one('[FEN "8/7R/R3B3/4r1pP/p4k2/8/6PK/r7 w - - 0 0"]\n\n0. Rha7 $2 0-1\n')
  expect([texts(game), game.result]).toEqual(['Rha7', '0-1'])
  expect(texts(one('1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 0-1'))).toBe('e4 e5 Nf3 Nf6 Bc4 Bc5 0-0 0-0')
})

test('after a blank line Event begins a game, also where the one before it has no Event and no moves', () => {
  const heading = (round: string) => `[Round "${round}"]\n[White "W${round}"]\n[Result "1-0"]\n\n`
  const games = readPgn(`${heading('1.3')}${heading('1.2')}[Event "Round 1"]\n${heading('1.1')}`)
  expect(games.map(({ tags }) => Object.fromEntries(tags)['White'])).toEqual(['W1.3', 'W1.2', 'W1.1'])
  expect(readPgn('[Site "Hall"]\n\n[Event "Open"]\n\n1. e4 *\n')).toHaveLength(1)
})

test('a comment or a glyph behind the marker belongs to the game that has ended, whatever the pieces of the text', () => {
  const text =
    '[Event "a"]\n\n1. e4 e5 1-0 {Black resigned} $18\n{on time?}\n\n{b begins}\n[Event "b"]\n\n1. d4 * ; adjourned\n'
  for (const size of [1, 3, 7, text.length]) {
    const games: PgnGame[] = []
    const strays: PgnProblem[] = []
    const reader = createPgnReader(
      (game) => games.push(game),
      (problem) => strays.push(problem),
    )
    for (let at = 0; at < text.length; at += size) reader.write(text.slice(at, at + size))
    reader.end()
    expect(
      games.map((game) => [texts(game), game.result, game.moves.at(-1)!.comments, game.moves.at(-1)!.nags]),
    ).toEqual([
      ['e4 e5', '1-0', ['Black resigned', 'on time?'], [18]],
      ['d4', '*', ['adjourned'], []],
    ])
    expect(games.map(({ before }) => before.comments)).toEqual([[], ['b begins']])
    expect([strays, ...games.map(({ problems }) => problems)]).toEqual([[], [], []])
  }
})

test('a mark of the byte order in the middle, where files were joined, hides no tag', () => {
  for (const end of [
    '',
    ' 1-0',
    ' {good',
    ' (1... c5',
    ' (1... c5 {good',
    ` {${'x'.repeat(70_000)}`,
    ` (${'x '.repeat(35_000)}`,
  ])
    for (const indent of ['\uFEFF', '', ' \t']) {
      const games = readPgn(`\uFEFF[Event "a"]\n\n1. e4 e5${end}\n\n${indent}[Event "b"]\n\n1. d4 d5 *\n`)
      expect(games.map((game) => [tagOf(game, 'Event'), texts(game), game.startLine])).toEqual([
        ['a', 'e4 e5', 1],
        ['b', 'd4 d5', 5],
      ])
    }
})

test('blanks of every width and marks that nobody sees part words', () => {
  const game = one('\u200e1.\u2009e4\u2003e5\u3000\u200f2.\u202fNf3\u200b Nc6\u2060 *')
  expect([texts(game), game.problems]).toEqual(['e4 e5 Nf3 Nc6', []])
})

test('values in printed quotation marks are values, and begin games', () => {
  const games = readPgn(
    '[Event “Open”]\n[White „Kovač, J“]\n\n1. e4 e5\n\n[Event “Open”]\n[White "B”]\n\n1. d4 *\n',
  )
  expect(games.map((game) => [tagOf(game, 'Event'), tagOf(game, 'White'), texts(game)])).toEqual([
    ['Open', 'Kovač, J', 'e4 e5'],
    ['Open', 'B”', 'd4'],
  ])
  expect(saying(games[0]!)).toContain('the value of Event stands in printed quotation marks')
})

test('numbers that begin again with a line begin another game; in the middle of a line they are reported', () => {
  expect(readPgn('1. e4 e5 2. Nf3\n1. d4 d5 2. c4\n1. c4 *').map(texts)).toEqual([
    'e4 e5 Nf3',
    'd4 d5 c4',
    'c4',
  ])
  const game = one('1. e4 e5 2. Nf3 1. d4 *')
  expect([texts(game), saying(game)]).toEqual([
    'e4 e5 Nf3 d4',
    expect.stringContaining('move number 1 where'),
  ])
})

test('files that were joined without a line break are two games, in whatever pieces they come', () => {
  const text = '[Event "a"]\n\n1. e4 e5[Event "b"]\n[White "B"]\n\n1. d4 [%clk 0:01:00] [see Event "c"] *\n'
  for (const size of [1, 2, 5, text.length]) {
    const games: PgnGame[] = []
    const reader = createPgnReader((game) => games.push(game))
    for (let at = 0; at < text.length; at += size) reader.write(text.slice(at, at + size))
    reader.end()
    expect(games.map((game) => [tagOf(game, 'Event'), tagOf(game, 'White'), texts(game)])).toEqual([
      ['a', undefined, 'e4 e5'],
      ['b', 'B', 'd4'],
    ])
  }
})

test('more tags than a game may have are reported', () => {
  const game = one(`${Array.from({ length: 1002 }, (_, k) => `[Tag${k} "v"]\n`).join('')}\n1. e4 *`)
  expect([game.tags.length, texts(game), saying(game)]).toEqual([
    1000,
    'e4',
    'more than 1000 tags; the rest is left out',
  ])
})

test('a reading above thirty days is none: it is reported and kept as it was written', () => {
  const game = one('1. e4 {[%clk 999:00:00]} e5 {[%clk 720:00:00]} *')
  expect(game.moves.map(({ clk, commands }) => [clk, commands.map(({ operands }) => operands)])).toEqual([
    [undefined, [['999:00:00']]],
    [720 * 3_600_000, []],
  ])
  expect(saying(game)).toContain('%clk "999:00:00" is no time')
})

test('a line of a tag that is too long costs the rest of the line, wherever the text is cut', () => {
  const text = `[Event "x"]\n[Annotator "${'a'.repeat(70_000)}"] [Site "s"]\n[White "A"]\n\n1. e4 *\n\n[Event "y"]\n\n1. d4 *`
  for (const size of [1000, 8192, 8193, 65_536, text.length]) {
    const games: PgnGame[] = []
    const reader = createPgnReader((game) => games.push(game))
    for (let at = 0; at < text.length; at += size) reader.write(text.slice(at, at + size))
    reader.end()
    expect(
      games.map((game) => [tagOf(game, 'Annotator')?.length, tagOf(game, 'White'), texts(game)]),
    ).toEqual([
      [8192 - '[Annotator "'.length, 'A', 'e4'],
      [undefined, undefined, 'd4'],
    ])
    expect(saying(games[0]!)).toBe(
      'the line of the tag Annotator has more than 8192 characters; the rest of it is left out',
    )
  }
})

test.each([
  [
    '70,000 characters of moves',
    Array.from({ length: 8000 }, (_, i) => `${i + 1}. Nf3 Nf6`).join(' '),
    16_000,
  ],
  ['70,000 characters of an escape line', `1. e4\n% ${'x '.repeat(35_000)}\n1... e5`, 2],
  ['70,000 characters behind a semicolon', `1. e4 ; ${'x '.repeat(35_000)}\n1... e5`, 2],
])('a line of %s', (_, moves, plies) => {
  const games = readPgn(`[Event "x"]\n\n${moves} *\n\n[Event "y"]\n\n1. d4 *`)
  expect(games.map((game) => game.moves.length)).toEqual([plies, 1])
})
