import { expect, test } from 'vitest'
import { readPgn, readResult } from '../../domain/pgn/index.ts'
import { one, saying, texts } from './kit.ts'

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

test('a word that every object has as a member is a word like others', () => {
  const [game] = readPgn('[Result "constructor"]\n\n1. constructor toString 2. valueOf! 1-0\n')
  expect(game!.moves.map(({ text, nags }) => [text, nags])).toEqual([
    ['constructor', []],
    ['toString', []],
    ['valueOf', [1]],
  ])
  expect(readResult('constructor')).toBeNull()
  expect(game!.result).toBe('1-0')
})

test('a glyph glued to a check sign or a sign of evaluation that stands apart is kept', () => {
  const [game] = readPgn('1. e4 e5 2. Qh5 Ke7 3. Qxe5 +! = ?! 1-0\n')
  expect(game!.moves.at(-1)).toMatchObject({ text: 'Qxe5+', nags: [1, 10, 6] })
})
