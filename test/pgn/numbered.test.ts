/** Words, names, lines and times beyond the bounds of usual games are read all the same. */
import { expect, test } from 'vitest'
import { createPgnReader, type PgnGame, readPgn } from '../../domain/pgn/index.ts'
import { one, saying, texts } from './kit.ts'

const clock = (seconds: number): string => {
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(seconds / 60)}:${two(seconds)}`
}

/** Knights to and fro, each half-move with its number and its time, in lines of three. */
function timed(plies: number, dots = '...'): string {
  const words = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
  return Array.from({ length: plies }, (_, ply) => {
    const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : `${(ply + 1) / 2}${dots}`
    return `${number} ${words[ply % 4]} { [%clk ${clock(35_999 - ply)}] }${ply % 3 === 2 ? '\n' : ' '}`
  }).join('')
}

test('a game of 400 half-moves has its numbers, times and lines to the end', () => {
  for (const dots of ['...', '.']) {
    const { moves, problems } = one(`${timed(400, dots)}*`)
    expect(problems).toEqual([])
    expect(moves.map(({ clk }) => clk)).toEqual(moves.map((_, ply) => (35_999 - ply) * 1000))
    expect(moves.map(({ line }) => line)).toEqual(moves.map((_, ply) => 1 + Math.floor(ply / 3)))
    expect([moves.length, moves[399]!.text]).toEqual([400, 'Ng8'])
  }
})

test('a number that is not due is reported beyond the hundredth move as before it', () => {
  for (const number of [3, 99, 100, 130]) {
    const text = timed(300).replace(`${number}. `, `${number + 1}. `)
    expect(saying(one(`${text}*`))).toContain(`move number ${number + 1} where ${number} is due`)
  }
})

test('a move may stand any number of lines below the one before it', () => {
  for (const gap of [1, 2, 3, 4, 5, 70_000]) {
    const below = '\n'.repeat(gap)
    const { moves } = one(`1. e4 { [%clk 1:00:00] }${below}1... e5${below}{ [%clk 0:59:00] } 2. Nf3 *`)
    expect(moves.map(({ text, line, clk }) => [text, line, clk])).toEqual([
      ['e4', 1, 3_600_000],
      ['e5', 1 + gap, 3_540_000],
      ['Nf3', 1 + 2 * gap, undefined],
    ])
  }
})

test('a clock may show more hours than a day has', () => {
  for (const time of ['18:12:14', '18:12:15', '18:12:16', '20:00:00', '99:59:59']) {
    const [hours, minutes, seconds] = time.split(':').map(Number) as [number, number, number]
    const { moves } = one(`1. e4 { [%clk ${time}] } 1... e5 {[%clk ${time}][%emt ${time}]} *`)
    const ms = (hours * 3600 + minutes * 60 + seconds) * 1000
    expect(moves.map(({ clk, emt }) => [clk, emt])).toEqual([
      [ms, undefined],
      [ms, ms],
    ])
  }
})

test('times spent may begin anywhere in a game', () => {
  const { moves, problems } = one(
    '1. e4 e5 2. Nf3 {[%emt 0:00:05]} Nc6 3. Bb5 {[%clk 1:00:00][%emt 0:00:07]} a6 *',
  )
  expect(moves.map(({ emt }) => emt)).toEqual([undefined, undefined, 5_000, undefined, 7_000, undefined])
  expect([moves[4]!.clk, problems]).toEqual([3_600_000, []])
})

/** So many words that could be moves as far as their letters go. */
const words = (count: number): string[] =>
  Array.from({ length: count }, (_, k) =>
    [...k.toString(8).padStart(6, '0')].map((digit) => 'abcdefgh'[Number(digit)]).join(''),
  )

test('a file of more words than are remembered is read to its end, and those after it too', () => {
  const all = words(40_000)
  const games = readPgn(
    Array.from({ length: 80 }, (_, game) => `1. ${all.slice(game * 500, (game + 1) * 500).join(' ')} *`).join(
      '\n\n',
    ),
  )
  const plain = one('1. e4 { [%clk 1:00:00] } 1... e5 { [%clk 0:59:00] } 2. Nf3 *')
  expect(games.flatMap(({ moves }) => moves.map(({ text }) => text))).toEqual(all)
  expect(texts(plain)).toBe('e4 e5 Nf3')
})

test('tags may have more names than are remembered, and one that stands twice is reported', () => {
  const tags = Array.from({ length: 150 }, (_, k) => [`Name${k}`, `value ${k}`] as const)
  const header = tags.map(([name, value]) => `[${name} "${value}"]\n`).join('')
  const games = readPgn(`${header}[Name149 "again"]\n[Name3 "again"]\n\n1. e4 *\n\n${header}\n1. d4 *\n`)
  expect(games.map((game) => game.tags.slice(0, 150))).toEqual([tags, tags])
  expect(games[0]!.tags.slice(150)).toEqual([
    ['Name149', 'again'],
    ['Name3', 'again'],
  ])
  expect(games.map(saying)).toEqual(['the tag Name149 stands twice\nthe tag Name3 stands twice', ''])
})

test('readers that are fed in turn know nothing of one another', () => {
  const read: PgnGame[][] = [[], []]
  const [first, second] = read.map((games) => createPgnReader((game) => games.push(game)))
  const header = '[Event "x"]\n[White "A"]\n[White "B"]\n'
  for (const line of `${header}\n1. e4 { [%clk 1:00:00] } 1... e5 *\n`.split(/(?<=\n)/)) {
    first!.write(line)
    second!.write(line)
  }
  first!.end()
  second!.end()
  expect(read[0]).toHaveLength(1)
  expect(saying(read[0]![0]!)).toContain('the tag White stands twice')
  expect(read.map(([game]) => [game!.tags, game!.moves, game!.problems])).toEqual(
    Array(2).fill([read[0]![0]!.tags, read[0]![0]!.moves, read[0]![0]!.problems]),
  )
})
