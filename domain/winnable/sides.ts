/** A side as the bitboards of a position count it. */

import type { Side } from '../../events/vocabulary.ts'
import { KING } from './places.ts'

/** 0 White, 1 Black. */
export type SideIndex = 0 | 1

export const indexOf = (side: Side): SideIndex => (side === 'white' ? 0 : 1)

/** Whether the side has exactly one king. */
export function hasOneKing(bits: Int32Array, side: SideIndex): boolean {
  const lo = bits[(side << 4) | KING]!
  const hi = bits[(side << 4) | KING | 1]!
  return lo === 0 ? hi !== 0 && (hi & (hi - 1)) === 0 : hi === 0 && (lo & (lo - 1)) === 0
}

/** The square of a side's only king. */
export function kingSquare(bits: Int32Array, side: SideIndex): number {
  const hi = bits[(side << 4) | KING | 1]!
  return hi !== 0 ? 63 - Math.clz32(hi) : 31 - Math.clz32(bits[(side << 4) | KING]!)
}
