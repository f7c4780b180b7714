/** Checks and pins of a lone king, found once for a position so that most moves need no test of their own. */

import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, type SideIndex } from './pieces.ts'
import type { Square } from './squares.ts'
import {
  DIRECTION,
  KING_HI,
  KING_LO,
  KNIGHT_HI,
  KNIGHT_LO,
  PAWN_HI,
  PAWN_LO,
  RAY_HI,
  RAY_LO,
  SLANT_HI,
  SLANT_LO,
  STRAIGHT_HI,
  STRAIGHT_LO,
} from './tables.ts'

/** What `findPins` found last. Lives until its next call: read it before anything else generates moves. */
export const pins = {
  /** How many pieces give check. */
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

/** Looks from the king's square along the lines and leaps by which the other side may reach it. */
export function findPins(bits: Int32Array, king: Square, us: SideIndex): void {
  const own = us << 4
  const them = (us ^ 1) << 4
  const occLo = bits[0]! | bits[16]!
  const occHi = bits[1]! | bits[17]!
  pins.count = 0
  pins.pinnedLo = 0
  pins.pinnedHi = 0
  const knight = them | (KNIGHT << 1)
  const pawn = them | (PAWN << 1)
  const seen = (us << 6) | king
  let parryLo = (KNIGHT_LO[king]! & bits[knight]!) | (PAWN_LO[seen]! & bits[pawn]!)
  let parryHi = (KNIGHT_HI[king]! & bits[knight | 1]!) | (PAWN_HI[seen]! & bits[pawn | 1]!)
  let checkers = 0
  if ((parryLo | parryHi) !== 0) {
    checkers =
      (parryLo & (parryLo - 1)) !== 0 || (parryHi & (parryHi - 1)) !== 0 || (parryLo && parryHi) ? 2 : 1
  }
  // A king beside the other's, in an illegal position, attacks it; nothing parries that, for it cannot be captured.
  const otherKing = them | (KING << 1)
  if ((KING_LO[king]! & bits[otherKing]!) !== 0 || (KING_HI[king]! & bits[otherKing | 1]!) !== 0) checkers = 2
  const bishop = them | (BISHOP << 1)
  const rook = them | (ROOK << 1)
  const queen = them | (QUEEN << 1)
  const lo =
    ((bits[bishop]! | bits[queen]!) & SLANT_LO[king]!) | ((bits[rook]! | bits[queen]!) & STRAIGHT_LO[king]!)
  const hi =
    ((bits[bishop | 1]! | bits[queen | 1]!) & SLANT_HI[king]!) |
    ((bits[rook | 1]! | bits[queen | 1]!) & STRAIGHT_HI[king]!)
  for (let half = 0; half < 2; half++) {
    for (let sliders = half === 0 ? lo : hi; sliders !== 0; ) {
      const place = 31 - Math.clz32(sliders)
      sliders ^= 1 << place
      const slider = (half << 5) | place
      const direction = DIRECTION[(king << 6) | slider]! << 6
      const lineLo = RAY_LO[direction | king]! ^ RAY_LO[direction | slider]!
      const lineHi = RAY_HI[direction | king]! ^ RAY_HI[direction | slider]!
      const betweenLo = lineLo & occLo & (half === 0 ? ~(1 << place) : -1)
      const betweenHi = lineHi & occHi & (half === 0 ? -1 : ~(1 << place))
      if ((betweenLo | betweenHi) === 0) {
        checkers++
        parryLo |= lineLo
        parryHi |= lineHi
      } else if (
        (betweenLo & bits[own]!) === betweenLo &&
        (betweenHi & bits[own | 1]!) === betweenHi &&
        (betweenLo & (betweenLo - 1)) === 0 &&
        (betweenHi & (betweenHi - 1)) === 0 &&
        (betweenLo === 0 || betweenHi === 0)
      ) {
        pins.squares[pins.count] = betweenHi !== 0 ? 63 - Math.clz32(betweenHi) : 31 - Math.clz32(betweenLo)
        pins.lineLo[pins.count] = lineLo
        pins.lineHi[pins.count] = lineHi
        pins.count++
        pins.pinnedLo |= betweenLo
        pins.pinnedHi |= betweenHi
      }
    }
  }
  pins.checkers = checkers
  pins.parryLo = checkers === 0 ? -1 : parryLo
  pins.parryHi = checkers === 0 ? -1 : parryHi
}
