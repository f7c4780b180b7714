/** The gate before the question whether a position is dead: what costs next to nothing and lets nearly every position by. */

import { generate, inCheck, type Position } from '../chess/index.ts'
import { followLines, LOOK, MANY_MOVES } from './forced.ts'
import { isBlocked, isOpenAtOnce } from './mobility.ts'
import { aroundHi, aroundLo, straightHi, straightLo } from './sets.ts'
import { hasOneKing, type SideIndex } from './sides.ts'

const PAWN = 2
const ROOK = 8
const QUEEN = 10
const KING = 12

/**
 * Whether a position is open: one side has a queen, a rook or a pawn with nobody ahead of it, its pieces get about, and
 * it is led by no line of only moves into a dead end. The static stage (material, forced lines, blockage) finds that
 * side's mate excluded in no such position: each test here is one of its own, or the first part of one (see
 * docs/winnable.md, "The gate").
 */
export function isPlainlyAlive(p: Position): boolean {
  if (!hasOneKing(p.bits, 0) || !hasOneKing(p.bits, 1)) return false
  // Where a king could be taken no legal move has led, and the tests below speak of legal play.
  if (inCheck(p, p.turn === 0 ? 'black' : 'white')) return false
  const manyMoves = generate(p, null) > MANY_MOVES
  return isOpenFor(p, p.turn, manyMoves) || isOpenFor(p, (p.turn ^ 1) as SideIndex, manyMoves)
}

function isOpenFor(p: Position, us: SideIndex, manyMoves: boolean): boolean {
  const { bits } = p
  const own = us << 4
  const heavy = bits[own | ROOK]! | bits[own | ROOK | 1]! | bits[own | QUEEN]! | bits[own | QUEEN | 1]!
  const isOpen =
    heavy !== 0 && (isOpenToHeavy(bits, us, QUEEN) || isOpenToHeavy(bits, us, ROOK) || isOpenAtOnce(p, us))
  if (!isOpen && !(hasRunner(bits, us) && !isBlocked(p, us))) return false
  return manyMoves || followLines(p, us, LOOK).result === 'open'
}

/**
 * Whether queens or rooks, running over the squares empty now, come to attack the loser's king and every square around it
 * that is not taken by a man of his: less than `isOpenAtOnce` lets run, and much sooner told.
 */
function isOpenToHeavy(bits: Int32Array, us: SideIndex, piece: number): boolean {
  const own = us << 4
  const them = own ^ 16
  const homeLo = bits[own | piece]!
  const homeHi = bits[own | piece | 1]!
  if ((homeLo | homeHi) === 0) return false
  const emptyLo = ~(bits[0]! | bits[16]!)
  const emptyHi = ~(bits[1]! | bits[17]!)
  const queen = piece === QUEEN
  let lo = homeLo
  let hi = homeHi
  for (;;) {
    const stepLo = queen ? aroundLo(lo, hi) : straightLo(lo, hi)
    const stepHi = queen ? aroundHi(lo, hi) : straightHi(lo, hi)
    const moreLo = stepLo & emptyLo & ~lo
    const moreHi = stepHi & emptyHi & ~hi
    if ((moreLo | moreHi) === 0) {
      const kingLo = bits[them | KING]!
      const kingHi = bits[them | KING | 1]!
      const airLo = aroundLo(kingLo, kingHi) & ~stepLo & ~bits[them]!
      const airHi = aroundHi(kingLo, kingHi) & ~stepHi & ~bits[them | 1]!
      if ((airLo | airHi) !== 0) return false
      const arriveLo = lo & ~homeLo
      const arriveHi = hi & ~homeHi
      const checkLo = queen ? aroundLo(arriveLo, arriveHi) : straightLo(arriveLo, arriveHi)
      const checkHi = queen ? aroundHi(arriveLo, arriveHi) : straightHi(arriveLo, arriveHi)
      return ((checkLo & kingLo) | (checkHi & kingHi)) !== 0
    }
    lo |= moreLo
    hi |= moreHi
  }
}

/** Whether a pawn has no man of either side ahead on its file. */
function hasRunner(bits: Int32Array, us: SideIndex): boolean {
  const pawnsLo = bits[(us << 4) | PAWN]!
  const pawnsHi = bits[(us << 4) | PAWN | 1]!
  if ((pawnsLo | pawnsHi) === 0) return false
  let lo = bits[0]! | bits[16]!
  let hi = bits[1]! | bits[17]!
  // The squares behind some man, as the pawn looks ahead: each step copies the men one rank back and on.
  if (us === 0) {
    lo = (lo >>> 8) | (hi << 24)
    hi >>>= 8
    for (let step = 1; step < 8; step <<= 1) {
      lo |= step === 4 ? hi : (lo >>> (8 * step)) | (hi << (32 - 8 * step))
      hi |= step === 4 ? 0 : hi >>> (8 * step)
    }
  } else {
    hi = (hi << 8) | (lo >>> 24)
    lo <<= 8
    for (let step = 1; step < 8; step <<= 1) {
      hi |= step === 4 ? lo : (hi << (8 * step)) | (lo >>> (32 - 8 * step))
      lo |= step === 4 ? 0 : lo << (8 * step)
    }
  }
  return ((pawnsLo & ~lo) | (pawnsHi & ~hi)) !== 0
}
