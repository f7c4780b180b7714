/** Which squares are attacked (3.1.2, 3.1.3): a pinned piece attacks like any other. */

import type { Side } from '../../events/vocabulary.ts'
import { bishopHi, bishopLo, rookHi, rookLo } from './lines.ts'
import { BISHOP, BLACK_BIT, KING, KNIGHT, PAWN, QUEEN, ROOK, type SideIndex, sideIndex } from './pieces.ts'
import type { Position } from './position.ts'
import type { Square } from './squares.ts'
import {
  KING_HI,
  KING_LO,
  KNIGHT_HI,
  KNIGHT_LO,
  PAWN_HI,
  PAWN_LO,
  SLANT_HI,
  SLANT_LO,
  STRAIGHT_HI,
  STRAIGHT_LO,
} from './tables.ts'

/**
 * Whether a side attacks a square on a board imagined otherwise: `occLo`/`occHi` are the squares that block lines,
 * `goneLo`/`goneHi` those whose pieces attack nothing any more.
 */
export function attackedWhen(
  bits: Int32Array,
  square: Square,
  by: SideIndex,
  occLo: number,
  occHi: number,
  goneLo: number,
  goneHi: number,
): boolean {
  const first = by << 4
  const stayLo = ~goneLo
  const stayHi = ~goneHi
  const knight = first | (KNIGHT << 1)
  if (KNIGHT_LO[square]! & bits[knight]! & stayLo || KNIGHT_HI[square]! & bits[knight | 1]! & stayHi)
    return true
  const pawn = first | (PAWN << 1)
  const from = ((by ^ 1) << 6) | square
  if (PAWN_LO[from]! & bits[pawn]! & stayLo || PAWN_HI[from]! & bits[pawn | 1]! & stayHi) return true
  const king = first | (KING << 1)
  if (KING_LO[square]! & bits[king]! & stayLo || KING_HI[square]! & bits[king | 1]! & stayHi) return true
  const queen = first | (QUEEN << 1)
  const bishop = first | (BISHOP << 1)
  const slantLo = (bits[bishop]! | bits[queen]!) & SLANT_LO[square]! & stayLo
  const slantHi = (bits[bishop | 1]! | bits[queen | 1]!) & SLANT_HI[square]! & stayHi
  if ((slantLo | slantHi) !== 0) {
    if (bishopLo(square, occLo, occHi) & slantLo || bishopHi(square, occLo, occHi) & slantHi) return true
  }
  const rook = first | (ROOK << 1)
  const straightLo = (bits[rook]! | bits[queen]!) & STRAIGHT_LO[square]! & stayLo
  const straightHi = (bits[rook | 1]! | bits[queen | 1]!) & STRAIGHT_HI[square]! & stayHi
  if ((straightLo | straightHi) === 0) return false
  return (
    (rookLo(square, occLo, occHi) & straightLo) !== 0 || (rookHi(square, occLo, occHi) & straightHi) !== 0
  )
}

/** Whether any king of a side would be attacked on a board imagined otherwise (see `attackedWhen`). */
export function anyKingAttackedWhen(
  bits: Int32Array,
  side: SideIndex,
  occLo: number,
  occHi: number,
  goneLo: number,
  goneHi: number,
): boolean {
  const king = (side << 4) | (KING << 1)
  const them = (side ^ 1) as SideIndex
  for (let half = 0; half < 2; half++) {
    for (let kings = bits[king | half]!; kings !== 0; kings &= kings - 1) {
      const square = (half << 5) + 31 - Math.clz32(kings & -kings)
      if (attackedWhen(bits, square, them, occLo, occHi, goneLo, goneHi)) return true
    }
  }
  return false
}

/** Whether any king of a side is attacked; without a king nobody is in check. */
export function sideInCheck(p: Position, side: SideIndex): boolean {
  const { bits } = p
  const black = BLACK_BIT << 1
  return anyKingAttackedWhen(bits, side, bits[0]! | bits[black]!, bits[1]! | bits[black | 1]!, 0, 0)
}

/** Whether a side attacks a square, be it empty or occupied by either side. */
export function isAttacked(p: Position, square: Square, by: Side): boolean {
  const { bits } = p
  const black = BLACK_BIT << 1
  const occLo = bits[0]! | bits[black]!
  const occHi = bits[1]! | bits[black | 1]!
  return attackedWhen(bits, square, sideIndex(by), occLo, occHi, 0, 0)
}

/** Whether a side's king stands in check (3.9.1), whoever is to move; of several kings, whether any does. */
export const inCheck = (p: Position, side: Side): boolean => sideInCheck(p, sideIndex(side))

/** Whether both sides stand in check: an illegal position (3.10.3; A.4.4 speaks of it). */
export const bothKingsInCheck = (p: Position): boolean => sideInCheck(p, 0) && sideInCheck(p, 1)
