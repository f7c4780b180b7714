/** Random positions for the comparisons: everything that a legal set-up may look like, however unlikely in play. */

import { castlingRooks, nameOf, type Position, parseFen } from '../../domain/chess/index.ts'

const LETTERS = 'PNBRQpnbrq'

/** Writes 64 letters ('' for none) as the first field of a FEN. */
export function placementOf(squares: readonly string[]): string {
  const ranks: string[] = []
  for (let rank = 7; rank >= 0; rank--) {
    const row = squares.slice(rank * 8, rank * 8 + 8).map((letter) => letter || '1')
    ranks.push(row.join('').replace(/1+/g, (ones) => String(ones.length)))
  }
  return ranks.join('/')
}

/**
 * A FEN with one king a side and up to `most` other pieces anywhere (pawns not on the first and last ranks), sometimes
 * with castling rights in Shredder letters, sometimes with a square behind a pawn that may have moved two squares.
 */
export function randomFen(random: () => number, most: number): string {
  const below = (n: number): number => Math.floor(random() * n)
  const squares = new Array<string>(64).fill('')
  const put = (letter: string, square: number): void => {
    const pawn = letter === 'P' || letter === 'p'
    if (squares[square] === '' && !(pawn && (square < 8 || square > 55))) squares[square] = letter
  }
  // A king at home half the time, with rooks beside it, so that castling is not a rarity.
  squares[random() < 0.5 ? below(8) : below(64)] = 'K'
  while (!squares.includes('k')) put('k', random() < 0.5 ? 56 + below(8) : below(64))
  for (let i = below(4); i > 0; i--) put('R', below(8))
  for (let i = below(4); i > 0; i--) put('r', 56 + below(8))
  for (let i = below(most + 1); i > 0; i--) put(LETTERS[below(LETTERS.length)]!, below(64))
  const white = random() < 0.5
  const rights = rightsOf(squares, random)
  return `${placementOf(squares)} ${white ? 'w' : 'b'} ${rights} ${passingOf(squares, white, random)} ${below(100)} ${1 + below(200)}`
}

/** Some of the rights that the board allows, one a side of each king at most. */
function rightsOf(squares: readonly string[], random: () => number): string {
  let rights = ''
  for (const [king, rook, first] of [['K', 'R', 0] as const, ['k', 'r', 56] as const]) {
    const home = squares.indexOf(king) - first
    if (home < 0 || home > 7) continue
    const files = Array.from({ length: 8 }, (_, file) => file).filter(
      (file) => squares[first + file] === rook,
    )
    for (const side of [files.filter((file) => file > home), files.filter((file) => file < home)]) {
      if (side.length === 0 || random() < 0.3) continue
      const letter = 'ABCDEFGH'[side[Math.floor(random() * side.length)]!]!
      rights += king === 'K' ? letter : letter.toLowerCase()
    }
  }
  return rights || '-'
}

function passingOf(squares: readonly string[], white: boolean, random: () => number): string {
  const pawn = white ? 'p' : 'P'
  const [rank, back] = white ? [4, 8] : [3, -8]
  const files = Array.from({ length: 8 }, (_, file) => file).filter((file) => {
    const square = rank * 8 + file
    return squares[square] === pawn && squares[square + back] === '' && squares[square + 2 * back] === ''
  })
  if (files.length === 0 || random() < 0.2) return '-'
  return nameOf(rank * 8 + files[Math.floor(random() * files.length)]! + back)
}

/** Any board at all: kings in any number, pawns on any rank, both sides in check. */
export function absurdFen(random: () => number): string {
  const below = (n: number): number => Math.floor(random() * n)
  const letters = ['KkPp', 'KkPNBRQpnbrq', 'KKkkPPppQqRr', 'PpNnKk'][below(4)]!
  const filled = [0.1, 0.3, 0.6, 0.95][below(4)]!
  const squares = Array.from({ length: 64 }, () => (random() < filled ? letters[below(letters.length)]! : ''))
  const white = random() < 0.5
  return `${placementOf(squares)} ${white ? 'w' : 'b'} - ${passingOf(squares, white, random)} 0 1`
}

/** Our position as the naive reading wants it. */
export function boardOf(p: Position): {
  squares: string[]
  white: boolean
  enPassant: number
  king: number
  rooks: number[]
} {
  const white = p.turn === 0
  const { kingSide, queenSide } = castlingRooks(p, white ? 'white' : 'black')
  return {
    squares: Array.from(p.board, (piece) => ' PNBRQK  pnbrqk'[piece]!.trim()),
    white,
    enPassant: p.enPassant,
    king: p.castling.kings[p.turn]!,
    rooks: [kingSide, queenSide].filter((rook) => rook !== null),
  }
}

/** Reads a FEN made here; a refusal is a fault of the generator. */
export function read(fen: string): Position {
  const result = parseFen(fen)
  if (!result.ok) throw new Error(`${result.error.message}: ${fen}`)
  return result.value
}
