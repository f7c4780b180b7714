/** Whether the pieces stand again as they stood at an earlier point, told by the moves between: no position is put together anew. */
import { isCapture, isCastling, moveFrom, moveTo, type Position, pieceAt } from '../chess/index.ts'
import type { Point } from './state.ts'

const SQUARES = 64
const EMPTY = -1

/** For each square where the piece that stood there, at the point that is looked at, stands in the end. */
const ends = new Int8Array(SQUARES)

/**
 * Whether the same pieces stand on the same squares at both points of one way, of which `position` is the later one's; null
 * where other than plain legal moves lie between: the moves then do not tell.
 */
export function hasSamePlacement(
  points: readonly Point[],
  earlier: number,
  later: number,
  position: Position,
): boolean | null {
  for (let square = 0; square < SQUARES; square++) ends[square] = square
  for (let index = later; index !== earlier; index = points[index]!.parent) {
    const move = points[index]!.stands
    if (typeof move === 'string' || isCapture(move) || isCastling(move)) return null
    ends[moveFrom(move)] = ends[moveTo(move)]!
    ends[moveTo(move)] = EMPTY
  }
  for (let square = 0; square < SQUARES; square++) {
    const end = ends[square]!
    // Two pieces of a kind may have changed places: that is the same position.
    if ((end === EMPTY ? 0 : pieceAt(position, end)) !== pieceAt(position, square)) return false
  }
  return true
}
