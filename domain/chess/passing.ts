/** Captures in passing (3.7.4.1; 2023: 3.7.3.1): when one is legal at all. */

import { anyKingAttackedWhen } from './attacks.ts'
import { PAWN, type SideIndex } from './pieces.ts'
import type { Position } from './position.ts'
import type { Square } from './squares.ts'
import { PAWN_HI, PAWN_LO } from './tables.ts'

/** The square of the pawn that a capture on `target` takes. */
export const passedPawn = (target: Square): Square => target ^ 8

/**
 * Whether the side to move may take in passing from one square to another without exposing a king of its own: two
 * pawns leave the rank at once, which no pin of either of them tells.
 */
export function isPassingLegal(p: Position, from: Square, target: Square): boolean {
  const { bits } = p
  const pawn = passedPawn(target)
  const goneLo = pawn < 32 ? 1 << pawn : 0
  const goneHi = pawn < 32 ? 0 : 1 << pawn
  let occLo = (bits[0]! | bits[16]!) & ~goneLo
  let occHi = (bits[1]! | bits[17]!) & ~goneHi
  if (from < 32) occLo &= ~(1 << from)
  else occHi &= ~(1 << from)
  if (target < 32) occLo |= 1 << target
  else occHi |= 1 << target
  return !anyKingAttackedWhen(bits, p.turn, occLo, occHi, goneLo, goneHi)
}

/** The pawns of the side to move that stand beside the passed pawn: those that attack `target`, in one half at most. */
export function capturersInPassing(p: Position, target: Square): { lo: number; hi: number } {
  const them = ((p.turn ^ 1) << 6) | target
  const pawn = (p.turn << 4) | (PAWN << 1)
  return { lo: PAWN_LO[them]! & p.bits[pawn]!, hi: PAWN_HI[them]! & p.bits[pawn | 1]! }
}

/** Whether the side to move has a legal capture in passing on `target`. */
export function canTakeInPassing(p: Position, target: Square): boolean {
  const { lo, hi } = capturersInPassing(p, target)
  for (let pawns = lo | hi; pawns !== 0; pawns &= pawns - 1) {
    const from = (hi !== 0 ? 32 : 0) + 31 - Math.clz32(pawns & -pawns)
    if (isPassingLegal(p, from, target)) return true
  }
  return false
}

/**
 * Whether the last move can have been the double step over `target`: the squares behind the pawn are empty, and with
 * the pawn back where it came from, no king of the side now to move stands in check already.
 */
export function couldHavePassed(p: Position, target: Square): boolean {
  const { bits, board } = p
  const them = (p.turn ^ 1) as SideIndex
  const pawn = passedPawn(target)
  const origin = them === 0 ? target - 8 : target + 8
  if (board[pawn] !== (PAWN | (them << 3)) || board[target] !== 0 || board[origin] !== 0) return false
  const goneLo = pawn < 32 ? 1 << pawn : 0
  const goneHi = pawn < 32 ? 0 : 1 << pawn
  const occLo = ((bits[0]! | bits[16]!) & ~goneLo) | (origin < 32 ? 1 << origin : 0)
  const occHi = ((bits[1]! | bits[17]!) & ~goneHi) | (origin < 32 ? 0 : 1 << origin)
  const king = (p.turn << 4) | 12
  const seen = (them << 6) | origin
  if (PAWN_LO[seen]! & bits[king]! || PAWN_HI[seen]! & bits[king | 1]!) return false
  return !anyKingAttackedWhen(bits, p.turn, occLo, occHi, goneLo, goneHi)
}
