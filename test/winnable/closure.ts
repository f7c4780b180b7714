/** Visits every position that can arise: the sides that can still mate, by exhaustion. */

import {
  clone,
  hashOf,
  inCheck,
  legalMoves,
  make,
  type Position,
  turnOf,
  unmake,
} from '../../domain/chess/index.ts'

export interface Closure {
  readonly white: boolean
  readonly black: boolean
  readonly positions: number
}

/** Null where there are more positions than so many. */
export function closureOf(start: Position, most: number): Closure | null {
  const p = clone(start)
  const seen = new Set<number>()
  const can = { white: false, black: false }
  const visit = (): boolean => {
    const { hi, lo } = hashOf(p)
    const key = (hi >>> 0) * 0x200000 + (lo >>> 11)
    if (seen.has(key)) return true
    if (seen.size === most) return false
    seen.add(key)
    const moves = legalMoves(p)
    if (moves.length === 0 && inCheck(p, turnOf(p))) can[turnOf(p) === 'white' ? 'black' : 'white'] = true
    for (const move of moves) {
      make(p, move)
      const isWhole = visit()
      unmake(p)
      if (!isWhole) return false
    }
    return true
  }
  return visit() ? { ...can, positions: seen.size } : null
}
