/** A lower bound on how many legal moves there are, at a fraction of what generating them costs. */

import { inCheck, type Position, popcount, turnOf } from '../chess/index.ts'
import { TABLES } from '../chess/tables.ts'
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from './places.ts'
import {
  aroundHi,
  aroundLo,
  bitHi,
  bitLo,
  knightHi,
  knightLo,
  slantHi,
  slantLo,
  straightHi,
  straightLo,
} from './sets.ts'
import { kingSquare } from './sides.ts'

/**
 * The side to move, which has one king, has so many legal moves at least. In check none are counted; else the squares that
 * its pieces of each kind reach by a single step and its pawns' single steps, but of no piece on a line by which an enemy
 * slider faces the king, for it may be pinned. Counting ends once there are more than `enough`.
 */
export function leastMoves(p: Position, enough = Number.POSITIVE_INFINITY): number {
  if (inCheck(p, turnOf(p))) return 0
  const { bits } = p
  const own = p.turn << 4
  const them = own ^ 16
  const king = kingSquare(bits, p.turn)
  // The squares in line with the king, its own among them.
  const alongLo = TABLES.straightLo[king]! | bitLo(king)
  const alongHi = TABLES.straightHi[king]! | bitHi(king)
  const aslantLo = TABLES.slantLo[king]! | bitLo(king)
  const aslantHi = TABLES.slantHi[king]! | bitHi(king)
  const queensLo = bits[them | QUEEN]!
  const queensHi = bits[them | QUEEN | 1]!
  const isFacedAlong =
    (((bits[them | ROOK]! | queensLo) & alongLo) | ((bits[them | ROOK | 1]! | queensHi) & alongHi)) !== 0
  const isFacedAslant =
    (((bits[them | BISHOP]! | queensLo) & aslantLo) | ((bits[them | BISHOP | 1]! | queensHi) & aslantHi)) !==
    0
  const freeLo = (isFacedAlong ? ~alongLo : -1) & (isFacedAslant ? ~aslantLo : -1)
  const freeHi = (isFacedAlong ? ~alongHi : -1) & (isFacedAslant ? ~aslantHi : -1)
  const emptyLo = ~(bits[0]! | bits[16]!)
  const emptyHi = ~(bits[1]! | bits[17]!)
  const goLo = emptyLo | (bits[them]! & ~bits[them | KING]!)
  const goHi = emptyHi | (bits[them | 1]! & ~bits[them | KING | 1]!)
  let lo = bits[own | PAWN]! & freeLo
  let hi = bits[own | PAWN | 1]! & freeHi
  const aheadLo = own === 0 ? lo << 8 : (lo >>> 8) | (hi << 24)
  const aheadHi = own === 0 ? (hi << 8) | (lo >>> 24) : hi >>> 8
  let count = popcount(aheadLo & emptyLo) + popcount(aheadHi & emptyHi)
  lo = bits[own | KNIGHT]! & freeLo
  hi = bits[own | KNIGHT | 1]! & freeHi
  count += popcount(knightLo(lo, hi) & goLo) + popcount(knightHi(lo, hi) & goHi)
  if (count > enough) return count
  lo = bits[own | QUEEN]! & freeLo
  hi = bits[own | QUEEN | 1]! & freeHi
  count += popcount(aroundLo(lo, hi) & goLo) + popcount(aroundHi(lo, hi) & goHi)
  lo = bits[own | BISHOP]! & freeLo
  hi = bits[own | BISHOP | 1]! & freeHi
  count += popcount(slantLo(lo, hi) & goLo) + popcount(slantHi(lo, hi) & goHi)
  if (count > enough) return count
  lo = bits[own | ROOK]! & freeLo
  hi = bits[own | ROOK | 1]! & freeHi
  return count + popcount(straightLo(lo, hi) & goLo) + popcount(straightHi(lo, hi) & goHi)
}
