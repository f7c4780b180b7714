/** Which squares are attacked (3.1.2, 3.1.3): a pinned piece attacks like any other. */

import type { Side } from '../../events/vocabulary.ts'
import { hotScope } from './hot-scope.ts'
import { bishopHi, bishopLineAttacks, bishopLo, rookHi, rookLineAttacks, rookLo } from './lines.ts'
import { ROLES, type SideIndex, sideIndex } from './pieces.ts'
import type { Position } from './position.ts'
import type { Square } from './squares.ts'
import { TABLES } from './tables.ts'

export const { attackedWhen, anyKingAttackedWhen } = hotScope(() => {
  const { KNIGHT, PAWN, KING, QUEEN, BISHOP, ROOK } = ROLES
  const {
    knightLo,
    knightHi,
    pawnLo,
    pawnHi,
    kingLo,
    kingHi,
    bishopLinesLo,
    bishopLinesHi,
    rookLinesLo,
    rookLinesHi,
  } = TABLES

  /**
   * Whether a side attacks a square on a changed board: `occLo`/`occHi` are the squares that block lines,
   * `stayLo`/`stayHi` those whose pieces still attack.
   */
  const attackedWhen = (
    bits: Int32Array,
    square: Square,
    by: SideIndex,
    occLo: number,
    occHi: number,
    stayLo: number,
    stayHi: number,
  ): boolean => {
    const side = by << 4
    const knight = side | (KNIGHT << 1)
    if (
      ((knightLo[square]! & bits[knight]! & stayLo) | (knightHi[square]! & bits[knight | 1]! & stayHi)) !==
      0
    )
      return true
    const pawn = side | (PAWN << 1)
    const from = ((by ^ 1) << 6) | square
    if (((pawnLo[from]! & bits[pawn]! & stayLo) | (pawnHi[from]! & bits[pawn | 1]! & stayHi)) !== 0)
      return true
    const king = side | (KING << 1)
    if (((kingLo[square]! & bits[king]! & stayLo) | (kingHi[square]! & bits[king | 1]! & stayHi)) !== 0)
      return true
    const queensLo = bits[side | (QUEEN << 1)]! & stayLo
    const queensHi = bits[side | (QUEEN << 1) | 1]! & stayHi
    const diagonalSlidersLo = ((bits[side | (BISHOP << 1)]! & stayLo) | queensLo) & bishopLinesLo[square]!
    const diagonalSlidersHi = ((bits[side | (BISHOP << 1) | 1]! & stayHi) | queensHi) & bishopLinesHi[square]!
    if ((diagonalSlidersLo | diagonalSlidersHi) !== 0) {
      const line = bishopLineAttacks(square, occLo, occHi)
      const hits = (bishopLo(square, line) & diagonalSlidersLo) | (bishopHi(square, line) & diagonalSlidersHi)
      if (hits !== 0) return true
    }
    const orthogonalSlidersLo = ((bits[side | (ROOK << 1)]! & stayLo) | queensLo) & rookLinesLo[square]!
    const orthogonalSlidersHi = ((bits[side | (ROOK << 1) | 1]! & stayHi) | queensHi) & rookLinesHi[square]!
    if ((orthogonalSlidersLo | orthogonalSlidersHi) === 0) return false
    const line = rookLineAttacks(square, occLo, occHi)
    return ((rookLo(square, line) & orthogonalSlidersLo) | (rookHi(square, line) & orthogonalSlidersHi)) !== 0
  }

  /** Whether any king of a side would be attacked on a changed board (see `attackedWhen`). */
  const anyKingAttackedWhen = (
    bits: Int32Array,
    side: SideIndex,
    occLo: number,
    occHi: number,
    stayLo: number,
    stayHi: number,
  ): boolean => {
    const them = (side ^ 1) as SideIndex
    for (let half = 0; half < 2; half++) {
      let kings = bits[(side << 4) | (KING << 1) | half]!
      while (kings !== 0) {
        const square = (half << 5) + 31 - Math.clz32(kings)
        kings ^= 1 << square
        if (attackedWhen(bits, square, them, occLo, occHi, stayLo, stayHi)) return true
      }
    }
    return false
  }

  return { attackedWhen, anyKingAttackedWhen }
})

/** Whether any king of a side is attacked; a side without a king is never in check. */
export const sideInCheck = ({ bits }: Position, side: SideIndex): boolean =>
  anyKingAttackedWhen(bits, side, bits[0]! | bits[16]!, bits[1]! | bits[17]!, -1, -1)

/** Whether a side attacks a square, which may be empty or occupied by either side. */
export const isAttacked = ({ bits }: Position, square: Square, by: Side): boolean =>
  attackedWhen(bits, square, sideIndex(by), bits[0]! | bits[16]!, bits[1]! | bits[17]!, -1, -1)

/** Whether a side's king stands in check (3.9.1), whichever side is to move; of several kings, whether any does. */
export const inCheck = (p: Position, side: Side): boolean => sideInCheck(p, sideIndex(side))

/** Whether both sides stand in check: an illegal position (3.10.3; A.4.4 speaks of it). */
export const bothKingsInCheck = (p: Position): boolean => sideInCheck(p, 0) && sideInCheck(p, 1)
