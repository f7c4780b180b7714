import { expect, test } from 'vitest'
import { one, saying, sentences, texts } from './kit.ts'

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
  ['90:00', 5400000],
  ['75:59.9', 4559900],
  ['25:59:59', 93599000],
  ['\n0:15:27', 927000],
  ['  0:00:00 ', 0],
])('%j on the clock is %i ms', (text, ms) => {
  expect(one(`1. e4 {[%clk ${text}]} *`).moves[0]!.clk).toBe(ms)
})

test.each([
  ...['', 'soon', '1:2:3:4', '-0:00:05', '0:00:0x', '99999999999:00:00'],
  ...['25:61:99', '1:60:00', '0:00:60', '1:75', '0:60.5'],
])('%j is no time: kept as a command, with a problem', (text) => {
  const game = one(`1. e4 {[%clk ${text}]} *`)
  expect(game.moves[0]!.clk).toBeUndefined()
  expect(game.moves[0]!.commands).toEqual([{ name: 'clk', operands: text === '' ? [] : [text] }])
  expect(saying(game)).toContain(`%clk "${text}" is no time`)
})

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

test('breaks inside commands and comments of their own are reported once a game', () => {
  const game = one('1. e4 {[%clk\n0:15:00]} {[%emt 0:00:02]} e5 {[%clk\n0:15:00]} {[%emt\n0:00:02]} *')
  expect(sentences(game.problems)).toEqual([
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

test('a move may carry any number of comments, glyphs, commands and variations: each costs the same', () => {
  const many = 100_000
  const carried = (note: string) => one(`1. e4 ${`${note} `.repeat(many)}*`).moves[0]!
  expect(carried('{a}').comments).toHaveLength(many)
  expect(carried('$1').nags).toHaveLength(many)
  expect(carried('{[%csl Ga1]}').commands).toHaveLength(many)
  expect(carried('(1. d4)').variations).toHaveLength(many)
})
