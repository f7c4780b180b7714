import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPgnReader, readPgn } from '../../domain/pgn/index.ts'
import { trials } from '../kit/trials.ts'

/** Reads a text cut at the given places. */
function inPieces(text: string, cuts: readonly number[]): { games: unknown[]; strays: unknown[] } {
  const games: unknown[] = []
  const strays: unknown[] = []
  const reader = createPgnReader(
    ({ tags, before, moves, result, problems }) => games.push({ tags, before, moves, result, problems }),
    (problem) => strays.push(problem),
  )
  let from = 0
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    reader.write(text.slice(from, cut))
    from = Math.max(from, cut)
  }
  reader.write(text.slice(from))
  reader.end()
  return { games, strays }
}

const PARTS = [
  '[Event "a"]\n',
  '[Site "b \\" c"]\n',
  '[Round 3]\n',
  '[Event',
  ' "x',
  '"]',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  ' ',
  '1. ',
  '2.',
  '1... ',
  '...',
  '…',
  '17',
  'e4 ',
  'Nf3',
  'exd6 e.p. ',
  'O-O',
  '0-0 ',
  'e8(Q) ',
  'Qh5#1-0',
  '1-0',
  '0-1\n',
  '1/2-1/2',
  '*',
  '½-½',
  '{',
  '}',
  '{x}',
  '{[%clk 0:15:00]}',
  '{[%emt\n0:00:02]}',
  '[%clk 1:00:00]',
  '(',
  ')',
  '(=)',
  '(ep)',
  '(1. d4)',
  ';',
  '; rest\n',
  '%',
  '\n% escape\n',
  '$',
  '$14 ',
  '!',
  '?! ',
  '+',
  '+- ',
  '--',
  '<',
  '>',
  '"',
  '\\',
  '\ufeff',
  '\u00a0',
  'Dear arbiter',
  'хРё',
  '\u0000',
  '♘f3 ',
  'x'.repeat(300),
  '\n\n[Event "z"]\n\n',
]

const anyText = fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join(''))

test('how a text is cut into pieces changes nothing', () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(400), { maxLength: 8 }), (text, cuts) => {
      expect(inPieces(text, cuts)).toEqual(inPieces(text, []))
    }),
    { numRuns: trials(3000) },
  )
})

test('nor does a piece for every character', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(
        inPieces(
          text,
          [...text].map((_, i) => i),
        ),
      ).toEqual(inPieces(text, []))
    }),
    { numRuns: trials(300) },
  )
})

test('no text at all stops a reader, and a sound game after it is found', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
      const last = readPgn(`${text}\n\n[Event "last"]\n[Site "here"]\n\n1. c4 c5 1-0\n`).at(-1)
      expect(last?.tags.slice(-2)).toEqual([
        ['Event', 'last'],
        ['Site', 'here'],
      ])
      expect(last?.moves.map(({ text }) => text)).toEqual(['c4', 'c5'])
      expect(last?.result).toBe('1-0')
    }),
    { numRuns: trials(2000) },
  )
})

/** As programs write them: what is read many bytes at a time. */
const WRITTEN = `[Event "Open"]
[Site "Ulm"]
[WhiteElo "2400"]

1. e4 { [%clk 1:30:08] } 1... c5 { [%clk 1:29:57] } 2. Nf3 { [%clk 1:28:00] }
2... Nc6 {[%clk 1:27:59]} 3. Bb5
{ [%clk 1:26:10] } g6 { [%clk 1:25:09] } 4.
O-O { [%clk 0:00:01] } 1/2-1/2
`

test('whatever stands in place of one character, a game is read the same at once and bit by bit', () => {
  // Known from before, as in a file's later games.
  readPgn(WRITTEN)
  for (let at = 0; at < WRITTEN.length; at++)
    for (const sign of ['', ' ', '\n', '9', '}', '"', 'é']) {
      const text = `${WRITTEN.slice(0, at)}${sign}${WRITTEN.slice(at + 1)}`
      const cuts = Array.from({ length: text.length >> 2 }, (_, i) => 4 * i)
      expect(inPieces(text, []), JSON.stringify(text)).toEqual(inPieces(text, cuts))
    }
})

test('a text longer than a reader takes at once is read as its games are, whatever is cut', () => {
  const noted = (game: number) =>
    `[Event "${game}"]\n[Site "${'s'.repeat(game % 90)}"]\n\n1. e4 { [%clk 1:30:08] } e5 {${'x'.repeat((game * 7) % 300)}} *\n\n`
  const text = Array.from({ length: 1500 }, (_, game) => noted(game)).join('')
  const { games, strays } = inPieces(text, [])
  expect({ games, strays }).toEqual(inPieces(text, [1000, 1001, 70_000, 200_000, 200_100]))
  expect(games).toHaveLength(1500)
  expect(games[777]).toMatchObject({
    tags: [
      ['Event', '777'],
      ['Site', 's'.repeat(57)],
    ],
    problems: [],
  })
})
