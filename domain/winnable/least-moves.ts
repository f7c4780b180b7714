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
 * slider faces the king, for it may be pinned.
 */
export function leastMoves(p: Position): number {
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
  const isFacedAlong =
    (((bits[them | ROOK]! | bits[them | QUEEN]!) & alongLo) |
      ((bits[them | ROOK | 1]! | bits[them | QUEEN | 1]!) & alongHi)) !==
    0
  const isFacedAslant =
    (((bits[them | BISHOP]! | bits[them | QUEEN]!) & aslantLo) |
      ((bits[them | BISHOP | 1]! | bits[them | QUEEN | 1]!) & aslantHi)) !==
    0
  const freeLo = (isFacedAlong ? ~alongLo : -1) & (isFacedAslant ? ~aslantLo : -1)
  const freeHi = (isFacedAlong ? ~alongHi : -1) & (isFacedAslant ? ~aslantHi : -1)
  const emptyLo = ~(bits[0]! | bits[16]!)
  const emptyHi = ~(bits[1]! | bits[17]!)
  const goLo = emptyLo | (bits[them]! & ~bits[them | KING]!)
  const goHi = emptyHi | (bits[them | 1]! & ~bits[them | KING | 1]!)
  const pawnsLo = bits[own | PAWN]! & freeLo
  const pawnsHi = bits[own | PAWN | 1]! & freeHi
  const aheadLo = own === 0 ? pawnsLo << 8 : (pawnsLo >>> 8) | (pawnsHi << 24)
  const aheadHi = own === 0 ? (pawnsHi << 8) | (pawnsLo >>> 24) : pawnsHi >>> 8
  const knightsLo = bits[own | KNIGHT]! & freeLo
  const knightsHi = bits[own | KNIGHT | 1]! & freeHi
  const bishopsLo = bits[own | BISHOP]! & freeLo
  const bishopsHi = bits[own | BISHOP | 1]! & freeHi
  const rooksLo = bits[own | ROOK]! & freeLo
  const rooksHi = bits[own | ROOK | 1]! & freeHi
  const queensLo = bits[own | QUEEN]! & freeLo
  const queensHi = bits[own | QUEEN | 1]! & freeHi
  return (
    popcount(aheadLo & emptyLo) +
    popcount(aheadHi & emptyHi) +
    popcount(knightLo(knightsLo, knightsHi) & goLo) +
    popcount(knightHi(knightsLo, knightsHi) & goHi) +
    popcount(slantLo(bishopsLo, bishopsHi) & goLo) +
    popcount(slantHi(bishopsLo, bishopsHi) & goHi) +
    popcount(straightLo(rooksLo, rooksHi) & goLo) +
    popcount(straightHi(rooksLo, rooksHi) & goHi) +
    popcount(aroundLo(queensLo, queensHi) & goLo) +
    popcount(aroundHi(queensLo, queensHi) & goHi)
  )
}
