/** A position, legal or not: what stands where, whose turn it is, and what Articles 3 and 9 need to know besides. */

import type { Side } from '../../events/vocabulary.ts'
import { type CastlingSetup, STANDARD_CASTLING } from './castling.ts'
import { type Piece, type SideIndex, sideIndex, sideName } from './pieces.ts'
import type { Square } from './squares.ts'
import {
  PIECE_HASH_HI,
  PIECE_HASH_LO,
  passingHashHi,
  passingHashLo,
  TURN_HASH_HI,
  TURN_HASH_LO,
} from './zobrist.ts'

/**
 * Opaque outside this folder. Mutable: `clone` one to keep it. Any number of kings may stand on the board, both sides
 * may be in check, pawns may stand on the first and last ranks.
 */
export class Position {
  /** The piece on each square. */
  readonly board = new Uint8Array(64)
  /**
   * The same as sets of squares: `bits[piece << 1]` squares below 32, `bits[piece << 1 | 1]` the others. In the places
   * of the pieces that do not exist, 0 and 8, stand the sets of all white and of all black pieces.
   */
  readonly bits = new Int32Array(32)
  turn: SideIndex = 0
  /** Castling rights left, as bits (see `CastlingSetup`). */
  rights = 0
  castling: CastlingSetup = STANDARD_CASTLING
  /** The square crossed by the pawn that has just moved two squares, if it can legally be taken there; or -1. */
  passing = -1
  /** Moves by either side since the last capture or pawn move. */
  halfmoves = 0
  /** The number of the move, one more after each move of Black's. */
  fullmoves = 1
  chess960 = false
  hashLo = 0
  hashHi = 0
  /** What `unmake` needs, four numbers a move; reserved when the first move is made. */
  undo: Int32Array | null = null
  undoTop = 0
}

/** A position of its own; moves made on the original cannot be unmade on the clone. */
export function clone(p: Position): Position {
  const copy = new Position()
  copy.board.set(p.board)
  copy.bits.set(p.bits)
  copy.turn = p.turn
  copy.rights = p.rights
  copy.castling = p.castling
  copy.passing = p.passing
  copy.halfmoves = p.halfmoves
  copy.fullmoves = p.fullmoves
  copy.chess960 = p.chess960
  copy.hashLo = p.hashLo
  copy.hashHi = p.hashHi
  return copy
}

/** Puts a piece on an empty square, or takes it off the square where it stands: both flip the same bits. */
export function toggle(p: Position, piece: Piece, square: Square): void {
  const { board, bits } = p
  const half = square >> 5
  const bit = 1 << square
  board[square] = board[square]! ^ piece
  bits[(piece << 1) | half] = bits[(piece << 1) | half]! ^ bit
  bits[((piece & 8) << 1) | half] = bits[((piece & 8) << 1) | half]! ^ bit
  p.hashLo ^= PIECE_HASH_LO[(piece << 6) | square]!
  p.hashHi ^= PIECE_HASH_HI[(piece << 6) | square]!
}

/** Sets which castling rights are left. */
export function setRights(p: Position, rights: number): void {
  p.hashLo ^= p.castling.hashLo[p.rights]! ^ p.castling.hashLo[rights]!
  p.hashHi ^= p.castling.hashHi[p.rights]! ^ p.castling.hashHi[rights]!
  p.rights = rights
}

/** Sets the square of a legal capture in passing, or -1. */
export function setPassing(p: Position, square: Square): void {
  if (p.passing >= 0) {
    p.hashLo ^= passingHashLo(p.passing)
    p.hashHi ^= passingHashHi(p.passing)
  }
  if (square >= 0) {
    p.hashLo ^= passingHashLo(square)
    p.hashHi ^= passingHashHi(square)
  }
  p.passing = square
}

export const turnOf = (p: Position): Side => sideName(p.turn)

/** Gives the move to a side. A changed turn ends every capture in passing: it was the other side's. */
export function setTurn(p: Position, side: Side): void {
  const turn = sideIndex(side)
  if (turn === p.turn) return
  setPassing(p, -1)
  p.turn = turn
  p.hashLo ^= TURN_HASH_LO
  p.hashHi ^= TURN_HASH_HI
}

export const pieceAt = (p: Position, square: Square): Piece => p.board[square] ?? 0
export const isChess960 = (p: Position): boolean => p.chess960
/** Half-moves since the last capture or pawn move, as 9.3 and 9.6.2 count them. */
export const halfmoveClock = (p: Position): number => p.halfmoves
export const fullmoveNumber = (p: Position): number => p.fullmoves

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
