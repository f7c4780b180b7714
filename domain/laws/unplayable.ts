/** Positions that hands can set up and nobody can play on from: the Laws of Article 5 say nothing of them. */
import type { Side } from '../../events/index.ts'
import { type Position, pieceAt, roleOf, sideOf } from '../chess/index.ts'

/** A pawn left on the first or last rank: a piece whose moves nobody can tell until it is replaced. */
export function pawnOnLastRank(position: Position): boolean {
  for (let file = 0; file < 8; file++) {
    for (const square of [file, 56 + file]) {
      const piece = pieceAt(position, square)
      if (piece !== 0 && roleOf(piece) === 'P') return true
    }
  }
  return false
}

/** A side without a king is neither mated nor stalemated. */
export function lacksKing(position: Position, side: Side): boolean {
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(position, square)
    if (piece !== 0 && roleOf(piece) === 'K' && sideOf(piece) === side) return false
  }
  return true
}
