/** Positions that can be set up but not played on from, of which Article 5 says nothing. */
import type { Side } from '../../events/index.ts'
import { type Position, pieceAt, roleOf, sideOf } from '../chess/index.ts'

/** Does a pawn stand on the first or last rank? It has no moves until it is replaced. */
export function pawnOnLastRank(position: Position): boolean {
  for (let file = 0; file < 8; file++) {
    for (const square of [file, 56 + file]) {
      const piece = pieceAt(position, square)
      if (piece !== 0 && roleOf(piece) === 'P') return true
    }
  }
  return false
}

/** Has the side no king, so that it is neither mated nor stalemated? */
export function lacksKing(position: Position, side: Side): boolean {
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(position, square)
    if (piece !== 0 && roleOf(piece) === 'K' && sideOf(piece) === side) return false
  }
  return true
}
