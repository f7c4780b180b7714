import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trials } from '../kit/trials.ts'
import { read, refusal, START } from './kit.ts'

const PROMOTING = '3q1r1k/4P3/8/8/8/8/8/4K3 w - - 0 1'
const EN_PASSANT = 'rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3'
const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
const KNIGHTS = '4k3/8/8/8/3N4/8/7N/4K3 w - - 0 1'

test.each([
  'Nf3',
  'Ng1f3',
  'Ng1-f3',
  'Ngf3',
  'N1f3',
  'g1f3',
  'Nf3+',
  'Nf3!?',
  'Nf3??',
  '♘f3',
  '♞f3',
  'Nxf3',
  'N-f3',
  ' Nf3 ',
  'Nf3(=)',
  'Nf3 (=)',
])('%j is the knight to f3', (text) => expect(read(START, text)).toBe('g1f3'))

test.each(['e4', 'e2e4', 'e2-e4', 'e2–e4', 'Pe4', '♙e4', 'ee4', 'e4!', 'e4 (=)', 'е4', 'e4.'])(
  '%j is the pawn to e4',
  (text) => expect(read(START, text)).toBe('e2e4'),
)

test.each(['e8=Q', 'e8Q', 'e8(Q)', 'e8/Q', 'e8=q', 'e7e8q', 'e7-e8=Q', 'e8=♕', 'e8=Q+', 'Pe8Q', 'e7e8Q'])(
  '%j promotes to a queen',
  (text) => expect(read(PROMOTING, text)).toBe('e7e8q'),
)

test('a promotion may capture, in short too', () => {
  for (const text of ['exd8=N', 'ed8N', 'exd8(N)', 'e7xd8=N', 'e7d8n', 'exd=N', 'edN']) {
    expect([text, read(PROMOTING, text)]).toEqual([text, 'e7d8n'])
  }
  for (const text of ['exf8b', 'exf8=B', 'ef8B', 'e7f8b']) {
    expect([text, read(PROMOTING, text)]).toEqual([text, 'e7f8b'])
  }
})

test('the refusal of a pawn on the last rank without a piece asks for one', () => {
  expect(refusal(PROMOTING, 'e8')).toContain('promotion piece')
  expect(refusal(PROMOTING, 'exd8')).toContain('promotion piece')
  expect(refusal(PROMOTING, 'e7e8')).toContain('promotion piece')
  expect(read(PROMOTING, 'e8=K')).toBe('notation')
  expect(read(PROMOTING, 'e8=P')).toBe('notation')
  expect(read(START, 'e4=Q')).toBe('illegal')
})

test.each([
  'exd6',
  'ed6',
  'exd6 e.p.',
  'exd6e.p.',
  'exd6ep',
  'exd6 (ep)',
  'exd6 e. p.',
  'e5xd6',
  'e5d6',
  'exd',
  'ed',
  'e:d6',
  'e×d6',
  'ed6:',
  'ed:',
  'eхd6',
  'xd6',
])('%j takes in passing', (text) => expect(read(EN_PASSANT, text)).toBe('e5d6'))

test.each(['O-O', '0-0', 'o-o', 'OO', '00', 'O–O', 'О-О', 'O - O', '0-0+', 'O-O!', 'Ke1-g1', 'e1g1', 'e1h1'])(
  '%j castles king-side',
  (text) => expect(read(CASTLING, text)).toBe('e1g1'),
)

test.each(['O-O-O', '0-0-0', 'o-o-o', 'OOO', '0–0–0', 'O - O - O', 'O-O-O#', 'e1c1', 'Ke1c1'])(
  '%j castles queen-side',
  (text) => expect(read(CASTLING, text)).toBe('e1c1'),
)

test('check and mate signs say nothing about which move it is', () => {
  for (const sign of ['+', '++', '#', '†', '‡', '+!', '#!!', '+?!'])
    expect(read(KNIGHTS, `Ndf3${sign}`)).toBe('d4f3')
})

test('the forms of the Laws are read', () => {
  // Appendix C's own examples, and its sample game's odd ones.
  expect(read(KNIGHTS, 'Ndf3')).toBe('d4f3')
  expect(read(KNIGHTS, 'Nhf3')).toBe('h2f3')
  expect(read(KNIGHTS, 'Nf3')).toBe('ambiguous')
  expect(read('4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1', 'N5f3')).toBe('g5f3')
  expect(read('3r1r1k/2P1P3/8/8/8/8/8/4K3 w - - 0 1', 'exf8N')).toBe('e7f8n')
  expect(read('4k3/8/8/8/8/8/8/2K5 w - - 0 1', 'Kb1 (=)')).toBe('c1b1')
})

test('the refusal of an ambiguous text says which pieces it may mean', () => {
  const message = refusal(KNIGHTS, 'Nf3')
  expect(message).toContain('ambiguous')
  expect(message).toContain('h2')
  expect(message).toContain('d4')
  expect(read('4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1', 'xd5')).toBe('ambiguous')
})

test('files alone are enough for a pawn capture only where they leave one', () => {
  const two = '4k3/8/3p4/4P3/3p4/4P3/8/4K3 w - - 0 1'
  expect(read(two, 'exd')).toBe('ambiguous')
  expect(read(two, 'exd4')).toBe('e3d4')
  expect(read(START, 'exd')).toBe('illegal')
  expect(read(START, 'ea')).toBe('notation')
})

test('a pawn square alone is never a capture', () => {
  expect(read('4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'd5')).toBe('illegal')
})

test('the square of departure decides, whatever else could go there', () => {
  expect(read(KNIGHTS, 'Nd4f3')).toBe('d4f3')
  expect(read(KNIGHTS, 'd4f3')).toBe('d4f3')
  expect(read(KNIGHTS, 'Bd4f3')).toBe('illegal')
})

test.each([
  '',
  ' ',
  'e',
  '4',
  'N',
  'Nf',
  'Nf9',
  'Ni3',
  'Nf3g5h7',
  'nf3',
  'O-O-O-O',
  'O',
  '0',
  '--',
  'Z0',
  '=',
  '+',
  'x',
  '1/2',
  'e4e5e6',
  'Qq4',
  'N'.repeat(300),
  '12. e4',
])('%j is no move text, and the message quotes it', (text) => {
  expect(read(START, text)).toBe('notation')
  expect(refusal(START, text)).toContain(text.slice(0, 60))
})

test('a language nobody knows is refused by name', () => {
  expect(refusal(START, 'e4', 'tlh')).toContain('"tlh"')
})

test('the refusal of an illegal move says what is wrong with it', () => {
  const pinned = '4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1'
  expect(refusal(pinned, 'Nce2')).toMatch(/^"Nce2" is illegal here: .*king attacked \(the knight on c3\)$/)
  expect(refusal(START, 'Ra2')).toContain('a2 is occupied')
  expect(refusal(START, 'O-O')).toContain('may not castle king-side')
  expect(refusal(START, 'Nhf3')).toContain('no white knight on the h-file')
  expect(refusal(START, 'Nd4')).toContain('no white knight can go to d4')
  expect(refusal(START, 'e5')).toContain('the pawn on e2')
  expect(refusal(START, 'e7e5')).toContain('White is on move')
  expect(refusal(START, 'e4e5')).toContain('no piece stands on e4')
  expect(refusal(START, 'Bg1f3')).toContain('no bishop stands on g1')
  expect(refusal('4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'Qd4')).toContain('there is no white queen')
})

test('no text at all makes reading throw', () => {
  const pieces = fc.constantFrom(...'KQRBNPabcdefgh12345678xX:=-–+#!?()/ O0oeЉ♘.e.p'.split(''))
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
  )
  const languages = fc.constantFrom('en', 'de', 'sr', 'ru', 'sk', 'nl', 'xx')
  fc.assert(
    fc.property(texts, languages, (text, language) => {
      expect(typeof read(EN_PASSANT, text, language)).toBe('string')
    }),
    { numRuns: trials(2000) },
  )
})
