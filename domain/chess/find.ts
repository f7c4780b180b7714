/** Finds the legal move that reported squares stand for. */

import type { Castling, Promotion } from '../../events/vocabulary.ts'
import { generate, MAX_MOVES } from './generate.ts'
import { hotScope } from './hot-scope.ts'
import { leavesSafe } from './king-safety.ts'
import {
  castlingSide,
  isCastling,
  kingTarget,
  MOVE,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
} from './moves.ts'
import { type Piece, ROLES } from './pieces.ts'
import type { Position } from './position.ts'
import type { Square } from './squares.ts'
import { TABLES } from './tables.ts'

const scratch = new Int32Array(MAX_MOVES)

/** Tests of one move between two squares, except castling, en passant and promotion: faster than generating all moves. */
const { reaches, stepOf, isOfficer } = hotScope(() => {
  const { PAWN, KNIGHT, BISHOP, ROOK, KING } = ROLES
  const { CAPTURED_SHIFT, DOUBLE_STEP } = MOVE
  const {
    knightLo,
    knightHi,
    bishopLinesLo,
    bishopLinesHi,
    rookLinesLo,
    rookLinesHi,
    rayLo,
    rayHi,
    direction,
  } = TABLES
  const { kingLo, kingHi } = TABLES

  /** Whether a piece is a knight, bishop, rook or queen. */
  const isOfficer = (piece: Piece): boolean => {
    const role = piece & 7
    return role !== 0 && role !== PAWN && role !== KING
  }

  /** Whether an officer of the side to move can go from one square to the other, king safety aside. */
  const reaches = ({ bits, board, turn }: Position, from: Square, to: Square): boolean => {
    const piece = board[from]!
    const target = board[to]!
    if (piece >> 3 !== turn || (target !== 0 && (target >> 3 === turn || (target & 7) === KING))) return false
    const role = piece & 7
    const at = 1 << to
    const low = to < 32
    if (role === KNIGHT) return ((low ? knightLo : knightHi)[from]! & at) !== 0
    const orthogonal = role !== BISHOP && ((low ? rookLinesLo : rookLinesHi)[from]! & at) !== 0
    const diagonal = role !== ROOK && ((low ? bishopLinesLo : bishopLinesHi)[from]! & at) !== 0
    if (!orthogonal && !diagonal) return false
    const way = direction[(from << 6) | to]! << 6
    const lineLo = (rayLo[way | from]! ^ rayLo[way | to]!) & (low ? ~at : -1)
    const lineHi = (rayHi[way | from]! ^ rayHi[way | to]!) & (low ? -1 : ~at)
    return ((lineLo & (bits[0]! | bits[16]!)) | (lineHi & (bits[1]! | bits[17]!))) === 0
  }

  /** A pawn's step to a square that is not on the last rank, or a king's step to a neighbouring one; null otherwise. */
  const stepOf = ({ board, turn }: Position, from: Square, to: Square): Move | null => {
    const piece = board[from]!
    const target = board[to]!
    if (piece >> 3 !== turn || (target !== 0 && (target >> 3 === turn || (target & 7) === KING))) return null
    const plain = from | (to << 6) | (target << CAPTURED_SHIFT)
    if ((piece & 7) === KING) {
      const beside = to < 32 ? kingLo[from]! : kingHi[from]!
      return (beside & (1 << to)) !== 0 ? plain : null
    }
    const ahead = turn === 0 ? 8 : -8
    const way = to - from
    if ((piece & 7) !== PAWN || to >> 3 === (turn === 0 ? 7 : 0)) return null
    if (way === ahead) return target === 0 ? plain : null
    if (way === 2 * ahead)
      return from >> 3 === (turn === 0 ? 1 : 6) && board[from + ahead] === 0 && target === 0
        ? plain | DOUBLE_STEP
        : null
    const isDiagonal = Math.abs(way - ahead) === 1 && Math.abs((to & 7) - (from & 7)) === 1
    return isDiagonal && target !== 0 ? plain : null
  }

  return { reaches, stepOf, isOfficer }
})

/**
 * The legal move from one square to another, or null. Castling is found by the king's final square where no simple king
 * move goes there, by the king's move onto its own rook, or with `castling` named: then `to` may be either, also the
 * square where the king already stands (Chess960).
 */
export function findLegal(
  p: Position,
  from: Square,
  to: Square,
  promotion: Promotion | null,
  castling: Castling | null = null,
): Move | null {
  if (isOfficer(p.board[from]!) && castling === null) {
    if (promotion !== null || !reaches(p, from, to)) return null
    const move = from | (to << 6) | (p.board[to]! << MOVE.CAPTURED_SHIFT)
    return leavesSafe(p, move) ? move : null
  }
  const step = promotion === null && castling === null ? stepOf(p, from, to) : null
  if (step !== null && leavesSafe(p, step)) return step
  const n = generate(p, scratch)
  let byKing: Move | null = null
  for (let i = 0; i < n; i++) {
    const move = scratch[i]!
    if (moveFrom(move) !== from || movePromotion(move) !== promotion) continue
    if (castling !== null) {
      if (castlingSide(move) === castling && (kingTarget(move) === to || moveTo(move) === to)) return move
    } else if (moveTo(move) === to) return move
    else if (isCastling(move) && kingTarget(move) === to && from !== to) byKing = move
  }
  return byKing
}
