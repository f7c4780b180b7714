/** A position, legal or not: the pieces, the side to move, and what else Articles 3 and 9 depend on. */

import type { Side } from '../../events/vocabulary.ts'
import { type CastlingSetup, STANDARD_CASTLING } from './castling.ts'
import { type Piece, type SideIndex, sideIndex, sideName } from './pieces.ts'
import { popcount, type Square } from './squares.ts'
import { ZOBRIST } from './zobrist.ts'

/** The parts of `Position.state`. */
export const STATE = {
  RIGHTS_MASK: 15,
  EN_PASSANT_SHIFT: 4,
  EN_PASSANT_MASK: 127 << 4,
  HALFMOVES_SHIFT: 11,
} as const

/**
 * What `unmake` needs to take one move back. The records form a chain as long as the deepest line so far, so a search
 * allocates nothing once it has been that deep. An object's fields are read without the bounds check of an array.
 */
export class Undo {
  move = 0
  state = 0
  hashLo = 0
  hashHi = 0
  next: Undo | null = null
  readonly previous: Undo | null

  constructor(previous: Undo | null) {
    this.previous = previous
  }
}

/**
 * Opaque outside this folder. Mutable: `clone` copies one. Any number of kings may stand on the board, both sides
 * may be in check, pawns may stand on the first and last ranks.
 */
export class Position {
  /** The piece on each square. */
  readonly board = new Uint8Array(64)
  /**
   * The same as sets of squares: `bits[piece << 1]` squares below 32, `bits[piece << 1 | 1]` the others.
   * 0 and 8 are no pieces: their places hold the sets of all white and of all black pieces.
   */
  readonly bits = new Int32Array(32)
  /** Twice the move number less one, and one more when Black is on move. */
  ply = 0
  /**
   * What a move changes for good, in one number so that `make` saves and `unmake` restores it at once: bits 0–3 the
   * castling rights left (see `CastlingSetup`), 4–10 one more than the square on which a legal en passant capture ends
   * (0 for none), and from bit 11 the moves by either side since the last capture or pawn move.
   */
  state = 0
  hashLo = 0
  hashHi = 0
  castling: CastlingSetup = STANDARD_CASTLING
  /** The same array as `castling.rightsMask`: every move reads it, and one lookup less is measurable. */
  rightsMask: Uint8Array = STANDARD_CASTLING.rightsMask
  chess960 = false
  /** Where `make` writes the next move; the first of the chain when none can be taken back. */
  undo = new Undo(null)

  get turn(): SideIndex {
    return (this.ply & 1) as SideIndex
  }

  /** The castling rights left, as bits (see `CastlingSetup`). */
  get rights(): number {
    return this.state & STATE.RIGHTS_MASK
  }

  /** The square on which a legal en passant capture ends, or -1. */
  get enPassant(): Square {
    return ((this.state & STATE.EN_PASSANT_MASK) >> STATE.EN_PASSANT_SHIFT) - 1
  }
}

/** A copy; moves made on the original cannot be unmade on it. */
export function clone(p: Position): Position {
  const copy = new Position()
  copy.board.set(p.board)
  copy.bits.set(p.bits)
  copy.ply = p.ply
  copy.state = p.state
  copy.hashLo = p.hashLo
  copy.hashHi = p.hashHi
  copy.castling = p.castling
  copy.rightsMask = p.rightsMask
  copy.chess960 = p.chess960
  return copy
}

/** Forgets the moves made so far: `unmake` takes back none of them. */
export function forgetMoves(p: Position): void {
  while (p.undo.previous !== null) p.undo = p.undo.previous
}

/** Puts a piece on an empty square, or takes it off the square where it stands: both flip the same bits. */
export function togglePiece(p: Position, piece: Piece, square: Square): void {
  const half = square >> 5
  const bit = 1 << square
  p.board[square]! ^= piece
  p.bits[(piece << 1) | half]! ^= bit
  p.bits[((piece & 8) << 1) | half]! ^= bit
  p.hashLo ^= ZOBRIST.pieceLo[(piece << 6) | square]!
  p.hashHi ^= ZOBRIST.pieceHi[(piece << 6) | square]!
}

/** Sets which castling rights are left. */
export function setRights(p: Position, rights: number): void {
  const { hashLo, hashHi } = p.castling
  p.hashLo ^= hashLo[p.rights]! ^ hashLo[rights]!
  p.hashHi ^= hashHi[p.rights]! ^ hashHi[rights]!
  p.state = (p.state & ~STATE.RIGHTS_MASK) | rights
}

/** Sets the square of a legal en passant capture, or -1. */
export function setEnPassant(p: Position, square: Square): void {
  for (const each of [p.enPassant, square]) {
    if (each < 0) continue
    p.hashLo ^= ZOBRIST.enPassantLo[each & 7]!
    p.hashHi ^= ZOBRIST.enPassantHi[each & 7]!
  }
  p.state = (p.state & ~STATE.EN_PASSANT_MASK) | ((square + 1) << STATE.EN_PASSANT_SHIFT)
}

/** Sets how many moves there have been since the last capture or pawn move. */
export function setHalfmoves(p: Position, count: number): void {
  p.state = (p.state & (STATE.RIGHTS_MASK | STATE.EN_PASSANT_MASK)) | (count << STATE.HALFMOVES_SHIFT)
}

export const turnOf = (p: Position): Side => sideName(p.turn)

/** Sets the side to move. A change removes the en passant square: the capture was the other side's. */
export function setTurn(p: Position, side: Side): void {
  if (sideIndex(side) === p.turn) return
  setEnPassant(p, -1)
  p.ply ^= 1
  p.hashLo ^= ZOBRIST.turnLo
  p.hashHi ^= ZOBRIST.turnHi
}

export const pieceAt = (p: Position, square: Square): Piece => p.board[square] ?? 0

/** How many pieces of this kind and colour are on the board. */
export const countOf = ({ bits }: Position, piece: Piece): number =>
  popcount(bits[piece << 1]!) + popcount(bits[(piece << 1) | 1]!)

export const isChess960 = (p: Position): boolean => p.chess960

/** Moves by either side since the last capture or pawn move: 100 of them make the fifty moves of 9.3. */
export const halfmoveClock = (p: Position): number => p.state >> STATE.HALFMOVES_SHIFT

/** The number of the move, one more after each move of Black's. */
export const fullmoveNumber = (p: Position): number => (p.ply >> 1) + 1

/** The squares of the rooks with which a side may still castle, now or later. */
export function castlingRooks(
  p: Position,
  side: Side,
): { kingSide: Square | null; queenSide: Square | null } {
  const right = sideIndex(side) << 1
  const rook = (place: number): Square | null => (p.rights & (1 << place) ? p.castling.rooks[place]! : null)
  return { kingSide: rook(right), queenSide: rook(right | 1) }
}

/** A 64-bit Zobrist hash in two signed halves. Equal positions (9.2.2) have equal hashes. */
export const hashOf = (p: Position): { hi: number; lo: number } => ({ hi: p.hashHi, lo: p.hashLo })
