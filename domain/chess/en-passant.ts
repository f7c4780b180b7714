/** En passant captures (3.7.4.1; 2023: 3.7.3.1): whether one is legal, which pawns can make it, and its moves. */

import { anyKingAttackedWhen } from './attacks.ts'
import { MOVE } from './moves.ts'
import { pieceFor, ROLES, type SideIndex } from './pieces.ts'
import type { Position } from './position.ts'
import type { Square } from './squares.ts'
import { TABLES } from './tables.ts'

const { pawnLo, pawnHi } = TABLES

/** The square of the pawn that an en passant capture on `target` removes. */
export const enPassantVictim = (target: Square): Square => target ^ 8

/** The halves of the set that holds one square. */
const bitLo = (square: Square): number => (square < 32 ? 1 << square : 0)
const bitHi = (square: Square): number => (square < 32 ? 0 : 1 << square)

/**
 * Whether the side to move may capture en passant from one square to another without exposing a king of its own: two
 * pawns leave the rank at once, which pins do not cover.
 */
function isEnPassantLegal({ bits, turn }: Position, from: Square, target: Square): boolean {
  const pawn = enPassantVictim(target)
  const occLo = ((bits[0]! | bits[16]!) & ~bitLo(pawn) & ~bitLo(from)) | bitLo(target)
  const occHi = ((bits[1]! | bits[17]!) & ~bitHi(pawn) & ~bitHi(from)) | bitHi(target)
  return !anyKingAttackedWhen(bits, turn, occLo, occHi, ~bitLo(pawn), ~bitHi(pawn))
}

/** The pawns that may capture en passant on `target`, as half of a set: White's are in the upper half, Black's in the lower. */
export function enPassantCapturers(p: Position, target: Square): number {
  const { bits, turn } = p
  // They are on the squares that a pawn of the other side on the target would attack.
  const seen = ((turn ^ 1) << 6) | target
  const pawns = (turn << 4) | (ROLES.PAWN << 1)
  let free = turn === 0 ? pawnHi[seen]! & bits[pawns | 1]! : pawnLo[seen]! & bits[pawns]!
  for (let set = free; set !== 0; ) {
    const place = 31 - Math.clz32(set)
    set ^= 1 << place
    if (!isEnPassantLegal(p, turn === 0 ? place + 32 : place, target)) free ^= 1 << place
  }
  return free
}

/** Adds the legal en passant captures on `target` to a list of `n` moves; returns the new count. */
export function enPassantMoves(p: Position, target: Square, out: Int32Array, n: number): number {
  const taken = pieceFor((p.turn ^ 1) as SideIndex, ROLES.PAWN) << MOVE.CAPTURED_SHIFT
  for (let set = enPassantCapturers(p, target); set !== 0; ) {
    const place = 31 - Math.clz32(set)
    set ^= 1 << place
    const from = p.turn === 0 ? place + 32 : place
    out[n++] = from | (target << 6) | taken | MOVE.EN_PASSANT
  }
  return n
}

/** Whether the side to move has a legal en passant capture on `target`. */
export const canCaptureEnPassant = (p: Position, target: Square): boolean =>
  enPassantCapturers(p, target) !== 0

/**
 * Whether the last move can have been the double step over `target`: the squares behind the pawn are empty, and with
 * the pawn back where it came from, no king of the side now to move stands in check already.
 */
export function couldBeDoubleStep({ bits, board, turn }: Position, target: Square): boolean {
  const them = (turn ^ 1) as SideIndex
  const pawn = enPassantVictim(target)
  const origin = them === 0 ? target - 8 : target + 8
  if (board[pawn] !== pieceFor(them, ROLES.PAWN) || board[target] !== 0 || board[origin] !== 0) return false
  const king = (turn << 4) | (ROLES.KING << 1)
  const seen = (them << 6) | origin
  if (((pawnLo[seen]! & bits[king]!) | (pawnHi[seen]! & bits[king | 1]!)) !== 0) return false
  const occLo = ((bits[0]! | bits[16]!) & ~bitLo(pawn)) | bitLo(origin)
  const occHi = ((bits[1]! | bits[17]!) & ~bitHi(pawn)) | bitHi(origin)
  return !anyKingAttackedWhen(bits, turn, occLo, occHi, ~bitLo(pawn), ~bitHi(pawn))
}
