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
