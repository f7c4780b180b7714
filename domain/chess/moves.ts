/** Moves packed into one number, so that lists of them are typed arrays and comparing them is `===`. */

import type { Castling, Promotion } from '../../events/vocabulary.ts'
import type { Square } from './squares.ts'

/**
 * Bits 0–5 from, 6–11 to, 12–14 the role promoted to, 15 castling, 16–19 the captured piece, 20 en passant,
 * 21 double step. A plain step has nothing above bit 11. Castling goes from the king's square to its own rook's: in
 * Chess960 nothing else is unambiguous.
 */
export type Move = number

/** Where the parts of a move lie. */
export const MOVE = {
  PROMOTION_SHIFT: 12,
  CASTLING: 1 << 15,
  CAPTURED_SHIFT: 16,
  EN_PASSANT: 1 << 20,
  DOUBLE_STEP: 1 << 21,
} as const

const PROMOTED = [null, null, 'N', 'B', 'R', 'Q', null, null] as const

export const moveFrom = (move: Move): Square => move & 63

/** Where the piece goes; castling: the square of the own rook (see `kingTarget`). */
export const moveTo = (move: Move): Square => (move >>> 6) & 63

export const movePromotion = (move: Move): Promotion | null =>
  PROMOTED[(move >>> MOVE.PROMOTION_SHIFT) & 7] ?? null

export const isCastling = (move: Move): boolean => (move & MOVE.CASTLING) !== 0

/** The side castled to: the rook's side of the king. */
export const castlingSide = (move: Move): Castling | null =>
  isCastling(move) ? (moveTo(move) > moveFrom(move) ? 'king-side' : 'queen-side') : null

export const isEnPassant = (move: Move): boolean => (move & MOVE.EN_PASSANT) !== 0

/** Whether something is captured, en passant included. */
export const isCapture = (move: Move): boolean => ((move >>> MOVE.CAPTURED_SHIFT) & 15) !== 0

/** Where the king ends: the c- or g-file when castling (3.8.2, Guideline II.3.2), else the move's own square. */
export const kingTarget = (move: Move): Square =>
  isCastling(move) ? (moveFrom(move) & 56) | (moveTo(move) > moveFrom(move) ? 6 : 2) : moveTo(move)
