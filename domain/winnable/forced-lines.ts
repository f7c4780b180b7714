/** Forced lines: does every line of a few moves end without mate? */

import { generate, inCheck, MAX_MOVES, type Move, make, type Position, unmake } from '../chess/index.ts'
import { isBlocked } from './blocked.ts'
import { beginKingPawnSearch, continueKingPawnSearch, isKingPawnSearchable } from './king-pawn-search.ts'
import { lacksMaterial } from './material.ts'
import type { SideIndex } from './sides.ts'

/** How far the static stage follows lines. */
export const STATIC_LIMITS: LineLimits = { depth: 6, nodes: 300, examine: false }
/** A position with more moves than this is not forced: its lines are followed only if each position is examined. */
export const MAX_FORCED_MOVES = 8
/** Within a line, a position with more moves than this is not forced either. */
const MAX_MOVES_WITHIN_LINE = 16

const MAX_PLIES = 24
/** Move lists by half-move, created when a line is first so long. */
const lists: Int32Array[] = []

/** The result of following the lines, with the moves to mate if one was found. */
export interface LinesResult {
  /** `dead`: every line ends without mate. `open`: a line goes on, or the nodes were used up. */
  readonly result: 'dead' | 'mate' | 'open'
  readonly mate: readonly Move[]
  readonly nodes: number
}

/** How far lines are followed. */
export interface LineLimits {
  /** How many moves deep; a move without an alternative does not count. */
  readonly depth: number
  readonly nodes: number
  /** Whether each position of a line is tested for being blocked. */
  readonly examine: boolean
}

/**
 * Follows every line from a position, up to the first that is still open at its end: an ordinary position costs no more
 * than that line. The caller has tested the position's own material and blockage.
 */
export function followLines(p: Position, us: SideIndex, reach: LineLimits): LinesResult {
  const path: Move[] = []
  const them = us === 0 ? 'black' : 'white'
  let nodes = 0
  const isDead = (): boolean => {
    if (lacksMaterial(p, us)) return true
    if (!reach.examine) return false
    if (isBlocked(p, us)) return true
    if (!isKingPawnSearchable(p) || nodes >= reach.nodes) return false
    const visit = beginKingPawnSearch(p, us)
    const result = continueKingPawnSearch(visit, reach.nodes - nodes)
    nodes += visit.nodes
    return result === 'dead'
  }
  const follow = (depth: number, ply: number): LinesResult['result'] => {
    lists[ply] ??= new Int32Array(MAX_MOVES)
    const list = lists[ply]
    const count = generate(p, list)
    if (count === 0) return p.turn !== us && inCheck(p, them) ? 'mate' : 'dead'
    if (ply > 0 && isDead()) return 'dead'
    if (depth === 0 || ply === MAX_PLIES) return 'open'
    if (!reach.examine && count > (ply === 0 ? MAX_FORCED_MOVES : MAX_MOVES_WITHIN_LINE)) return 'open'
    for (let i = 0; i < count; i++) {
      if (nodes >= reach.nodes) return 'open'
      nodes++
      path.length = ply
      path.push(list[i]!)
      make(p, list[i]!)
      const result = follow(count === 1 ? depth : depth - 1, ply + 1)
      unmake(p)
      if (result !== 'dead') return result
    }
    return 'dead'
  }
  const result = follow(reach.depth, 0)
  return { result, mate: result === 'mate' ? path : [], nodes }
}
