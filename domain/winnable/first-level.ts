/** The level with which a position begins. */

import type { Position } from '../chess/index.ts'
import { enter, KNIGHT, L, type Level, type Man, QUEEN, W } from './level.ts'
import { reversed } from './sets.ts'
import type { SideIndex } from './sides.ts'

/** The level of a position, seen with `us` as White, and the squares of both kings. Each side has one. */
export function firstLevel(p: Position, us: SideIndex): { level: Level; kings: readonly number[] } {
  const half = (side: number, role: number, high: number): number => {
    const first = (side ^ us) << 4
    return us === 0
      ? p.bits[first | (role << 1) | high]!
      : reversed(p.bits[first | (role << 1) | (high ^ 1)]!)
  }
  const men: Man[] = []
  for (const side of [W, L]) {
    for (let role = KNIGHT; role <= QUEEN; role++) {
      for (let lo = half(side, role, 0); lo !== 0; lo &= lo - 1)
        men.push({ side, role, lo: lo & -lo, hi: 0, fast: true })
      for (let hi = half(side, role, 1); hi !== 0; hi &= hi - 1)
        men.push({ side, role, lo: 0, hi: hi & -hi, fast: true })
    }
  }
  const king = (side: number): number => {
    const high = half(side, 6, 1)
    return high !== 0 ? 63 - Math.clz32(high) : 31 - Math.clz32(half(side, 6, 0))
  }
  const pawns = Int32Array.of(half(W, 1, 0), half(W, 1, 1), half(L, 1, 0), half(L, 1, 1))
  const kings = [king(W), king(L)]
  return { level: enter(pawns, men, kings), kings }
}
