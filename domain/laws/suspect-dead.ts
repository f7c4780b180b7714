/**
 * Is it worth asking whether a position is dead (5.2.2)? The full answer costs a search, so it is asked only where
 * something speaks for it: nothing heavy left and no pawn on its way, no pawn that can move at all, or a side to move
 * with so few moves that play may be forced into a draw. Elsewhere a dead position does not arise in play; the search
 * itself can be asked of any position outside the fold.
 */
import { type Position, pieceAt, roleOf, sideOf } from '../chess/index.ts'

/** With more legal moves than this nothing is forced. */
const FORCED = 4

const EMPTY = 0

/** Can the pawn step forward, or take something in front of it? Pins and checks do not matter for the question. */
function pawnCanMove(position: Position, square: number, white: boolean): boolean {
  const ahead = square + (white ? 8 : -8)
  if (ahead < 0 || ahead > 63) return true
  if (pieceAt(position, ahead) === EMPTY) return true
  const file = square & 7
  const takes = (target: number) => {
    const piece = pieceAt(position, target)
    return piece !== EMPTY && (sideOf(piece) === 'white') !== white
  }
  return (file > 0 && takes(ahead - 1)) || (file < 7 && takes(ahead + 1))
}

/** `legal`: how many legal moves the side to move has. */
export function suspectDead(position: Position, legal: number): boolean {
  if (legal <= FORCED) return true
  let heavy = false
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(position, square)
    if (piece === EMPTY) continue
    const role = roleOf(piece)
    if (role === 'P' && pawnCanMove(position, square, sideOf(piece) === 'white')) return false
    if (role === 'Q' || role === 'R') heavy = true
  }
  return !heavy || hasPawn(position)
}

/** Queens and rooks without any pawn mate too easily to ask; with pawns that are all blocked they may be walled in. */
function hasPawn(position: Position): boolean {
  for (let square = 8; square < 56; square++) {
    const piece = pieceAt(position, square)
    if (piece !== EMPTY && roleOf(piece) === 'P') return true
  }
  return false
}
