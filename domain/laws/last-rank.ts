/** A pawn left on the first or last rank: no position of chess, and a piece whose moves nobody can tell until it is replaced. */
import { type Position, pieceAt, roleOf } from '../chess/index.ts'

export function pawnOnLastRank(position: Position): boolean {
  for (let file = 0; file < 8; file++) {
    for (const square of [file, 56 + file]) {
      const piece = pieceAt(position, square)
      if (piece !== 0 && roleOf(piece) === 'P') return true
    }
  }
  return false
}
