/** Compares the placements at two points by the moves between them, without making either position. */
import { isCapture, isCastling, moveFrom, moveTo, type Position, pieceAt } from '../chess/index.ts'
import type { Point } from './state.ts'

const SQUARES = 64
const EMPTY = -1

/** For each square, the square at the later point of the piece that stood there at the point being looked at; `EMPTY` without a piece. */
const finalSquares = new Int8Array(SQUARES)

/**
 * Whether the same pieces stand on the same squares at two points of one path; `position` is that of the later one. Null where
 * captures, castlings or positions that no legal move led to lie between, from which it cannot be derived.
 */
export function hasSamePlacement(
  points: readonly Point[],
  earlier: number,
  later: number,
  position: Position,
): boolean | null {
  for (let square = 0; square < SQUARES; square++) finalSquares[square] = square
  for (let index = later; index !== earlier; index = points[index]!.parent) {
    const move = points[index]!.stands
    if (typeof move === 'string' || isCapture(move) || isCastling(move)) return null
    finalSquares[moveFrom(move)] = finalSquares[moveTo(move)]!
    finalSquares[moveTo(move)] = EMPTY
  }
  for (let square = 0; square < SQUARES; square++) {
    const end = finalSquares[square]!
    // Two pieces of a kind may have changed places: that is the same position.
    if ((end === EMPTY ? 0 : pieceAt(position, end)) !== pieceAt(position, square)) return false
  }
  return true
}
