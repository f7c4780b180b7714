/** Finding the legal move that squares as reported stand for. */

import type { Castling, Promotion } from '../../events/vocabulary.ts'
import { enclosed } from './enclosed.ts'
import { generate, MOST_MOVES } from './generate.ts'
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
import { leavesSafe } from './safe.ts'
import type { Square } from './squares.ts'
import { TABLES } from './tables.ts'

const scratch = new Int32Array(MOST_MOVES)

/** A piece that is neither king nor pawn has one way to a square, which is looked at instead of all moves. */
const { reachesAlone, isOfficer } = enclosed(() => {
  const { PAWN, KNIGHT, BISHOP, ROOK, KING } = ROLES
  const { knightLo, knightHi, slantLo, slantHi, straightLo, straightHi, rayLo, rayHi, direction } = TABLES

  const isOfficer = (piece: Piece): boolean => {
    const role = piece & 7
    return role !== 0 && role !== PAWN && role !== KING
  }

  const reachesAlone = ({ bits, board, turn }: Position, from: Square, to: Square): boolean => {
    const piece = board[from]!
    const target = board[to]!
    if (piece >> 3 !== turn || (target !== 0 && (target >> 3 === turn || (target & 7) === KING))) return false
    const role = piece & 7
    const at = 1 << to
    const low = to < 32
    if (role === KNIGHT) return ((low ? knightLo : knightHi)[from]! & at) !== 0
    const straight = role !== BISHOP && ((low ? straightLo : straightHi)[from]! & at) !== 0
    const slant = role !== ROOK && ((low ? slantLo : slantHi)[from]! & at) !== 0
    if (!straight && !slant) return false
    const way = direction[(from << 6) | to]! << 6
    const lineLo = (rayLo[way | from]! ^ rayLo[way | to]!) & (low ? ~at : -1)
    const lineHi = (rayHi[way | from]! ^ rayHi[way | to]!) & (low ? -1 : ~at)
    return ((lineLo & (bits[0]! | bits[16]!)) | (lineHi & (bits[1]! | bits[17]!))) === 0
  }

  return { reachesAlone, isOfficer }
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
    if (promotion !== null || !reachesAlone(p, from, to)) return null
    const move = from | (to << 6) | (p.board[to]! << MOVE.CAPTURED_SHIFT)
    return leavesSafe(p, move) ? move : null
  }
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
