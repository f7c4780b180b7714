/** A lower bound on how many legal moves there are, at a fraction of what generating them costs. */

import { inCheck, type Position, popcount, turnOf } from '../chess/index.ts'
import { TABLES } from '../chess/tables.ts'
import { BISHOPS, KINGS, KNIGHTS, PAWNS, QUEENS, ROOKS } from './bitboard-index.ts'
import { kingSquare } from './sides.ts'
import {
  bitHi,
  bitLo,
  diagonalHi,
  diagonalLo,
  knightHi,
  knightLo,
  neighboursHi,
  neighboursLo,
  orthogonalHi,
  orthogonalLo,
} from './square-sets.ts'

/**
 * The side to move, which has one king, has at least as many legal moves. In check none are counted. Otherwise the pawns'
 * single steps and the squares that the pieces of each kind reach by a single step are counted, without pieces on a line
 * from an enemy slider to the king, which may be pinned. Counting stops once there are more than `enough`.
 */
export function legalMovesLowerBound(p: Position, enough = Number.POSITIVE_INFINITY): number {
  if (inCheck(p, turnOf(p))) return 0
  const { bits } = p
  const own = p.turn << 4
  const them = own ^ 16
  const king = kingSquare(bits, p.turn)
  // The squares in line with the king, including its own.
  const rookLineLo = TABLES.rookLinesLo[king]! | bitLo(king)
  const rookLineHi = TABLES.rookLinesHi[king]! | bitHi(king)
  const bishopLineLo = TABLES.bishopLinesLo[king]! | bitLo(king)
  const bishopLineHi = TABLES.bishopLinesHi[king]! | bitHi(king)
  const queensLo = bits[them | QUEENS]!
  const queensHi = bits[them | QUEENS | 1]!
  const rookMayPin =
    (((bits[them | ROOKS]! | queensLo) & rookLineLo) |
      ((bits[them | ROOKS | 1]! | queensHi) & rookLineHi)) !==
    0
  const bishopMayPin =
    (((bits[them | BISHOPS]! | queensLo) & bishopLineLo) |
      ((bits[them | BISHOPS | 1]! | queensHi) & bishopLineHi)) !==
    0
  const freeLo = (rookMayPin ? ~rookLineLo : -1) & (bishopMayPin ? ~bishopLineLo : -1)
  const freeHi = (rookMayPin ? ~rookLineHi : -1) & (bishopMayPin ? ~bishopLineHi : -1)
  const emptyLo = ~(bits[0]! | bits[16]!)
  const emptyHi = ~(bits[1]! | bits[17]!)
  const goLo = emptyLo | (bits[them]! & ~bits[them | KINGS]!)
  const goHi = emptyHi | (bits[them | 1]! & ~bits[them | KINGS | 1]!)
  let lo = bits[own | PAWNS]! & freeLo
  let hi = bits[own | PAWNS | 1]! & freeHi
  const aheadLo = own === 0 ? lo << 8 : (lo >>> 8) | (hi << 24)
  const aheadHi = own === 0 ? (hi << 8) | (lo >>> 24) : hi >>> 8
  let count = popcount(aheadLo & emptyLo) + popcount(aheadHi & emptyHi)
  lo = bits[own | KNIGHTS]! & freeLo
  hi = bits[own | KNIGHTS | 1]! & freeHi
  count += popcount(knightLo(lo, hi) & goLo) + popcount(knightHi(lo, hi) & goHi)
  if (count > enough) return count
  lo = bits[own | QUEENS]! & freeLo
  hi = bits[own | QUEENS | 1]! & freeHi
  count += popcount(neighboursLo(lo, hi) & goLo) + popcount(neighboursHi(lo, hi) & goHi)
  lo = bits[own | BISHOPS]! & freeLo
  hi = bits[own | BISHOPS | 1]! & freeHi
  count += popcount(diagonalLo(lo, hi) & goLo) + popcount(diagonalHi(lo, hi) & goHi)
  if (count > enough) return count
  lo = bits[own | ROOKS]! & freeLo
  hi = bits[own | ROOKS | 1]! & freeHi
  return count + popcount(orthogonalLo(lo, hi) & goLo) + popcount(orthogonalHi(lo, hi) & goHi)
}
