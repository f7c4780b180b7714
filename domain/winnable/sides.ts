/** Finds the kings of a side in the bitboards of a position. */

import type { SideIndex } from '../chess/pieces.ts'
import { KINGS } from './bitboard-index.ts'

export { type SideIndex, sideIndex } from '../chess/pieces.ts'

/** Whether the side has exactly one king. */
export function hasOneKing(bits: Int32Array, side: SideIndex): boolean {
  const lo = bits[(side << 4) | KINGS]!
  const hi = bits[(side << 4) | KINGS | 1]!
  return lo === 0 ? hi !== 0 && (hi & (hi - 1)) === 0 : hi === 0 && (lo & (lo - 1)) === 0
}

/** The square of a side's only king. */
export function kingSquare(bits: Int32Array, side: SideIndex): number {
  const hi = bits[(side << 4) | KINGS | 1]!
  return hi !== 0 ? 63 - Math.clz32(hi) : 31 - Math.clz32(bits[(side << 4) | KINGS]!)
}
