/** Makes the report of a legal move. */
import type { Side } from '../../events/index.ts'
import { castlingSide, kingTarget, type Move, moveFrom, movePromotion, nameOf } from '../chess/index.ts'
import type { MoveReport } from './state.ts'

/** A legal move as a person would report it: `to` is the final square of the king where it castles. */
export function moveReportOf(side: Side, move: Move): MoveReport {
  const promotion = movePromotion(move)
  const castling = castlingSide(move)
  return {
    side,
    from: nameOf(moveFrom(move)),
    to: nameOf(kingTarget(move)),
    ...(promotion !== null && { promotion }),
    ...(castling !== null && { castling }),
  }
}
