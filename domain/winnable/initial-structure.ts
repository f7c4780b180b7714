/** Makes the pawn structure of a position, from which the search of kings and pawns begins. */

import type { Position } from '../chess/index.ts'
import {
  analyseStructure,
  DEFENDER,
  KNIGHT,
  type PawnStructure,
  QUEEN,
  type RoamingPiece,
  WINNER,
} from './pawn-structure.ts'
import type { SideIndex } from './sides.ts'
import { flipRanks } from './square-sets.ts'

/** The pawn structure of a position, with `us` as White, and the squares of both kings. Each side has one king. */
export function initialStructure(
  p: Position,
  us: SideIndex,
): { structure: PawnStructure; kings: readonly number[] } {
  const half = (side: number, role: number, high: number): number => {
    const first = (side ^ us) << 4
    return us === 0
      ? p.bits[first | (role << 1) | high]!
      : flipRanks(p.bits[first | (role << 1) | (high ^ 1)]!)
  }
  const pieces: RoamingPiece[] = []
  for (const side of [WINNER, DEFENDER]) {
    for (let role = KNIGHT; role <= QUEEN; role++) {
      for (let lo = half(side, role, 0); lo !== 0; lo &= lo - 1)
        pieces.push({ side, role, lo: lo & -lo, hi: 0, fixed: true })
      for (let hi = half(side, role, 1); hi !== 0; hi &= hi - 1)
        pieces.push({ side, role, lo: 0, hi: hi & -hi, fixed: true })
    }
  }
  const king = (side: number): number => {
    const high = half(side, 6, 1)
    return high !== 0 ? 63 - Math.clz32(high) : 31 - Math.clz32(half(side, 6, 0))
  }
  const pawns = Int32Array.of(
    half(WINNER, 1, 0),
    half(WINNER, 1, 1),
    half(DEFENDER, 1, 0),
    half(DEFENDER, 1, 1),
  )
  const kings = [king(WINNER), king(DEFENDER)]
  return { structure: analyseStructure(pawns, pieces, kings), kings }
}
