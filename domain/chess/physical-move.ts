/** What hands can do to a position, be it a move of chess or not: the record keeps what happened. */

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

/** What was taken off the board, and what moved, as it stood on its first square; 0 for nothing. */
export interface PhysicalOutcome {
  readonly captured: Piece
  readonly moved: Piece
}

/**
 * Does with the pieces what the squares say, whoever's they are: own pieces and kings are captured, a pawn stays a pawn
 * on the last rank unless it is promoted. The clocks of moves, the rights and the capture in passing change as if the
 * owner of the moved piece had been on move; then it is the other side's turn. From an empty square nothing moves and
 * nothing changes. A piece put back where it stood only passes the turn.
 *
 * Castling without the right to it, or through what stands in the way, is done all the same: with the rook whose right
 * it is, or the outermost one on that side. In a standard game it need not be named: a king that goes two squares from
 * its first one towards a rook in the corner is castling. The rook stays where its new square is taken by a third piece.
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
  if (captured === 0 && isDoubleStep(moved, from, to)) {
    const crossed = (from + to) >> 1
    if (p.board[crossed] === 0 && canCaptureEnPassant(p, crossed)) setEnPassant(p, crossed)
  }
  return { captured, moved }
}

function isDoubleStep(moved: Piece, from: Square, to: Square): boolean {
  if (moved === PAWN) return rankOf(from) === 1 && to - from === 16
  return moved === pieceFor(1, PAWN) && rankOf(from) === 6 && from - to === 16
}

/** Carries one piece to another square; returns what it captured. */
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

/** A pawn gone aslant from its fifth rank to an empty square, past an enemy pawn, has taken that pawn, be it too late. */
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

/** Sets king and rook down as after castling; returns what is gone from the board. */
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
  // The rook stays where its new square is taken; if that is the king's square now, the king has taken it.
  const rookPlace = p.board[rookTo] === 0 ? rookTo : rookFrom
  const crowdedOut = p.board[rookPlace] !== 0
  if (!crowdedOut) togglePiece(p, rook, rookPlace)
  const { rightsMask: kept } = p
  setRights(p, p.rights & kept[from]! & kept[rookFrom]! & kept[to]! & kept[rookPlace]!)
  return crowdedOut ? rook : captured
}
