/** Keys by which positions are compared (9.2.2; 2023: 9.2.3). */

import { writePlacement, writeRookFiles } from './fen-write.ts'
import { type Position, STATE } from './position.ts'
import { nameOf } from './squares.ts'

/**
 * Equal keys are the same position: the same pieces on the same squares, the same side to move, and the same moves
 * possible now and later. A castling right counts whether or not castling is possible at the moment; an en passant
 * capture counts only when it is legal.
 */
export function positionKey(p: Position): string {
  const enPassant = p.enPassant < 0 ? '-' : nameOf(p.enPassant)
  return `${writePlacement(p)} ${p.turn === 0 ? 'w' : 'b'} ${writeRookFiles(p)} ${enPassant}`
}

/**
 * The part of `positionKey` that the pieces do not show, as a number: the side to move, the castling rights left and the
 * en passant square. Comparable within one game, where the castling rooks are the same throughout.
 */
export const turnAndRightsKey = ({ state, turn }: Position): number =>
  (state & (STATE.RIGHTS_MASK | STATE.EN_PASSANT_MASK)) | (turn << 30)
