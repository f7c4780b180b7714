import { expect, test } from 'vitest'
import { createPgnReader, type PgnGame, type PgnProblem, readPgn } from '../../domain/pgn/index.ts'

/** The only game of a text. */
function one(text: string): PgnGame {
  const games = readPgn(text)
  expect(games.length).toBe(1)
  return games[0]!
}

const texts = (game: PgnGame): string => game.moves.map(({ text }) => text).join(' ')
const saying = (game: PgnGame): string => game.problems.map(({ message }) => message).join('\n')

test('a plain game is tags, moves and a marker', () => {
  const game = one('[Event "Club night"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n')
  expect(game.tags).toEqual([
    ['Event', 'Club night'],
    ['Result', '1-0'],
  ])
  expect(texts(game)).toBe('e4 e5 Qh5 Ke7 Qxe5#')
  expect(game.result).toBe('1-0')
  expect(game.problems).toEqual([])
  expect(game.startLine).toBe(1)
})

test('numbers may be glued to moves, stand alone, or be missing', () => {
  for (const text of [
    '1.e4 e5 2.Nf3 Nc6',
    '1 e4 e5 2 Nf3 Nc6',
    '1. e4 1... e5 2. Nf3 2... Nc6',
    'e4 e5 Nf3 Nc6',
    '1.e4 1...e5 2.Nf3 2...Nc6',
    '1e4 e5 2Nf3 Nc6',
    '1 . e4 … e5 2 . Nf3 Nc6',
    '1.e4\te5\n2.\nNf3\n\nNc6',
  ]) {
    const game = one(`${text} *`)
    expect([text, texts(game), saying(game)]).toEqual([text, 'e4 e5 Nf3 Nc6', ''])
  }
})

test('a game may begin with Black', () => {
  expect(saying(one('[FEN "x"]\n\n12... Nf6 13. e4 Nxe4 *'))).toBe('')
  expect(saying(one('[FEN "x"]\n\n12. ... Nf6 13. e4 Nxe4 *'))).toBe('')
})

test('a number that is not due is told once, and nothing is lost', () => {
  const game = one('1. e4 e5 3. Nf3 Nc6 4. Bb5 *')
  expect(texts(game)).toBe('e4 e5 Nf3 Nc6 Bb5')
  expect(game.problems).toEqual([
    { line: 1, message: expect.stringContaining('move number 3 where 2 is due') },
  ])
})

test('carriage returns, with or without line feeds, end lines', () => {
  for (const end of ['\r\n', '\r', '\n']) {
    const game = one(['[Event "x"]', '', '; one', '1. e4', '% private', 'e5 {two', 'lines} *', ''].join(end))
    expect(texts(game)).toBe('e4 e5')
    expect(game.moves.map(({ line }) => line)).toEqual([4, 6])
    expect(game.moves[1]!.comments).toEqual(['two lines'])
    expect(game.before.comments).toEqual(['one'])
  }
})

test('a byte order mark and no-break spaces are blanks', () => {
  expect(texts(one('\ufeff[Event "x"]\n\n1.\u00a0e4 e5\u00a0*'))).toBe('e4 e5')
  expect(readPgn('\ufeff1. e4 *\n\n\ufeff[Event "y"]\n\n1. d4 *').length).toBe(2)
})

test('the percent sign is an escape in the first column alone', () => {
  const game = one(
    '% before\n[Event "50 % off"]\n% between\n\n1. e4 e5\n% 2. a3 1-0\n2. Nf3 {100 % sure\n% too} Nc6 *',
  )
  expect(texts(game)).toBe('e4 e5 Nf3 Nc6')
  expect(game.moves[2]!.comments).toEqual(['100 % sure % too'])
})

test('a rest-of-line comment ends with its line', () => {
  const game = one('1. e4 ; best {by test\n1... e5 ;and so on\n*')
  expect(game.moves.map(({ comments }) => comments)).toEqual([['best {by test'], ['and so on']])
})

test('clock times are milliseconds; unknown commands are kept', () => {
  const game = one(
    '1. e4 {[%clk 1:30:28][%emt 0:00:02]} e5 { [%clk 0:30:52] } 2. Nf3 {[%eval 0.3,12] good [%cal Gf3e5,Rd2d4] [%x "a, b",c]} *',
  )
  expect(game.moves.map(({ clk, emt }) => [clk, emt])).toEqual([
    [5428000, 2000],
    [1852000, undefined],
    [undefined, undefined],
  ])
  expect(game.moves[2]!.commands).toEqual([
    { name: 'eval', operands: ['0.3', '12'] },
    { name: 'cal', operands: ['Gf3e5', 'Rd2d4'] },
    { name: 'x', operands: ['a, b', 'c'] },
  ])
  expect(game.moves[2]!.comments).toEqual(['good'])
})

test.each([
  ['1:30:28', 5428000],
  ['01:30:28', 5428000],
  ['0:02:58.6', 178600],
  ['0:59,5', 59500],
  ['1:2:3.5', 3723500],
  ['0.01', 10],
  ['45', 45000],
  ['\n0:15:27', 927000],
  ['  0:00:00 ', 0],
])('%j on the clock is %i ms', (text, ms) => {
  expect(one(`1. e4 {[%clk ${text}]} *`).moves[0]!.clk).toBe(ms)
})

test.each(['', 'soon', '1:2:3:4', '-0:00:05', '0:00:0x', '99999999999:00:00'])(
  '%j is no time: kept as a command, with a problem',
  (text) => {
    const game = one(`1. e4 {[%clk ${text}]} *`)
    expect(game.moves[0]!.clk).toBeUndefined()
    expect(game.moves[0]!.commands).toEqual([{ name: 'clk', operands: text === '' ? [] : [text] }])
    expect(saying(game)).toContain(`%clk "${text}" is no time`)
  },
)

test('times in two comments, in either order, are read together', () => {
  for (const notes of [
    '{[%clk 0:15:00]} {[%emt 0:00:02]}',
    '{[%emt 0:00:02]} {[%clk 0:15:00]}',
    '{[%emt\n0:00:02]} {x} {[%clk\n0:15:00]}',
  ]) {
    const [move] = one(`1. e4 ${notes} *`).moves
    expect([move!.clk, move!.emt]).toEqual([900000, 2000])
  }
})

test('breaks inside commands and comments of their own are told once a game', () => {
  const game = one('1. e4 {[%clk\n0:15:00]} {[%emt 0:00:02]} e5 {[%clk\n0:15:00]} {[%emt\n0:00:02]} *')
  expect(game.problems).toEqual([
    { line: 1, message: 'a line break inside 3 commands, first here; read as a blank' },
    {
      line: 2,
      message: 'the two times of 2 moves stand in comments of their own, first here; read together',
    },
  ])
})

test('a second reading of the same clock is kept aside', () => {
  const game = one('1. e4 {[%clk 0:15:00]} {[%clk 0:14:00]} *')
  expect(game.moves[0]!.clk).toBe(900000)
  expect(game.moves[0]!.commands).toEqual([{ name: 'clk', operands: ['0:14:00'] }])
  expect(saying(game)).toContain('a second %clk')
})

test('glyphs are numbers, whatever stands for them', () => {
  const game = one('1. e4! e5 ? 2. Nf3!? $14 Nc6?! 3. Bb5!! a6?? $10 $140 4. Ba4 +- Nf6 ± *')
  expect(game.moves.map(({ nags }) => nags)).toEqual([[1], [2], [5, 14], [6], [3], [4, 10, 140], [18], [16]])
  expect(texts(game)).toBe('e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6')
})

test('variations are kept as they stand, nested and with whatever they hold', () => {
  const game = one(
    '1. e4 e5 ({plan :)} 1... c5 2. Nf3 (2. Nc3 {quiet) } Nc6)\n2... d6 ; (best\n) (1... e6) 2. Nf3 Nc6 *',
  )
  expect(texts(game)).toBe('e4 e5 Nf3 Nc6')
  expect(game.moves[1]!.variations).toEqual([
    '{plan :)} 1... c5 2. Nf3 (2. Nc3 {quiet) } Nc6) 2... d6 {(best}',
    '1... e6',
  ])
})

test('a draw offer and the signs of en passant belong to their move', () => {
  const game = one('1. e4 (=) d5 2. exd6 e.p. Nf6 3. a3 (=) axb3 ep 4. cxb3(ep) h5 + 5. Rh3 ++ *')
  expect(game.moves.map(({ text }) => text)).toEqual([
    'e4',
    'd5',
    'exd6 e.p.',
    'Nf6',
    'a3',
    'axb3 e.p.',
    'cxb3 e.p.',
    'h5+',
    'Rh3++',
  ])
  expect(game.moves[0]!.comments).toEqual(['(=)'])
  expect(game.moves[4]!.comments).toEqual(['(=)'])
})

test('a promotion in brackets is no variation', () => {
  const game = one('1. e8(Q) d1(N)+ 2. f8(Qd5) *')
  expect(texts(game)).toBe('e8(Q) d1(N)+ f8')
  expect(game.moves[2]!.variations).toEqual(['Qd5'])
})

test.each([
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '1/2-1/2'],
  ['*', '*'],
  ['½-½', '1/2-1/2'],
  ['1/2', '1/2-1/2'],
  ['1–0', '1-0'],
  ['0:1', '0-1'],
  ['1/2-0', '1/2-0'],
  ['0-½', '0-1/2'],
  ['0.5-0.5', '1/2-1/2'],
  ['+:-', '+:-'],
  ['-:+', '-:+'],
  ['-:-', '-:-'],
  ['WHITEWIN', '1-0'],
  ['BLACKWIN', '0-1'],
  ['DRAW', '1/2-1/2'],
])('%s ends a game as %s', (marker, result) => {
  const games = readPgn(`[Event "x"]\n\n1. e4 e5 ${marker}\n\n[Event "y"]\n\n1. d4 *`)
  expect(games.map((game) => [game.result, game.moves.length])).toEqual([
    [result, 2],
    ['*', 1],
  ])
  expect(saying(games[0]!)).toBe('')
})

test('a marker glued to what is before or after it is read', () => {
  for (const text of [
    '1. e4 e5 2. Qh5#1-0',
    '1. e4 e5 2. Qh5 {x}1-0',
    '1. e4 e5 2.Qh5 3.1-0',
    '1. e4 e5 2. Qh5$11-0',
    '1. e4 e5 2. Qh5 1-0[Event "y"]\n\n*',
  ]) {
    const [game] = readPgn(`[Event "x"]\n\n${text}`)
    expect([text, game!.result]).toEqual([text, text.includes('$11') ? '*' : '1-0'])
    expect(game!.moves.length).toBeGreaterThanOrEqual(3)
  }
  expect(texts(one('1. e4 e5*'))).toBe('e4 e5')
  expect(texts(one('1. O-O-O1/2-1/2'))).toBe('O-O-O')
  expect(saying(one('1. e4 e51-0'))).toContain('glued')
})

test('castling with zeros is no marker, unless it ends a game that its tag calls lost for both', () => {
  expect(texts(one('1. 0-0 0-0-0 2. 0-0+ *'))).toBe('0-0 0-0-0 0-0+')
  const game = one('[Result "0-0"]\n\n1. e4 e5 0-0\n')
  expect([texts(game), game.result]).toEqual(['e4 e5', '0-0'])
  expect(texts(one('[Result "1-0"]\n\n1. e4 e5 2. 0-0\n'))).toBe('e4 e5 0-0')
})

test('tag and marker are both kept where they differ, and it is said', () => {
  const game = one('[Result "1-0"]\n\n1. e4 e5 1/2-1/2')
  expect(game.result).toBe('1/2-1/2')
  expect(game.tags).toEqual([['Result', '1-0']])
  expect(saying(game)).toContain('the tag Result says "1-0", the moves end with 1/2-1/2')
})

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
  expect(games[0]!.problems).toEqual([
    { line: 1, message: expect.stringContaining('lines 1 to 2 belong to no game ("Round 3, as') },
  ])
  expect(games[1]!.problems).toEqual([
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
  expect(strays).toEqual([{ line: 1, message: expect.stringContaining('Dear arbiter') }])
})

test('a line of prose between tags and moves is passed over with a problem', () => {
  const game = one('[Event "x"]\nbroadcast by the club\n\n1. e4 *')
  expect(texts(game)).toBe('e4')
  expect(game.problems).toEqual([{ line: 2, message: expect.stringContaining('"broadcast by the club"') }])
})

test('a comment that nobody closed ends where the next tags begin', () => {
  const games = readPgn('[Event "a"]\n\n1. e4 {good\n\n[Event "b"]\n\n1. d4 {fine} d5 *\n')
  expect(games.map(texts)).toEqual(['e4', 'd4 d5'])
  expect(games[0]!.moves[0]!.comments).toEqual(['good'])
  expect(games[0]!.problems[0]).toEqual({
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
