/** Reading time grows with the text and no faster, whatever the text is made of. */
import { expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { growthFault } from '../kit/linear.ts'

const GAME = '[Event "x"]\n\n1. e4 '
const many = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length))
const inComment =
  (inside: (size: number) => string, end = '}') =>
  (size: number) =>
    `${GAME}{${inside(size)}${end}`
const inMoves = (inside: (size: number) => string) => (size: number) => `${GAME}${inside(size)}`

/** Texts at which a reader with a careless pattern or look-ahead would stand still, by what they are full of. */
const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  'blanks in a comment': inComment(many(' '), 'x}'),
  'blank lines in a comment': inComment(many('  \n'), 'x}'),
  'tabs behind a line of a comment': inComment((size) => `a\n${'\t'.repeat(size)}`, 'x}'),
  'comments that nobody closes in a variation': inMoves((size) => `(;${'{'.repeat(size)}\n)`),
  'comments to the end of their lines in a variation': inMoves((size) => `(${';{\n'.repeat(size / 3)})`),
  'open brackets': inMoves(many('(')),
  'blanks in a tag without an end': (size) => `[Event "${' '.repeat(size)}x\n`,
  'blanks about the bracket of such a tag': (size) => `[Event "x${' '.repeat(size)}]${' '.repeat(size)}y\n`,
  'values without quotation marks': (size) => `[Event "x"]\n${many('[A b\n')(size)}`,
  'tags in one line': many('[A "b"]'),
  'different tags': (size) => Array.from({ length: size / 12 }, (_, n) => `[T${n} "value"]\n`).join(''),
  'a name of a tag': (size) => `[${'a'.repeat(size)}`,
  'quotation marks in a tag': (size) => `[Event "${'"'.repeat(size)}\n`,
  'brackets in the moves': inMoves(many('[\n')),
  commands: inComment(many('[%a]')),
  'commands before a quotation mark': inComment(many('[%a x]'), '"}'),
  'commands with an open quotation mark': inComment(many('[%a "')),
  'commands that nobody closes': inComment(many('[%')),
  'almost tags in a comment': inComment(many('\n\n[aaa')),
  'almost tags in a variation': inMoves((size) => `(${many('\n[aaa')(size)}`),
  'a word': inMoves(many('e')),
  'almost markers': inMoves(many('e4-1-')),
  'words of the longest length': inMoves(many(`${'e4-'.repeat(84)}0-1x `)),
  dots: inMoves(many('.')),
  digits: inMoves(many('1')),
  'comments of a letter': inMoves(many('{a} ')),
  'signs between moves': inMoves(many('= + ! ')),
  'check signs set apart': inMoves(many('+ ')),
  'lines of no game': many('x y\n'),
  'carriage returns': inMoves(many('\r')),
}

test.each(Object.entries(TEXTS))(
  'a text full of %s is read in time that grows with its length',
  (_, textOf) => {
    expect(growthFault(textOf, 100_000, readPgn)).toBeNull()
  },
)
