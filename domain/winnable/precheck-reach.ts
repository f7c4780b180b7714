/** Reachability for the precheck: how far queens, rooks and pawns get over squares that are or may become empty. */

import { BISHOPS, KINGS, KNIGHTS, PAWNS, QUEENS, ROOKS } from './bitboard-index.ts'
import type { SideIndex } from './sides.ts'
import {
  diagonalHi,
  diagonalLo,
  downwardAttacksHi,
  downwardAttacksLo,
  knightHi,
  knightLo,
  neighboursHi,
  neighboursLo,
  orthogonalHi,
  orthogonalLo,
  upwardAttacksHi,
  upwardAttacksLo,
} from './square-sets.ts'

/** Squares that may become empty: the empty ones and those whose piece can step onto an empty one. */
const vacatable = new Int32Array(2)
/** Squares that a pawn may cross: those without the enemy's pawns, and with enemy pieces that may be captured. */
const pawnPath = new Int32Array(2)

/** Finds the squares that may become empty, kings disregarded, for the functions below. */
export function findVacatable(bits: Int32Array): void {
  const diagonalsLo = bits[BISHOPS]! | bits[16 | BISHOPS]! | bits[QUEENS]! | bits[16 | QUEENS]!
  const diagonalsHi = bits[BISHOPS | 1]! | bits[17 | BISHOPS]! | bits[QUEENS | 1]! | bits[17 | QUEENS]!
  const orthogonalsLo = bits[ROOKS]! | bits[16 | ROOKS]! | bits[QUEENS]! | bits[16 | QUEENS]!
  const orthogonalsHi = bits[ROOKS | 1]! | bits[17 | ROOKS]! | bits[QUEENS | 1]! | bits[17 | QUEENS]!
  const knightsLo = bits[KNIGHTS]! | bits[16 | KNIGHTS]!
  const knightsHi = bits[KNIGHTS | 1]! | bits[17 | KNIGHTS]!
  const lo = ~(bits[0]! | bits[16]!)
  const hi = ~(bits[1]! | bits[17]!)
  vacatable[0] =
    lo |
    (diagonalsLo & diagonalLo(lo, hi)) |
    (orthogonalsLo & orthogonalLo(lo, hi)) |
    (knightsLo & knightLo(lo, hi)) |
    (bits[PAWNS]! & ((lo >>> 8) | (hi << 24))) |
    (bits[16 | PAWNS]! & (lo << 8))
  vacatable[1] =
    hi |
    (diagonalsHi & diagonalHi(lo, hi)) |
    (orthogonalsHi & orthogonalHi(lo, hi)) |
    (knightsHi & knightHi(lo, hi)) |
    (bits[PAWNS | 1]! & (hi >>> 8)) |
    (bits[17 | PAWNS]! & ((hi << 8) | (lo >>> 24)))
}

/** Whether a queen, a rook or a pawn of a side reaches squares where a mate is conceivable. */
export function reachesMate(bits: Int32Array, us: SideIndex): boolean {
  const own = us << 4
  const queensLo = bits[own | QUEENS]!
  const queensHi = bits[own | QUEENS | 1]!
  if ((queensLo | queensHi) !== 0 && runs(bits, us, true, queensLo, queensHi)) return true
  const rooksLo = bits[own | ROOKS]!
  const rooksHi = bits[own | ROOKS | 1]!
  if ((rooksLo | rooksHi) !== 0 && runs(bits, us, false, rooksLo, rooksHi)) return true
  if ((bits[own | PAWNS]! | bits[own | PAWNS | 1]!) === 0) return false
  const them = own ^ 16
  // A pawn never gets past an enemy pawn on its file that is not captured.
  pawnPath[0] = vacatable[0]! & ~bits[them | PAWNS]!
  pawnPath[1] = vacatable[1]! & ~bits[them | PAWNS | 1]!
  return promotedReachesMate(bits, us)
}

/**
 * Whether a pawn of a side reaches squares where a mate is conceivable once a king has stepped out of its way, or once
 * king, knights and bishops, over squares empty now, have captured the pieces in its way.
 */
export function freedPawnReachesMate(bits: Int32Array, us: SideIndex): boolean {
  const own = us << 4
  const them = own ^ 16
  if ((bits[own | PAWNS]! | bits[own | PAWNS | 1]!) === 0) return false
  let wayLo = stepsAside(bits, own, 0) | stepsAside(bits, them, 0)
  let wayHi = stepsAside(bits, own, 1) | stepsAside(bits, them, 1)
  for (const role of BREAKERS) {
    run(bits, own, role)
    wayLo |= ran[0]! & bits[them]! & ~bits[them | KINGS]!
    wayHi |= ran[1]! & bits[them | 1]! & ~bits[them | KINGS | 1]!
  }
  if ((wayLo | wayHi) === 0) return false
  vacatable[0] = vacatable[0]! | wayLo
  vacatable[1] = vacatable[1]! | wayHi
  pawnPath[0] = (vacatable[0]! & ~bits[them | PAWNS]!) | wayLo
  pawnPath[1] = (vacatable[1]! & ~bits[them | PAWNS | 1]!) | wayHi
  return promotedReachesMate(bits, us)
}

/** A king's square if the king can step to an empty one, as half of a set. */
function stepsAside(bits: Int32Array, side: number, half: number): number {
  run(bits, side, KINGS)
  const lo = ran[0]! & ~(bits[0]! | bits[16]!)
  const hi = ran[1]! & ~(bits[1]! | bits[17]!)
  const king = bits[side | KINGS | half]!
  return king & (half === 0 ? neighboursLo(lo, hi) : neighboursHi(lo, hi))
}

const BREAKERS = [KNIGHTS, BISHOPS, KINGS] as const
/** The squares that `run` finds attacked. */
const ran = new Int32Array(2)

/** Moves the pieces of one kind over the empty squares; a king not over squares that an enemy attacks by one step. */
function run(bits: Int32Array, own: number, role: number): void {
  let goLo = ~(bits[0]! | bits[16]!)
  let goHi = ~(bits[1]! | bits[17]!)
  let stopLo = 0
  let stopHi = 0
  if (role === KINGS) {
    const them = own ^ 16
    const pawnsLo = bits[them | PAWNS]!
    const pawnsHi = bits[them | PAWNS | 1]!
    const aroundsLo = bits[them]! & ~pawnsLo & ~bits[them | KNIGHTS]!
    const aroundsHi = bits[them | 1]! & ~pawnsHi & ~bits[them | KNIGHTS | 1]!
    stopLo =
      neighboursLo(aroundsLo, aroundsHi) |
      knightLo(bits[them | KNIGHTS]!, bits[them | KNIGHTS | 1]!) |
      (own === 0 ? downwardAttacksLo(pawnsLo, pawnsHi) : upwardAttacksLo(pawnsLo, pawnsHi))
    stopHi =
      neighboursHi(aroundsLo, aroundsHi) |
      knightHi(bits[them | KNIGHTS]!, bits[them | KNIGHTS | 1]!) |
      (own === 0 ? downwardAttacksHi(pawnsLo, pawnsHi) : upwardAttacksHi(pawnsLo, pawnsHi))
    goLo &= ~stopLo
    goHi &= ~stopHi
  }
  let lo = bits[own | role]!
  let hi = bits[own | role | 1]!
  for (;;) {
    const stepLo =
      role === KNIGHTS ? knightLo(lo, hi) : role === BISHOPS ? diagonalLo(lo, hi) : neighboursLo(lo, hi)
    const stepHi =
      role === KNIGHTS ? knightHi(lo, hi) : role === BISHOPS ? diagonalHi(lo, hi) : neighboursHi(lo, hi)
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

function promotedReachesMate(bits: Int32Array, us: SideIndex): boolean {
  const last = us === 0 ? lastRankAbove(bits) : lastRankBelow(bits)
  return last !== 0 && runs(bits, us, true, us === 0 ? 0 : last, us === 0 ? last : 0)
}

/**
 * Whether queens or rooks from these squares, moving over squares that may be empty and onto enemies, can check the
 * loser's king by a move and attack every square around the king that no piece of the loser occupies now. A piece that
 * has been on its square from the start gives no check by a move.
 */
function runs(bits: Int32Array, us: SideIndex, queen: boolean, fromLo: number, fromHi: number): boolean {
  const them = (us ^ 1) << 4
  const kingLo = bits[them | KINGS]!
  const kingHi = bits[them | KINGS | 1]!
  const goLo = vacatable[0]! | (bits[them]! & ~kingLo)
  const goHi = vacatable[1]! | (bits[them | 1]! & ~kingHi)
  const nearLo = neighboursLo(kingLo, kingHi) & ~bits[them]!
  const nearHi = neighboursHi(kingLo, kingHi) & ~bits[them | 1]!
  const home = (us << 4) | (queen ? QUEENS : ROOKS)
  const homeLo = bits[home]!
  const homeHi = bits[home | 1]!
  let lo = fromLo
  let hi = fromHi
  for (;;) {
    const stepLo = queen ? neighboursLo(lo, hi) : orthogonalLo(lo, hi)
    const stepHi = queen ? neighboursHi(lo, hi) : orthogonalHi(lo, hi)
    if (((nearLo & ~stepLo) | (nearHi & ~stepHi)) === 0) {
      const arriveLo = lo & ~homeLo
      const arriveHi = hi & ~homeHi
      const checkLo = queen ? neighboursLo(arriveLo, arriveHi) : orthogonalLo(arriveLo, arriveHi)
      const checkHi = queen ? neighboursHi(arriveLo, arriveHi) : orthogonalHi(arriveLo, arriveHi)
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
  const goLo = pawnPath[0]!
  const goHi = pawnPath[1]!
  let lo = bits[PAWNS]!
  let hi = bits[PAWNS | 1]!
  for (let step = 0; step < 6 && (lo | hi) !== 0; step++) {
    hi = bits[PAWNS | 1]! | (((hi << 8) | (lo >>> 24)) & goHi)
    lo = bits[PAWNS]! | ((lo << 8) & goLo)
  }
  return (hi << 8) & goHi & 0xff000000
}

/** Where on the first rank Black's pawns may arrive down their files; the bits of the low half. */
function lastRankBelow(bits: Int32Array): number {
  const goLo = pawnPath[0]!
  const goHi = pawnPath[1]!
  let lo = bits[16 | PAWNS]!
  let hi = bits[17 | PAWNS]!
  for (let step = 0; step < 6 && (lo | hi) !== 0; step++) {
    lo = bits[16 | PAWNS]! | (((lo >>> 8) | (hi << 24)) & goLo)
    hi = bits[17 | PAWNS]! | ((hi >>> 8) & goHi)
  }
  return (lo >>> 8) & goLo & 0xff
}
