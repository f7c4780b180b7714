/** Open roads: how far heavy pieces and pawns run over what is empty or may come to be, in a few steps on whole sets. */

import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from './places.ts'
import {
  aroundHi,
  aroundLo,
  downwardHi,
  downwardLo,
  knightHi,
  knightLo,
  slantHi,
  slantLo,
  straightHi,
  straightLo,
  upwardHi,
  upwardLo,
} from './sets.ts'
import type { SideIndex } from './sides.ts'

/** Squares that may come to be empty: what is empty and what can step onto that. */
const open = new Int32Array(2)
/** Squares a pawn's run may cross: those less the enemy's pawns, and his men that may be captured. */
const road = new Int32Array(2)

/** Finds what is empty and what can step onto that, kings apart, for the questions below. */
export function survey(bits: Int32Array): void {
  const slantsLo = bits[BISHOP]! | bits[16 | BISHOP]! | bits[QUEEN]! | bits[16 | QUEEN]!
  const slantsHi = bits[BISHOP | 1]! | bits[17 | BISHOP]! | bits[QUEEN | 1]! | bits[17 | QUEEN]!
  const straightsLo = bits[ROOK]! | bits[16 | ROOK]! | bits[QUEEN]! | bits[16 | QUEEN]!
  const straightsHi = bits[ROOK | 1]! | bits[17 | ROOK]! | bits[QUEEN | 1]! | bits[17 | QUEEN]!
  const knightsLo = bits[KNIGHT]! | bits[16 | KNIGHT]!
  const knightsHi = bits[KNIGHT | 1]! | bits[17 | KNIGHT]!
  const lo = ~(bits[0]! | bits[16]!)
  const hi = ~(bits[1]! | bits[17]!)
  open[0] =
    lo |
    (slantsLo & slantLo(lo, hi)) |
    (straightsLo & straightLo(lo, hi)) |
    (knightsLo & knightLo(lo, hi)) |
    (bits[PAWN]! & ((lo >>> 8) | (hi << 24))) |
    (bits[16 | PAWN]! & (lo << 8))
  open[1] =
    hi |
    (slantsHi & slantHi(lo, hi)) |
    (straightsHi & straightHi(lo, hi)) |
    (knightsHi & knightHi(lo, hi)) |
    (bits[PAWN | 1]! & (hi >>> 8)) |
    (bits[17 | PAWN]! & ((hi << 8) | (lo >>> 24)))
}

/** Whether a queen, a rook or a pawn of a side runs to where a mate is conceivable. */
export function runsOpen(bits: Int32Array, us: SideIndex): boolean {
  const own = us << 4
  const queensLo = bits[own | QUEEN]!
  const queensHi = bits[own | QUEEN | 1]!
  if ((queensLo | queensHi) !== 0 && runs(bits, us, true, queensLo, queensHi)) return true
  const rooksLo = bits[own | ROOK]!
  const rooksHi = bits[own | ROOK | 1]!
  if ((rooksLo | rooksHi) !== 0 && runs(bits, us, false, rooksLo, rooksHi)) return true
  if ((bits[own | PAWN]! | bits[own | PAWN | 1]!) === 0) return false
  const them = own ^ 16
  // A pawn never passes an enemy one on its file that nobody captures.
  road[0] = open[0]! & ~bits[them | PAWN]!
  road[1] = open[1]! & ~bits[them | PAWN | 1]!
  return promotesOpen(bits, us)
}

/**
 * Whether a pawn of a side runs to where a mate is conceivable once a king has stepped out of its way, or once king,
 * knights and bishops, over squares empty now, have captured what stands there.
 */
export function freesPawn(bits: Int32Array, us: SideIndex): boolean {
  const own = us << 4
  const them = own ^ 16
  if ((bits[own | PAWN]! | bits[own | PAWN | 1]!) === 0) return false
  let wayLo = stepsAside(bits, own, 0) | stepsAside(bits, them, 0)
  let wayHi = stepsAside(bits, own, 1) | stepsAside(bits, them, 1)
  for (const role of BREAKERS) {
    run(bits, own, role)
    wayLo |= ran[0]! & bits[them]! & ~bits[them | KING]!
    wayHi |= ran[1]! & bits[them | 1]! & ~bits[them | KING | 1]!
  }
  if ((wayLo | wayHi) === 0) return false
  open[0] = open[0]! | wayLo
  open[1] = open[1]! | wayHi
  road[0] = (open[0]! & ~bits[them | PAWN]!) | wayLo
  road[1] = (open[1]! & ~bits[them | PAWN | 1]!) | wayHi
  return promotesOpen(bits, us)
}

/** A king's square, if he can leave it for an empty one; the half of the set asked for. */
function stepsAside(bits: Int32Array, side: number, half: number): number {
  run(bits, side, KING)
  const lo = ran[0]! & ~(bits[0]! | bits[16]!)
  const hi = ran[1]! & ~(bits[1]! | bits[17]!)
  const king = bits[side | KING | half]!
  return king & (half === 0 ? aroundLo(lo, hi) : aroundHi(lo, hi))
}

const BREAKERS = [KNIGHT, BISHOP, KING] as const
/** What `run` finds attacked. */
const ran = new Int32Array(2)

/** Lets the pieces of one kind run over the empty squares; a king not over what any enemy attacks by a step. */
function run(bits: Int32Array, own: number, role: number): void {
  let goLo = ~(bits[0]! | bits[16]!)
  let goHi = ~(bits[1]! | bits[17]!)
  let stopLo = 0
  let stopHi = 0
  if (role === KING) {
    const them = own ^ 16
    const pawnsLo = bits[them | PAWN]!
    const pawnsHi = bits[them | PAWN | 1]!
    const aroundsLo = bits[them]! & ~pawnsLo & ~bits[them | KNIGHT]!
    const aroundsHi = bits[them | 1]! & ~pawnsHi & ~bits[them | KNIGHT | 1]!
    stopLo =
      aroundLo(aroundsLo, aroundsHi) |
      knightLo(bits[them | KNIGHT]!, bits[them | KNIGHT | 1]!) |
      (own === 0 ? downwardLo(pawnsLo, pawnsHi) : upwardLo(pawnsLo, pawnsHi))
    stopHi =
      aroundHi(aroundsLo, aroundsHi) |
      knightHi(bits[them | KNIGHT]!, bits[them | KNIGHT | 1]!) |
      (own === 0 ? downwardHi(pawnsLo, pawnsHi) : upwardHi(pawnsLo, pawnsHi))
    goLo &= ~stopLo
    goHi &= ~stopHi
  }
  let lo = bits[own | role]!
  let hi = bits[own | role | 1]!
  for (;;) {
    const stepLo = role === KNIGHT ? knightLo(lo, hi) : role === BISHOP ? slantLo(lo, hi) : aroundLo(lo, hi)
    const stepHi = role === KNIGHT ? knightHi(lo, hi) : role === BISHOP ? slantHi(lo, hi) : aroundHi(lo, hi)
    const moreLo = stepLo & goLo & ~lo
    const moreHi = stepHi & goHi & ~hi
    if ((moreLo | moreHi) === 0) {
      ran[0] = stepLo & ~stopLo
      ran[1] = stepHi & ~stopHi
      return
    }
    lo |= moreLo
    hi |= moreHi
  }
}

function promotesOpen(bits: Int32Array, us: SideIndex): boolean {
  const last = us === 0 ? lastRankAbove(bits) : lastRankBelow(bits)
  return last !== 0 && runs(bits, us, true, us === 0 ? 0 : last, us === 0 ? last : 0)
}

/**
 * Whether queens or rooks that begin on these squares, running over what may be empty and onto enemies, come to attack
 * the loser's king by a move, and every square around him that no man of his fills now. A piece that has stood there
 * from the start gives no check by a move.
 */
function runs(bits: Int32Array, us: SideIndex, queen: boolean, fromLo: number, fromHi: number): boolean {
  const them = (us ^ 1) << 4
  const kingLo = bits[them | KING]!
  const kingHi = bits[them | KING | 1]!
  const goLo = open[0]! | (bits[them]! & ~kingLo)
  const goHi = open[1]! | (bits[them | 1]! & ~kingHi)
  const nearLo = aroundLo(kingLo, kingHi) & ~bits[them]!
  const nearHi = aroundHi(kingLo, kingHi) & ~bits[them | 1]!
  const home = (us << 4) | (queen ? QUEEN : ROOK)
  const homeLo = bits[home]!
  const homeHi = bits[home | 1]!
  let lo = fromLo
  let hi = fromHi
  for (;;) {
    const stepLo = queen ? aroundLo(lo, hi) : straightLo(lo, hi)
    const stepHi = queen ? aroundHi(lo, hi) : straightHi(lo, hi)
    if (((nearLo & ~stepLo) | (nearHi & ~stepHi)) === 0) {
      const arriveLo = lo & ~homeLo
      const arriveHi = hi & ~homeHi
      const checkLo = queen ? aroundLo(arriveLo, arriveHi) : straightLo(arriveLo, arriveHi)
      const checkHi = queen ? aroundHi(arriveLo, arriveHi) : straightHi(arriveLo, arriveHi)
      if (((checkLo & kingLo) | (checkHi & kingHi)) !== 0) return true
    }
    const moreLo = stepLo & goLo & ~lo
    const moreHi = stepHi & goHi & ~hi
    if ((moreLo | moreHi) === 0) return false
    lo |= moreLo
    hi |= moreHi
  }
}

/** Where on the last rank White's pawns may arrive up their files; the bits of the high half. */
function lastRankAbove(bits: Int32Array): number {
  const goLo = road[0]!
  const goHi = road[1]!
  let lo = bits[PAWN]!
  let hi = bits[PAWN | 1]!
  for (let step = 0; step < 6 && (lo | hi) !== 0; step++) {
    hi = bits[PAWN | 1]! | (((hi << 8) | (lo >>> 24)) & goHi)
    lo = bits[PAWN]! | ((lo << 8) & goLo)
  }
  return (hi << 8) & goHi & 0xff000000
}

/** Where on the first rank Black's pawns may arrive down their files; the bits of the low half. */
function lastRankBelow(bits: Int32Array): number {
  const goLo = road[0]!
  const goHi = road[1]!
  let lo = bits[16 | PAWN]!
  let hi = bits[17 | PAWN]!
  for (let step = 0; step < 6 && (lo | hi) !== 0; step++) {
    lo = bits[16 | PAWN]! | (((lo >>> 8) | (hi << 24)) & goLo)
    hi = bits[17 | PAWN]! | ((hi >>> 8) & goHi)
  }
  return (lo >>> 8) & goLo & 0xff
}
