/** Makes the report of a legal move. */
import type { Side } from '../../events/index.ts'
import { castlingSide, kingTarget, type Move, moveFrom, movePromotion, nameOf } from '../chess/index.ts'
import type { MoveReport } from './state.ts'

/** A legal move as the data of `move-made`: castling is named, and `to` is the final square of the king then. */
export function moveDataOf(move: Move): Pick<MoveReport, 'castling' | 'from' | 'promotion' | 'to'> {
  const promotion = movePromotion(move)
  const castling = castlingSide(move)
  return {
    from: nameOf(moveFrom(move)),
    to: nameOf(kingTarget(move)),
    ...(promotion !== null && { promotion }),
    ...(castling !== null && { castling }),
  }
}

/** A legal move as a person would report it. */
export const moveReportOf = (side: Side, move: Move): MoveReport => ({ side, ...moveDataOf(move) })
