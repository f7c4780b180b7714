/** Pieces that can never mate, wherever they stand: the lemmas that need no search. */

import { type Position, popcount } from '../chess/index.ts'
import { BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS } from './bitboard-index.ts'
import type { SideIndex } from './sides.ts'

const DARK_LO = 0xaa55aa55 | 0
const DARK_HI = 0xaa55aa55 | 0

/**
 * Whether the pieces alone prove that `us` can never mate. Sound for every position that a legal move led to (see
 * docs/winnable.md, "Material"):
 * 1. a bare king;
 * 2. king and one knight against nothing but king and queens;
 * 3. king and bishops of one square colour against no pawn, no knight and no bishop of the other colour.
 */
export function lacksMaterial(p: Position, us: SideIndex): boolean {
  const { bits } = p
  const own = us << 4
  if (bits[own | PAWNS]! | bits[own | PAWNS | 1]!) return false
  if (bits[own | ROOKS]! | bits[own | ROOKS | 1]! | bits[own | QUEENS]! | bits[own | QUEENS | 1]!)
    return false
  const knightsLo = bits[own | KNIGHTS]!
  const knightsHi = bits[own | KNIGHTS | 1]!
  const bishopsLo = bits[own | BISHOPS]!
  const bishopsHi = bits[own | BISHOPS | 1]!
  const them = own ^ 16
  if ((bishopsLo | bishopsHi) === 0) {
    const knights = popcount(knightsLo) + popcount(knightsHi)
    if (knights === 0) return true
    if (knights > 1) return false
    return (
      !has(bits, them | PAWNS) &&
      !has(bits, them | KNIGHTS) &&
      !has(bits, them | BISHOPS) &&
      !has(bits, them | ROOKS)
    )
  }
  if ((knightsLo | knightsHi) !== 0) return false
  if (has(bits, them | PAWNS) || has(bits, them | KNIGHTS)) return false
  const allLo = bishopsLo | bits[them | BISHOPS]!
  const allHi = bishopsHi | bits[them | BISHOPS | 1]!
  return ((allLo & DARK_LO) | (allHi & DARK_HI)) === 0 || ((allLo & ~DARK_LO) | (allHi & ~DARK_HI)) === 0
}

const has = (bits: Int32Array, piece: number): boolean => (bits[piece]! | bits[piece | 1]!) !== 0
