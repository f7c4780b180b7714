/** Finds legal moves to one square, from that square backwards: listing all moves of a position costs several times as much. */
import {
  countOf,
  fileOf,
  leavesSafe,
  type Move,
  type Piece,
  type Position,
  pieceAt,
  rankOf,
  type Square,
  turnOf,
} from '../chess/index.ts'
import { findReachers, foundReachers } from './reach.ts'

/** Results where there is not exactly one move. */
export const NO_MOVE = -1
export const SEVERAL_MOVES = -2

const PAWN = 1
const KING = 6
const BLACK = 8

/** A move as `domain/chess/moves.ts` packs it; `promotion` is a role, 0 for none. */
const packMove = (from: Square, to: Square, captured: Piece, promotion: number, doubleStep: boolean): Move =>
  from | (to << 6) | (promotion << 12) | (captured << 16) | (doubleStep ? 1 << 21 : 0)

/** May a piece of the side to move end on a square: is it empty, or the opponent's and no king? */
const mayEndOn = (target: Piece, piece: Piece): boolean =>
  target === 0 || ((target & BLACK) !== (piece & BLACK) && (target & 7) !== KING)

/**
 * The only legal move of a piece (no pawn, no castling) like `piece` to a square, of those from `file` and `rank` (-1:
 * any); `NO_MOVE` or `SEVERAL_MOVES` otherwise.
 */
export function pieceMoveTo(p: Position, piece: Piece, to: Square, file: number, rank: number): Move {
  const target = pieceAt(p, to)
  if (!mayEndOn(target, piece)) return NO_MOVE
  const count = findReachers(p, piece, to)
  let found = NO_MOVE
  for (let i = 0; i < count; i++) {
    const from = foundReachers[i]!
    if ((file >= 0 && fileOf(from) !== file) || (rank >= 0 && rankOf(from) !== rank)) continue
    const move = packMove(from, to, target, 0, false)
    if (!leavesSafe(p, move)) continue
    if (found !== NO_MOVE) return SEVERAL_MOVES
    found = move
  }
  return found
}

/** Files and ranks of the other pieces like the one on `from` that may legally go to the same square, as bits. */
export function otherOrigins(p: Position, from: Square, to: Square): { files: number; ranks: number } | null {
  const piece = pieceAt(p, from)
  if (countOf(p, piece) < 2) return null
  const count = findReachers(p, piece, to)
  if (count < 2) return null
  const target = pieceAt(p, to)
  let files = 0
  let ranks = 0
  for (let i = 0; i < count; i++) {
    const other = foundReachers[i]!
    if (other === from || !leavesSafe(p, packMove(other, to, target, 0, false))) continue
    files |= 1 << fileOf(other)
    ranks |= 1 << rankOf(other)
  }
  return files === 0 ? null : { files, ranks }
}

/**
 * The legal step of a pawn forward to a square, or its capture there from the file named; `NO_MOVE` when there is none.
 * En passant captures, whose square is empty, are not found here.
 */
export function pawnMoveTo(p: Position, to: Square, file: number, rank: number, promotion: number): Move {
  const white = turnOf(p) === 'white'
  const pawn = white ? PAWN : PAWN | BLACK
  const back = white ? -8 : 8
  const target = pieceAt(p, to)
  const last = rankOf(to) === (white ? 7 : 0)
  if (last !== (promotion !== 0)) return NO_MOVE
  let from = to + back
  let doubleStep = false
  if (file >= 0 && file !== fileOf(to)) {
    if (target === 0 || Math.abs(file - fileOf(to)) !== 1 || !mayEndOn(target, pawn)) return NO_MOVE
    from += file - fileOf(to)
  } else {
    if (target !== 0) return NO_MOVE
    if (rankOf(to) === (white ? 3 : 4) && pieceAt(p, from) === 0) {
      from += back
      doubleStep = true
    }
  }
  if (pieceAt(p, from) !== pawn || (rank >= 0 && rankOf(from) !== rank)) return NO_MOVE
  const move = packMove(from, to, target, promotion, doubleStep)
  return leavesSafe(p, move) ? move : NO_MOVE
}
