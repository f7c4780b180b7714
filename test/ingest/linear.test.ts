/** Pairing files, announcements and encodings are read in time that grows with their length and no faster. */
import { expect, test } from 'vitest'
import { initialPosition } from '../../domain/chess/index.ts'
import { parseAnnouncement, parseSan } from '../../domain/notation/index.ts'
import { decodeBytes } from '../../functions/ingest/decode.ts'
import { planRound } from '../../functions/ingest/pairings/open-round.ts'
import { growthFault } from '../kit/linear.ts'

const many = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length))
const after = (start: string, piece: string) => (size: number) => `${start}${many(piece)(size)}`
const lines = (start: string, line: (n: number) => string) => (size: number) => {
  const first = line(1).length
  return `${start}${Array.from({ length: Math.ceil(size / first) }, (_, n) => line(n + 1)).join('')}`
}
const player = (n: number, rest: string) => `001 ${String(n).padStart(4)} m    Player ${n}`.padEnd(91) + rest

const PAIRINGS: Readonly<Record<string, (size: number) => string>> = {
  'comments of a report': many('###  \n'),
  'blanks behind such a sign': after('### ', ' '),
  'blank lines': many(' \n'),
  'lines of three digits': many('999 x\n'),
  'players of a report': lines('', (n) => `${player(n, '')}\n`),
  'players of one rank': lines('', () => `${player(1, '')}\n`),
  'rounds of a player': after(player(1, ''), '   2 w 1  '),
  'pairs of a report': lines(
    '',
    (n) => `${player(n, `${String(n % 2 === 1 ? n + 1 : n - 1).padStart(4)} ${n % 2 === 1 ? 'w' : 'b'}`)}\n`,
  ),
  'byes of a report': after('012 x\n001    1 m    A\n240 H 001', ' 0001'),
  'days of rounds': after('012 x\n001    1 m    A\n132', '  26/11/19'),
  'title lines': many('Open\n'),
  'rounds named in a title': after('', 'round '),
  'blanks in a title': (size) => `Round${' '.repeat(size)}x\nwhite,black\nA,B\n`,
  columns: after('', 'white,'),
  'empty columns': many(';'),
  'a heading': after('', 'white'),
  'rows of a table': lines('board,white,black\n', (n) => `${n},White ${n},Black ${n}\n`),
  'rows of one name': lines('board,white,black\n', (n) => `${n},A,B\n`),
  'rows of one name with ids': lines('board,white,white fide id,black\n', (n) => `${n},A,${n},B${n}\n`),
  'rows without names': lines('board,white,black\n', () => ',,\n'),
  'group titles': lines('board,white,black\n', () => 'Group\n'),
  'byes of a table': lines('board,white,black\n', () => '1,A,bye\n'),
  'quotes that nobody closes': after('white,black\n', '"'),
}

test.each(Object.entries(PAIRINGS))(
  'a pairing file full of %s',
  (_, textOf) => {
    expect(growthFault(textOf, 20_000, (text) => planRound(text, { tournament: 't', round: '1' }))).toBeNull()
  },
  300_000,
)

const ANNOUNCEMENTS: Readonly<Record<string, (size: number) => string>> = {
  files: many('Gustav '),
  squares: many('Gustav eins '),
  slips: many('Gustav eins nein '),
  noughts: many('null '),
  castlings: many('Rochade '),
  sides: many('king ’s - side '),
  dashes: many('-'),
  letters: many('ß'),
  accents: many('e\u0301'),
}

test.each(Object.entries(ANNOUNCEMENTS))('an announcement full of %s', (_, textOf) => {
  const position = initialPosition()
  expect(growthFault(textOf, 20_000, (text) => parseAnnouncement(position, text))).toBeNull()
})

test.each(['O', '+', '(=)', 'e.p.', 'e4', '!'])('a move text full of %s', (piece) => {
  const position = initialPosition()
  expect(growthFault(many(piece), 20_000, (text) => parseSan(position, text, 'sl'))).toBeNull()
})

test('bytes in no encoding, with and without lines', () => {
  const bytes = (piece: string) => (size: number) => Buffer.from(many(piece)(size), 'latin1')
  for (const piece of ['\u008e', '\u008e\n', 'a\n', '\u00c8\u00c8\u00c8\n'])
    expect(growthFault(bytes(piece), 20_000, (each) => decodeBytes(each))).toBeNull()
}, 300_000)
