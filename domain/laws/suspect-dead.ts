/**
 * Is it worth asking whether a position is dead (5.2.2)? The full answer costs a search, so it is asked only where
 * something speaks for it: nothing heavy left and no pawn on its way, no pawn that can move at all, or play that is
 * forced and does not come free again. Elsewhere a dead position does not arise in play; the search itself can be asked
 * of any position outside the fold.
 */
import {
  clone,
  inCheck,
  legalMoves,
  make,
  type Position,
  pieceAt,
  roleOf,
  sideOf,
  turnOf,
  unmake,
} from '../chess/index.ts'

/** With more legal moves than this nothing is forced. */
const FORCED = 4

/** Positions looked at before a forced line is left to the full search. */
const FORCED_NODES = 64

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

/** No pawn can move, and either pawns wall everything in or nothing heavier than bishops and knights is left. */
function isStill(position: Position): boolean {
  let heavy = false
  let pawns = false
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(position, square)
    if (piece === EMPTY) continue
    const role = roleOf(piece)
    if (role === 'P') {
      if (pawnCanMove(position, square, sideOf(piece) === 'white')) return false
      pawns = true
    } else if (role === 'Q' || role === 'R') heavy = true
  }
  return pawns || !heavy
}

/** Does some line lead out of what is forced, to a mate or to a position where both have a choice? */
function comesFree(position: Position, budget: { nodes: number }): boolean {
  for (const move of legalMoves(position)) {
    if (budget.nodes-- <= 0) return false
    make(position, move)
    const replies = legalMoves(position).length
    const mated = replies === 0 && inCheck(position, turnOf(position))
    const free =
      mated || (replies > FORCED && !isStill(position)) || (replies > 0 && comesFree(position, budget))
    unmake(position)
    if (free) return true
  }
  return false
}

/** `legal`: how many legal moves the side to move has. */
export function suspectDead(position: Position, legal: number): boolean {
  if (isStill(position)) return true
  return legal <= FORCED && !comesFree(clone(position), { nodes: FORCED_NODES })
}
