import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  castlingRooks,
  chess960Position,
  fullmoveNumber,
  halfmoveClock,
  initialPosition,
  isChess960,
  letterOf,
  nameOf,
  parseFen,
  pieceAt,
  pieceOf,
  squareOf,
  turnOf,
  writeFen,
  writePlacement,
} from '../../domain/chess/index.ts'
import { trials } from '../kit/trials.ts'
import { dice, position } from './kit.ts'
import { absurdFen, randomFen } from './random-positions.ts'

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** The FEN written back. */
const again = (fen: string, options?: { chess960?: boolean }): string => writeFen(position(fen, options))

function refusal(fen: string, options?: { chess960?: boolean }): string {
  const read = parseFen(fen, options)
  if (read.ok) throw new Error(`${fen} was read`)
  expect(read.error.code).toBe('fen')
  return read.error.message
}

test('the initial position reads and writes as everybody writes it', () => {
  expect(writeFen(initialPosition())).toBe(START)
  expect(again(START)).toBe(START)
  const p = position(START)
  expect([turnOf(p), halfmoveClock(p), fullmoveNumber(p), isChess960(p)]).toEqual(['white', 0, 1, false])
  expect([letterOf(pieceAt(p, squareOf('d8'))), pieceAt(p, squareOf('e4'))]).toEqual(['q', 0])
})

test('squares and pieces have the names that the record uses', () => {
  for (let square = 0; square < 64; square++) expect(squareOf(nameOf(square))).toBe(square)
  expect([squareOf('a1'), squareOf('h1'), squareOf('a2'), squareOf('h8')]).toEqual([0, 7, 8, 63])
  for (const letter of ['P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k'] as const) {
    expect(letterOf(pieceOf(letter))).toBe(letter)
  }
})

test('fields left out are read as White to move, no rights and fresh counters', () => {
  expect(again('4k3/8/8/8/8/8/8/4K2R')).toBe('4k3/8/8/8/8/8/8/4K2R w - - 0 1')
  expect(again('4k3/8/8/8/8/8/8/4K2R b')).toBe('4k3/8/8/8/8/8/8/4K2R b - - 0 1')
  expect(again('4k3/8/8/8/8/8/8/4K2R w K - 7')).toBe('4k3/8/8/8/8/8/8/4K2R w K - 7 1')
  expect(again('4k3/44/8/8/8/8/8/4K11R w - - 0 1')).toBe('4k3/8/8/8/8/8/8/4K2R w - - 0 1')
  expect(again('  4k3/8/8/8/8/8/8/4K2R\tw  K -  7 0 ')).toBe('4k3/8/8/8/8/8/8/4K2R w K - 7 1')
})

test('rights are written KQkq in a standard game whatever their order, and as files in Chess960', () => {
  expect(again('r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1')).toBe('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1')
  expect(again('r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1')).toBe('r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1')
  expect(again('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', { chess960: true })).toContain(' HAha ')
  expect(again('r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1', { chess960: false })).toContain(' KQkq ')
})

test('a king or rook off its usual square makes a game Chess960', () => {
  expect(again('1r2k2r/8/8/8/8/8/8/4K2R w Kq - 0 1')).toBe('1r2k2r/8/8/8/8/8/8/4K2R w Hb - 0 1')
  expect(again('6k1/8/8/8/8/8/8/R4K1R w KQ - 0 1')).toBe('6k1/8/8/8/8/8/8/R4K1R w HA - 0 1')
  expect(isChess960(position('6k1/8/8/8/8/8/8/R4K1R w - - 0 1'))).toBe(false)
  expect(refusal('1r2k2r/8/8/8/8/8/8/4K2R w Kq - 0 1', { chess960: false })).toMatch(
    /castling rights.*no Chess960/,
  )
})

test('X-FEN: K and Q name the outermost rook, a file names any other', () => {
  const rooks = (fen: string): unknown => castlingRooks(position(fen), 'white')
  expect(rooks('4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1')).toEqual({ kingSide: 7, queenSide: 0 })
  expect(rooks('4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1')).toEqual({ kingSide: 6, queenSide: 1 })
  expect(rooks('4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1')).toEqual({ kingSide: 7, queenSide: 1 })
  expect(again('4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1')).toBe('4k3/8/8/8/8/8/8/RR2K1RR w HB - 0 1')
})

test('Shredder letters DBdb: king between the d- and b-rooks', () => {
  const fen = 'nrkrqbbn/pppppppp/8/8/8/8/PPPPPPPP/NRKRQBBN w DBdb - 0 1'
  expect(again(fen)).toBe(fen)
  expect(again(fen.replace('DBdb', 'KQkq'))).toBe(fen)
})

test('every Chess960 start is read back from its own FEN and from KQkq', () => {
  for (let n = 0; n < 960; n++) {
    const fen = writeFen(chess960Position(n))
    expect(again(fen)).toBe(fen)
    expect(again(fen.replace(/ [A-H]{2}[a-h]{2} /, ' KQkq '), { chess960: true })).toBe(fen)
  }
})

test('a square of en passant capture is kept only where such a capture is legal', () => {
  const enPassant = (fen: string): string => again(fen).split(' ')[3]!
  expect(enPassant('rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3')).toBe('d3')
  expect(enPassant('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')).toBe('-')
  expect(enPassant('8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1')).toBe('-')
  expect(enPassant('4k3/8/8/2pP4/8/8/4r3/4K3 w - c6 0 1')).toBe('-')
  // No pawn before the square; a piece on the square; a piece where the pawn came from.
  expect(enPassant('4k3/8/8/3P4/8/8/8/4K3 w - c6 0 1')).toBe('-')
  expect(enPassant('4k3/8/2n5/2pP4/8/8/8/4K3 w - c6 0 1')).toBe('-')
  expect(enPassant('4k3/2n5/8/2pP4/8/8/8/4K3 w - c6 0 1')).toBe('-')
})

test('a double step that would have left the other side in check already was not the last move', () => {
  const enPassant = (fen: string): string => again(fen).split(' ')[3]!
  expect(enPassant('4k3/8/8/2pP3r/1K6/8/8/8 w - c6 0 1')).toBe('c6')
  // White would stand in check with the pawn back on c7 as well: of the rook, of the pawn itself.
  expect(enPassant('2r1k3/8/8/2pP4/8/8/8/2K5 w - c6 0 1')).toBe('c6')
  expect(enPassant('4k3/8/8/2pP4/8/8/2r5/2K5 w - c6 0 1')).toBe('-')
  expect(enPassant('4k3/8/3K4/2pP4/8/8/8/8 w - c6 0 1')).toBe('-')
})

test('of several kings on the first rank the one on the e-file castles', () => {
  const fen = '4k3/8/8/8/8/8/8/K3K2R w K - 0 1'
  expect(isChess960(position(fen))).toBe(false)
  expect(again(fen)).toBe(fen)
  expect(again('4k3/8/8/8/8/8/8/K2K3R w K - 0 1')).toBe('4k3/8/8/8/8/8/8/K2K3R w H - 0 1')
})

test.each([
  ['', 'piece placement', '1 ranks'],
  ['8/8/8/8/8/8/8 w - - 0 1', 'piece placement', '7 ranks'],
  ['8/8/8/8/8/8/8/8/8 w - - 0 1', 'piece placement', '9 ranks'],
  ['9/8/8/8/8/8/8/8 w - - 0 1', 'piece placement', '"9" on rank 8'],
  ['8/8/8/7/8/8/8/8 w - - 0 1', 'piece placement', 'rank 5, "7", has 7 squares'],
  ['8/8/8/8/8/8/8/4K3R w - - 0 1', 'piece placement', 'has 9 squares'],
  ['8/8/8/8/8/8/8/4X3 w - - 0 1', 'piece placement', '"X" on rank 1'],
  ['8/8/8/8/8/8/8/4K3 x - - 0 1', 'side to move', '"x"'],
  ['4k3/8/8/8/8/8/8/4K3 w K - 0 1', 'castling rights', 'needs a rook'],
  ['4k3/8/8/8/8/8/4K3/7R w K - 0 1', 'castling rights', 'needs a White king'],
  ['4k3/8/8/8/8/8/8/4K2R w G - 0 1', 'castling rights', 'on g of the first rank'],
  ['4k3/8/8/8/8/8/8/4K1RR w KG - 0 1', 'castling rights', 'two rooks'],
  ['4k3/8/8/8/8/8/8/4K2R w Kx - 0 1', 'castling rights', '"Kx"'],
  ['4k3/8/8/8/8/8/8/4K3 w - e9 0 1', 'en passant square', '"e9"'],
  ['4k3/8/8/8/8/8/8/4K3 w - e3 0 1', 'en passant square', 'not on rank 6'],
  ['4k3/8/8/8/8/8/8/4K3 b - e6 0 1', 'en passant square', 'not on rank 3'],
  ['4k3/8/8/8/8/8/8/4K3 w - - x 1', 'halfmove clock', '"x"'],
  ['4k3/8/8/8/8/8/8/4K3 w - - -1 1', 'halfmove clock', '"-1"'],
  ['4k3/8/8/8/8/8/8/4K3 w - - 0 1000000', 'move number', '"1000000"'],
  ['4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm', 'fields', 'there are 7'],
])('%s is refused, naming the %s', (fen, field, what) => {
  expect(refusal(fen)).toContain(`FEN, ${field}: `)
  expect(refusal(fen)).toContain(what)
})

test('whatever was read is written in a form that reads and writes the same', () => {
  const random = dice(88)
  for (let i = 0; i < trials(3_000); i++) {
    const written = again(random() < 0.5 ? randomFen(random, 30) : absurdFen(random))
    const chess960 = isChess960(position(written))
    expect(again(written, { chess960 })).toBe(written)
  }
})

test('no text makes the reader throw, and each refusal is one line that names a field', () => {
  const characters = [...'pnbrqkPNBRQK12345678//  wb-KQkqABHgha3e6 0159\n\tx~[]🙂']
  const scrawl = fc.array(fc.constantFrom(...characters), { maxLength: 90 }).map((chars) => chars.join(''))
  const spoilt = fc
    .tuple(fc.integer({ min: 0, max: START.length }), fc.integer({ min: 0, max: 4 }), scrawl)
    .map(([at, cut, put]) => START.slice(0, at) + put.slice(0, 5) + START.slice(at + cut))
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 200 }), scrawl, spoilt),
      (text) => {
        const read = parseFen(text)
        if (read.ok) {
          expect(again(writeFen(read.value), { chess960: isChess960(read.value) })).toBe(writeFen(read.value))
        } else {
          expect(read.error.message).toMatch(/^FEN, [a-z -]+: [^\n\r\u2028\u2029]+$/)
          expect(read.error.message.length).toBeLessThan(250)
        }
      },
    ),
    { numRuns: trials(3_000) },
  )
})

test('the placement alone is the first field', () => {
  expect(writePlacement(initialPosition())).toBe(START.split(' ')[0])
})
