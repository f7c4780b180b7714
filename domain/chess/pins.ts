/** Finds checks and pins of a side's only king once for a position, so that most moves need no test of their own. */

import { hotScope } from './hot-scope.ts'
import { ROLES, type SideIndex } from './pieces.ts'
import type { Square } from './squares.ts'
import { TABLES } from './tables.ts'

/** The result of the last `findPins`. The next call overwrites it: read it before anything else generates moves. */
export const pins = {
  /** 0 no check, 1 a check that can be parried by other pieces than the king, 2 one that cannot. */
  checkers: 0,
  /** Where a move of another piece than the king parries: everywhere, unless there is a check. */
  parryLo: -1,
  parryHi: -1,
  /** The pinned pieces as a set, and each with the squares to which its pin lets it go. */
  pinnedLo: 0,
  pinnedHi: 0,
  count: 0,
  squares: new Uint8Array(8),
  lineLo: new Int32Array(8),
  lineHi: new Int32Array(8),
}

export const findPins = hotScope(() => {
  const { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING } = ROLES
  const { knightLo, knightHi, pawnLo, pawnHi, kingLo, kingHi, rayLo, rayHi } = TABLES
  const { bishopLinesLo, bishopLinesHi, rookLinesLo, rookLinesHi, direction } = TABLES
  const found = pins

  const several = (lo: number, hi: number): boolean =>
    (lo & (lo - 1)) !== 0 || (hi & (hi - 1)) !== 0 || (lo !== 0 && hi !== 0)

  /** Records whether a slider on a line with the king gives check, or pins the only piece between them if it is of `own`. */
  const lookAlong = (bits: Int32Array, king: Square, slider: Square, own: number): void => {
    const way = direction[(king << 6) | slider]! << 6
    // From the square beside the king to the slider's own.
    const lineLo = rayLo[way | king]! ^ rayLo[way | slider]!
    const lineHi = rayHi[way | king]! ^ rayHi[way | slider]!
    const betweenLo = lineLo & (bits[0]! | bits[16]!) & (slider < 32 ? ~(1 << slider) : -1)
    const betweenHi = lineHi & (bits[1]! | bits[17]!) & (slider < 32 ? -1 : ~(1 << slider))
    if ((betweenLo | betweenHi) === 0) {
      found.checkers++
      found.parryLo |= lineLo
      found.parryHi |= lineHi
      return
    }
    if (several(betweenLo, betweenHi)) return
    if (((betweenLo & bits[own]!) | (betweenHi & bits[own | 1]!)) === 0) return
    found.squares[found.count] = betweenHi !== 0 ? 63 - Math.clz32(betweenHi) : 31 - Math.clz32(betweenLo)
    found.lineLo[found.count] = lineLo
    found.lineHi[found.count] = lineHi
    found.count++
    found.pinnedLo |= betweenLo
    found.pinnedHi |= betweenHi
  }

  /** Finds the pieces of the other side that attack the king's square, or would if one piece were not between. */
  return (bits: Int32Array, king: Square, us: SideIndex): void => {
    const them = (us ^ 1) << 4
    found.count = 0
    found.pinnedLo = 0
    found.pinnedHi = 0
    const knight = them | (KNIGHT << 1)
    const pawn = them | (PAWN << 1)
    const from = (us << 6) | king
    const leapLo = (knightLo[king]! & bits[knight]!) | (pawnLo[from]! & bits[pawn]!)
    const leapHi = (knightHi[king]! & bits[knight | 1]!) | (pawnHi[from]! & bits[pawn | 1]!)
    found.checkers = (leapLo | leapHi) === 0 ? 0 : several(leapLo, leapHi) ? 2 : 1
    found.parryLo = leapLo
    found.parryHi = leapHi
    // A king beside the other's, in an illegal position, attacks it; nothing parries that, for it cannot be captured.
    const other = them | (KING << 1)
    if (((kingLo[king]! & bits[other]!) | (kingHi[king]! & bits[other | 1]!)) !== 0) found.checkers = 2
    for (let half = 0; half < 2; half++) {
      const queens = bits[them | (QUEEN << 1) | half]!
      const diagonalSliders =
        (half === 0 ? bishopLinesLo : bishopLinesHi)[king]! & (bits[them | (BISHOP << 1) | half]! | queens)
      const orthogonalSliders =
        (half === 0 ? rookLinesLo : rookLinesHi)[king]! & (bits[them | (ROOK << 1) | half]! | queens)
      for (let sliders = diagonalSliders | orthogonalSliders; sliders !== 0; ) {
        const place = 31 - Math.clz32(sliders)
        sliders ^= 1 << place
        lookAlong(bits, king, (half << 5) | place, us << 4)
      }
    }
    if (found.checkers === 0) {
      found.parryLo = -1
      found.parryHi = -1
    }
  }
})
