import { expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { one, saying, sentences, texts } from './kit.ts'

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

test('a number that is not due is reported once, and nothing is lost', () => {
  const game = one('1. e4 e5 3. Nf3 Nc6 4. Bb5 *')
  expect(texts(game)).toBe('e4 e5 Nf3 Nc6 Bb5')
  expect(sentences(game.problems)).toEqual([
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
