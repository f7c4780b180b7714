/** The data of `move-made` for a legal move, a text or squares. */
import type { Castling, EventData, Promotion } from '../../events/index.ts'
import {
  castlingSide,
  isCastling,
  kingTarget,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  type Square,
} from '../chess/index.ts'
import { readMoveText } from '../notation/index.ts'
import { ok, type Problem, type Result } from '../result.ts'

export type MoveMadeData = EventData<'move-made'>

/** A move by its squares; a castling king ends on its final square, not on the rook's. */
interface MoveBySquares {
  readonly from: Square
  readonly to: Square
  readonly promotion: Promotion | null
  readonly castling: Castling | null
}

/** A legal move as `move-made` reports it. */
export function reportOfMove(move: Move): MoveMadeData {
  const castling = isCastling(move) ? castlingSide(move) : null
  const to = castling === null ? moveTo(move) : kingTarget(move)
  return reportOfHands({ from: moveFrom(move), to, promotion: movePromotion(move), castling })
}

/**
 * The move that a text names in a position, legal or not. A text is refused that does not name exactly one piece and one square.
 * `language`: the language of the piece letters, by its two-letter code.
 */
export function reportOfText(
  position: Position,
  text: string,
  language = 'en',
): Result<MoveMadeData, Problem> {
  const read = readMoveText(position, text, language)
  switch (read.kind) {
    case 'legal':
      return ok(reportOfMove(read.move))
    case 'physical':
      return ok(reportOfHands(read))
    case 'unreadable':
      return { ok: false, error: read.problem }
  }
}

/** A move by its squares, legal or not, as `move-made` reports it. */
export const reportOfHands = ({ from, to, promotion, castling }: MoveBySquares): MoveMadeData => ({
  from: nameOf(from),
  to: nameOf(to),
  ...(promotion !== null && { promotion }),
  ...(castling !== null && { castling }),
})
