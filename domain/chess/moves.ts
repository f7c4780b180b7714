/** Moves packed into one number, so that lists of them are typed arrays and comparing them is `===`. */

import type { Castling, Promotion } from '../../events/vocabulary.ts'
import { PAWN } from './pieces.ts'
import type { Square } from './squares.ts'

/**
 * Bits 0–5 from, 6–11 to, 12–14 the promotion's role, 15 castling, 16–19 the captured piece, 20 en passant,
 * 21 double step. Castling goes from the king's square to its own rook's square: in Chess960 nothing else is unambiguous.
 */
export type Move = number

export const PROMOTION_SHIFT = 12
export const CASTLING_BIT = 1 << 15
export const CAPTURED_SHIFT = 16
export const EN_PASSANT_BIT = 1 << 20
export const DOUBLE_STEP_BIT = 1 << 21

const PROMOTED = [null, null, 'N', 'B', 'R', 'Q', null, null] as const

export const moveFrom = (move: Move): Square => move & 63

/** Where the piece goes; castling: the square of the own rook (see `kingTarget`). */
export const moveTo = (move: Move): Square => (move >>> 6) & 63

export const movePromotion = (move: Move): Promotion | null =>
  PROMOTED[(move >>> PROMOTION_SHIFT) & 7] ?? null

export const isCastling = (move: Move): boolean => (move & CASTLING_BIT) !== 0

/** The side castled to: the rook's side of the king. */
export const castlingSide = (move: Move): Castling | null =>
  isCastling(move) ? (moveTo(move) > moveFrom(move) ? 'king-side' : 'queen-side') : null

export const isEnPassant = (move: Move): boolean => (move & EN_PASSANT_BIT) !== 0

/** Whether something is captured, en passant included. */
export const isCapture = (move: Move): boolean => ((move >>> CAPTURED_SHIFT) & 15) !== 0

/** Where the king ends: the c- or g-file when castling (3.8.2, Guideline II.3.2), else the move's own square. */
export const kingTarget = (move: Move): Square =>
  isCastling(move) ? (moveFrom(move) & 56) | (moveTo(move) > moveFrom(move) ? 6 : 2) : moveTo(move)

/** A move of the double-step kind leaves a pawn that may be taken in passing. */
export const enPassantMove = (from: Square, to: Square, us: number): Move =>
  from | (to << 6) | ((PAWN | ((us ^ 1) << 3)) << CAPTURED_SHIFT) | EN_PASSANT_BIT
