/** Making legal moves on a position in place, and taking them back. */

import {
  CAPTURED_SHIFT,
  CASTLING_BIT,
  DOUBLE_STEP_BIT,
  EN_PASSANT_BIT,
  type Move,
  PROMOTION_SHIFT,
} from './moves.ts'
import { canTakeInPassing, passedPawn } from './passing.ts'
import { KING, PAWN, ROOK, type SideIndex } from './pieces.ts'
import { type Position, setPassing, setRights, toggle } from './position.ts'
import type { Square } from './squares.ts'
import { PIECE_HASH_HI, PIECE_HASH_LO, TURN_HASH_HI, TURN_HASH_LO } from './zobrist.ts'

/** Numbers kept for each move made: the move, rights with passing square and half-moves, and both halves of the hash. */
const RECORD = 4

/**
 * Makes a legal move in place, for good: moves made before cannot be taken back either. It must be one of this
 * position's own legal moves.
 */
export function play(p: Position, move: Move): void {
  p.undoTop = 0
  advance(p, move)
}

function advance(p: Position, move: Move): void {
  const us = p.turn
  if (p.passing >= 0) setPassing(p, -1)
  p.halfmoves++
  if (move & CASTLING_BIT) castle(p, move & 63, (move >>> 6) & 63)
  else step(p, move)
  p.fullmoves += us
  p.turn = (us ^ 1) as SideIndex
  p.hashLo ^= TURN_HASH_LO
  p.hashHi ^= TURN_HASH_HI
  if (move & DOUBLE_STEP_BIT) {
    const crossed = ((move & 63) + ((move >>> 6) & 63)) >> 1
    if (canTakeInPassing(p, crossed)) setPassing(p, crossed)
  }
}

/** Moves one piece, with what it captures and what it turns into. */
function step(p: Position, move: Move): void {
  const { board, bits } = p
  const from = move & 63
  const to = (move >>> 6) & 63
  const piece = board[from]!
  const captured = (move >>> CAPTURED_SHIFT) & 15
  if (captured !== 0) {
    toggle(p, captured, move & EN_PASSANT_BIT ? passedPawn(to) : to)
    p.halfmoves = 0
  } else if ((piece & 7) === PAWN) p.halfmoves = 0
  const promoted = (move >>> PROMOTION_SHIFT) & 7
  const placed = promoted === 0 ? piece : promoted | (piece & 8)
  const all = (piece & 8) << 1
  const fromHalf = from >> 5
  const toHalf = to >> 5
  board[from] = 0
  board[to] = placed
  bits[(piece << 1) | fromHalf]! ^= 1 << from
  bits[(placed << 1) | toHalf]! ^= 1 << to
  bits[all | fromHalf]! ^= 1 << from
  bits[all | toHalf]! ^= 1 << to
  p.hashLo ^= PIECE_HASH_LO[(piece << 6) | from]! ^ PIECE_HASH_LO[(placed << 6) | to]!
  p.hashHi ^= PIECE_HASH_HI[(piece << 6) | from]! ^ PIECE_HASH_HI[(placed << 6) | to]!
  const rights = p.rights & p.castling.kept[from]! & p.castling.kept[to]!
  if (rights !== p.rights) setRights(p, rights)
}

/** Both pieces leave their squares before either arrives: in Chess960 they may change places. */
function castle(p: Position, from: Square, rookFrom: Square): void {
  const right = (p.turn << 1) | (rookFrom > from ? 0 : 1)
  const king = KING | (p.turn << 3)
  const rook = ROOK | (p.turn << 3)
  toggle(p, king, from)
  toggle(p, rook, rookFrom)
  toggle(p, king, p.castling.kingTargets[right]!)
  toggle(p, rook, p.castling.rookTargets[right]!)
  setRights(p, p.rights & p.castling.kept[from]!)
}

/** Makes a legal move so that `unmake` can take it back. */
export function make(p: Position, move: Move): void {
  const top = p.undoTop
  let undo = p.undo
  if (undo === null || top + RECORD > undo.length) undo = moreUndo(p)
  undo[top] = move
  undo[top + 1] = p.rights | ((p.passing + 1) << 4) | (p.halfmoves << 11)
  undo[top + 2] = p.hashLo
  undo[top + 3] = p.hashHi
  p.undoTop = top + RECORD
  advance(p, move)
}

function moreUndo(p: Position): Int32Array {
  const more = new Int32Array(p.undo === null ? 64 * RECORD : p.undo.length * 2)
  if (p.undo !== null) more.set(p.undo)
  p.undo = more
  return more
}

/** Takes back the last `make` that has not been taken back; without one it does nothing. */
export function unmake(p: Position): void {
  const { undo } = p
  if (undo === null || p.undoTop === 0) return
  const top = p.undoTop - RECORD
  const move = undo[top]!
  const us = (p.turn ^ 1) as SideIndex
  p.undoTop = top
  p.turn = us
  p.fullmoves -= us
  if (move & CASTLING_BIT) uncastle(p, move & 63, (move >>> 6) & 63)
  else unstep(p, move)
  const kept = undo[top + 1]!
  p.rights = kept & 15
  p.passing = ((kept >>> 4) & 127) - 1
  p.halfmoves = kept >>> 11
  p.hashLo = undo[top + 2]!
  p.hashHi = undo[top + 3]!
}

function unstep(p: Position, move: Move): void {
  const { board, bits } = p
  const from = move & 63
  const to = (move >>> 6) & 63
  const placed = board[to]!
  const piece = (move >>> PROMOTION_SHIFT) & 7 ? PAWN | (placed & 8) : placed
  const all = (piece & 8) << 1
  const fromHalf = from >> 5
  const toHalf = to >> 5
  board[from] = piece
  board[to] = 0
  bits[(piece << 1) | fromHalf]! ^= 1 << from
  bits[(placed << 1) | toHalf]! ^= 1 << to
  bits[all | fromHalf]! ^= 1 << from
  bits[all | toHalf]! ^= 1 << to
  const captured = (move >>> CAPTURED_SHIFT) & 15
  if (captured !== 0) toggle(p, captured, move & EN_PASSANT_BIT ? passedPawn(to) : to)
}

function uncastle(p: Position, from: Square, rookFrom: Square): void {
  const right = (p.turn << 1) | (rookFrom > from ? 0 : 1)
  const king = KING | (p.turn << 3)
  const rook = ROOK | (p.turn << 3)
  toggle(p, king, p.castling.kingTargets[right]!)
  toggle(p, rook, p.castling.rookTargets[right]!)
  toggle(p, king, from)
  toggle(p, rook, rookFrom)
}
