/** Makes reported moves on a position, legal or not, since the record holds what happened. */

import type { Castling, Promotion } from '../../events/vocabulary.ts'
import { canCaptureEnPassant, enPassantVictim } from './en-passant.ts'
import { type Piece, pieceFor, pieceOf, ROLES, type SideIndex } from './pieces.ts'
import {
  forgetMoves,
  halfmoveClock,
  type Position,
  setEnPassant,
  setHalfmoves,
  setRights,
  setTurn,
  togglePiece,
} from './position.ts'
import { fileOf, rankOf, type Square } from './squares.ts'

const { PAWN, ROOK, KING } = ROLES

/** A move as reported. When castling, `to` is where the king ends, or the square of its own rook. */
export interface PhysicalMove {
  readonly from: Square
  readonly to: Square
  readonly promotion?: Promotion | null | undefined
  readonly castling?: Castling | null | undefined
}

/** The piece taken off the board and the piece moved, before any promotion; 0 for none. */
export interface PhysicalOutcome {
  readonly captured: Piece
  readonly moved: Piece
}

/**
 * Moves the piece on `from` to `to`, whatever the rules say: own pieces and kings are captured, and a pawn stays a pawn
 * on the last rank unless it is promoted. The move counters, castling rights and en passant square change as if the owner
 * of the moved piece had been on move; then it is the other side's turn. From an empty square nothing moves and nothing
 * changes. A piece put back on its own square only passes the turn.
 *
 * Castling without the right to it, or through pieces in the way, is done too: with the rook that has the right, or the
 * outermost one on that side. In a standard game `castling` may be omitted: a king that goes two squares from its first
 * square towards a rook in the corner castles. The rook stays on its square if a third piece occupies its target.
 *
 * @example
 * ```ts
 * import { initialPosition, playPhysicalMove, squareOf, writeFen } from 'touchmove/chess'
 *
 * const position = initialPosition()
 * playPhysicalMove(position, { from: squareOf('e2'), to: squareOf('e5') })
 * console.log(writeFen(position))
 * // rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
 * ```
 */
export function playPhysicalMove(p: Position, move: PhysicalMove): PhysicalOutcome {
  const { from, to } = move
  const moved = p.board[from] ?? 0
  if (moved === 0 || p.board[to] === undefined) return { captured: 0, moved: 0 }
  const owner = (moved >> 3) as SideIndex
  forgetMoves(p)
  setEnPassant(p, -1)
  setHalfmoves(p, halfmoveClock(p) + 1)
  const rook = castlingRookOf(p, move, moved)
  const captured = rook >= 0 ? castle(p, from, rook) : from === to ? 0 : movePiece(p, move, moved)
  setTurn(p, owner === 0 ? 'black' : 'white')
  // A move number ends with Black's move.
  p.ply += owner << 1
  // A promoted piece cannot be captured en passant.
  if (captured === 0 && p.board[to] === moved && isDoubleStep(moved, from, to)) {
    const crossed = (from + to) >> 1
    if (p.board[crossed] === 0 && canCaptureEnPassant(p, crossed)) setEnPassant(p, crossed)
  }
  return { captured, moved }
}

function isDoubleStep(moved: Piece, from: Square, to: Square): boolean {
  if (moved === PAWN) return rankOf(from) === 1 && to - from === 16
  return moved === pieceFor(1, PAWN) && rankOf(from) === 6 && from - to === 16
}

/** Moves one piece to another square; returns the piece it captured. */
function movePiece(p: Position, { from, to, promotion }: PhysicalMove, moved: Piece): Piece {
  const taken = p.board[to] === 0 && isEnPassantCapture(p, moved, from, to) ? enPassantVictim(to) : to
  const captured = p.board[taken]!
  const pawn = (moved & 7) === PAWN
  if (captured !== 0) togglePiece(p, captured, taken)
  togglePiece(p, moved, from)
  togglePiece(p, pawn && promotion ? pieceOf(promotion) | (moved & 8) : moved, to)
  if (pawn || captured !== 0) setHalfmoves(p, 0)
  setRights(p, p.rights & p.rightsMask[from]! & p.rightsMask[to]!)
  return captured
}

/** A pawn that moves diagonally from its fifth rank to an empty square, past an enemy pawn, captures that pawn, even too late. */
function isEnPassantCapture(p: Position, moved: Piece, from: Square, to: Square): boolean {
  if ((moved & 7) !== PAWN || Math.abs(fileOf(from) - fileOf(to)) !== 1) return false
  const white = moved === PAWN
  return (
    rankOf(from) === (white ? 4 : 3) &&
    rankOf(to) === (white ? 5 : 2) &&
    p.board[enPassantVictim(to)] === (moved ^ 8)
  )
}

/** The rook that goes with the king when the move is castling; otherwise -1. */
function castlingRookOf(p: Position, { from, to, castling }: PhysicalMove, moved: Piece): Square {
  const owner = (moved >> 3) as SideIndex
  if ((moved & 7) !== KING || rankOf(from) !== owner * 7) return -1
  const first = owner * 56
  const ownRook = pieceFor(owner, ROOK)
  if (!castling) {
    if (p.chess960 || from !== first + 4 || (to !== first + 6 && to !== first + 2)) return -1
    const corner = to > from ? first + 7 : first
    return p.board[corner] === ownRook && p.board[to] === 0 ? corner : -1
  }
  const kingSide = castling === 'king-side'
  const right = (owner << 1) | (kingSide ? 0 : 1)
  let rook = p.rights & (1 << right) ? p.castling.rooks[right]! : -1
  if (rook < 0) {
    const step = kingSide ? 1 : -1
    for (let at = from + step; at >= first && at < first + 8; at += step)
      if (p.board[at] === ownRook) rook = at
  }
  return to === rook || to === first + (kingSide ? 6 : 2) ? rook : -1
}

/** Puts king and rook on their castling squares; returns the piece that this removed from the board. */
function castle(p: Position, from: Square, rookFrom: Square): Piece {
  const king = p.board[from]!
  const rook = p.board[rookFrom]!
  const first = from & 56
  const to = first + (rookFrom > from ? 6 : 2)
  const rookTo = first + (rookFrom > from ? 5 : 3)
  togglePiece(p, king, from)
  togglePiece(p, rook, rookFrom)
  const captured = p.board[to]!
  if (captured !== 0) {
    togglePiece(p, captured, to)
    setHalfmoves(p, 0)
  }
  togglePiece(p, king, to)
  // The rook stays on its square if its target is occupied; if the king is there now, the king has captured it.
  const rookPlace = p.board[rookTo] === 0 ? rookTo : rookFrom
  const crowdedOut = p.board[rookPlace] !== 0
  if (!crowdedOut) togglePiece(p, rook, rookPlace)
  const { rightsMask } = p
  setRights(
    p,
    p.rights & rightsMask[from]! & rightsMask[rookFrom]! & rightsMask[to]! & rightsMask[rookPlace]!,
  )
  return crowdedOut ? rook : captured
}
