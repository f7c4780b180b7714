/** What can never mate wherever it stands: the lemmas that need no search. */

import { type Position, popcount } from '../chess/index.ts'
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK } from './places.ts'
import type { SideIndex } from './sides.ts'

const DARK_LO = 0xaa55aa55 | 0
const DARK_HI = 0xaa55aa55 | 0

/**
 * Whether the pieces alone forbid that `us` ever mates. Sound wherever the position came about by a legal move (see
 * docs/winnable.md, "Material"):
 * 1. a bare king;
 * 2. king and one knight against nothing but king and queens;
 * 3. king and bishops of one square colour against no pawn, no knight and no bishop of the other colour.
 */
export function lacksMaterial(p: Position, us: SideIndex): boolean {
  const { bits } = p
  const own = us << 4
  if (bits[own | PAWN]! | bits[own | PAWN | 1]!) return false
  if (bits[own | ROOK]! | bits[own | ROOK | 1]! | bits[own | QUEEN]! | bits[own | QUEEN | 1]!) return false
  const knightsLo = bits[own | KNIGHT]!
  const knightsHi = bits[own | KNIGHT | 1]!
  const bishopsLo = bits[own | BISHOP]!
  const bishopsHi = bits[own | BISHOP | 1]!
  const them = own ^ 16
  if ((bishopsLo | bishopsHi) === 0) {
    const knights = popcount(knightsLo) + popcount(knightsHi)
    if (knights === 0) return true
    if (knights > 1) return false
    return (
      !has(bits, them | PAWN) &&
      !has(bits, them | KNIGHT) &&
      !has(bits, them | BISHOP) &&
      !has(bits, them | ROOK)
    )
  }
  if ((knightsLo | knightsHi) !== 0) return false
  if (has(bits, them | PAWN) || has(bits, them | KNIGHT)) return false
  const allLo = bishopsLo | bits[them | BISHOP]!
  const allHi = bishopsHi | bits[them | BISHOP | 1]!
  return ((allLo & DARK_LO) | (allHi & DARK_HI)) === 0 || ((allLo & ~DARK_LO) | (allHi & ~DARK_HI)) === 0
}

const has = (bits: Int32Array, piece: number): boolean => (bits[piece]! | bits[piece | 1]!) !== 0
