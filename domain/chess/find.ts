/** Finding the legal move that squares as reported stand for. */

import type { Castling, Promotion } from '../../events/vocabulary.ts'
import { generate, MOST_MOVES } from './generate.ts'
import { castlingSide, isCastling, kingTarget, type Move, moveFrom, movePromotion, moveTo } from './moves.ts'
import type { Position } from './position.ts'
import type { Square } from './squares.ts'

const scratch = new Int32Array(MOST_MOVES)

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
