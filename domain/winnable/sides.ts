/** Kings by side, in the bitboards of a position. */

import type { Side } from '../../events/vocabulary.ts'
import { KINGS } from './bitboard-index.ts'

/** 0 White, 1 Black. */
export type WinnableSide = 0 | 1

export const winnableSideOf = (side: Side): WinnableSide => (side === 'white' ? 0 : 1)

/** Whether the side has exactly one king. */
export function hasOneKing(bits: Int32Array, side: WinnableSide): boolean {
  const lo = bits[(side << 4) | KINGS]!
  const hi = bits[(side << 4) | KINGS | 1]!
  return lo === 0 ? hi !== 0 && (hi & (hi - 1)) === 0 : hi === 0 && (lo & (lo - 1)) === 0
}

/** The square of a side's only king. */
export function kingSquare(bits: Int32Array, side: WinnableSide): number {
  const hi = bits[(side << 4) | KINGS | 1]!
  return hi !== 0 ? 63 - Math.clz32(hi) : 31 - Math.clz32(bits[(side << 4) | KINGS]!)
}
