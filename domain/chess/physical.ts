/** What a hand can do to a position, be it a move of chess or not: the record keeps what happened. */

import type { Castling, Promotion } from '../../events/vocabulary.ts'
import { canTakeInPassing, passedPawn } from './passing.ts'
import { KING, PAWN, type Piece, pieceOf, ROOK, type SideIndex, sideOf } from './pieces.ts'
import { type Position, setPassing, setRights, setTurn, toggle } from './position.ts'
import { fileOf, rankOf, type Square } from './squares.ts'

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

/** Does with the pieces what the squares say, whoever's they are. */
export function playAnything(p: Position, { from, to, promotion, castling }: PhysicalMove): PhysicalOutcome {
  const moved = p.board[from] ?? 0
  if (moved === 0 || p.board[to] === undefined) return { captured: 0, moved: 0 }
  const owner = (moved >> 3) as SideIndex
  setPassing(p, -1)
  p.halfmoves++
  p.fullmoves += owner
  let captured = 0
  if ((moved & 7) === KING && castling) castleAnyhow(p, owner, from, to, castling)
  else if (from !== to) captured = carry(p, moved, from, to, promotion ?? null)
  setTurn(p, owner === 0 ? 'black' : 'white')
  if ((moved & 7) === PAWN && isDoubleStep(from, to, owner) && captured === 0) {
    const crossed = (from + to) >> 1
    if (p.board[crossed] === 0 && canTakeInPassing(p, crossed)) setPassing(p, crossed)
  }
  return { captured, moved }
}

const isDoubleStep = (from: Square, to: Square, owner: SideIndex): boolean =>
  rankOf(from) === (owner === 0 ? 1 : 6) && to - from === (owner === 0 ? 16 : -16)

function carry(p: Position, moved: Piece, from: Square, to: Square, promotion: Promotion | null): Piece {
  let captured = p.board[to]!
  let taken = to
  if (captured === 0 && isCaptureInPassing(p, moved, from, to)) {
    taken = passedPawn(to)
    captured = p.board[taken]!
  }
  if (captured !== 0) toggle(p, captured, taken)
  toggle(p, moved, from)
  const pawn = (moved & 7) === PAWN
  toggle(p, pawn && promotion ? pieceOf(promotion) | (moved & 8) : moved, to)
  if (pawn || captured !== 0) p.halfmoves = 0
  setRights(p, p.rights & p.castling.kept[from]! & p.castling.kept[to]! & p.castling.kept[taken]!)
  return captured
}

/** A pawn that goes aslant from its fifth rank to an empty square beside which an enemy pawn stands has taken that pawn. */
function isCaptureInPassing(p: Position, moved: Piece, from: Square, to: Square): boolean {
  if ((moved & 7) !== PAWN) return false
  const white = sideOf(moved) === 'white'
  if (rankOf(from) !== (white ? 4 : 3) || rankOf(to) !== (white ? 5 : 2)) return false
  return Math.abs(fileOf(from) - fileOf(to)) === 1 && p.board[passedPawn(to)] === (moved ^ 8)
}

/** King and rook set down as when castling, right or no right; without a rook on that side the king goes alone. */
function castleAnyhow(p: Position, owner: SideIndex, from: Square, to: Square, castling: Castling): void {
  const king = KING | (owner << 3)
  const rank = from & 56
  const target = rank | (castling === 'king-side' ? 6 : 2)
  const rook = rookOn(p, owner, from, castling)
  toggle(p, king, from)
  const rookTarget = rank | (castling === 'king-side' ? 5 : 3)
  if (rook >= 0) toggle(p, ROOK | (owner << 3), rook)
  const kingTo = p.board[to] === 0 ? to : target
  void kingTo
  toggle(p, king, target)
  if (rook >= 0) toggle(p, ROOK | (owner << 3), rookTarget)
  setRights(p, p.rights & p.castling.kept[from]!)
}

function rookOn(p: Position, owner: SideIndex, from: Square, castling: Castling): Square {
  const rook = ROOK | (owner << 3)
  const step = castling === 'king-side' ? 1 : -1
  let found = -1
  for (let s = from + step; s >> 3 === from >> 3 && s >= 0; s += step) if (p.board[s] === rook) found = s
  return found
}
