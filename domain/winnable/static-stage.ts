/** The static stage: proves what it can of a position without a search. */

import type { Side } from '../../events/vocabulary.ts'
import {
  generate,
  hasLegalMove,
  inCheck,
  MAX_MOVES,
  type Move,
  make,
  type Position,
  unmake,
} from '../chess/index.ts'
import type { UnwinnableProof } from './answer.ts'
import { isBlocked } from './blocked.ts'
import { followLines, STATIC_LIMITS } from './forced-lines.ts'
import { lacksMaterial } from './material.ts'
import type { SideIndex } from './sides.ts'

export type StaticResult =
  | { readonly kind: 'mate'; readonly line: readonly Move[]; readonly nodes: number }
  | { readonly kind: 'no'; readonly proof: UnwinnableProof; readonly nodes: number }
  /** Nothing proved. `takeable`: the loser's king could be captured (see `runStaticStageAfterMove`). */
  | { readonly kind: 'open'; readonly takeable: boolean; readonly nodes: number }

/** Tests for terminal positions, material, forced lines and blockage, in this order. Each side has one king. */
export function runStaticStage(p: Position, us: SideIndex, nodes: number): StaticResult {
  const opponent: Side = us === 0 ? 'black' : 'white'
  if (!hasLegalMove(p)) {
    if (p.turn !== us && inCheck(p, opponent)) return { kind: 'mate', line: [], nodes: 0 }
    return { kind: 'no', proof: 'forced', nodes: 0 }
  }
  if (p.turn === us && inCheck(p, opponent)) return runStaticStageAfterMove(p, us, nodes)
  if (lacksMaterial(p, us)) return { kind: 'no', proof: 'no-material', nodes: 0 }
  const lines = followLines(p, us, nodes < STATIC_LIMITS.nodes ? { ...STATIC_LIMITS, nodes } : STATIC_LIMITS)
  if (lines.result === 'dead') return { kind: 'no', proof: 'forced', nodes: lines.nodes }
  if (lines.result === 'mate') return { kind: 'mate', line: lines.mate, nodes: lines.nodes }
  if (isBlocked(p, us)) return { kind: 'no', proof: 'blocked', nodes: lines.nodes }
  return { kind: 'open', takeable: false, nodes: lines.nodes }
}

const moves = new Int32Array(MAX_MOVES)

/**
 * No legal move leads to a position in which the loser's king could be captured, and the proofs of this stage hold for
 * legal play only: from the next move on. So each move is made and the position after it is examined.
 */
function runStaticStageAfterMove(p: Position, us: SideIndex, nodes: number): StaticResult {
  const list = moves.slice(0, generate(p, moves))
  let made = 0
  const proofs = new Set<UnwinnableProof>()
  for (const move of list) {
    if (made >= nodes) return { kind: 'open', takeable: true, nodes: made }
    made++
    make(p, move)
    const found = runStaticStage(p, us, nodes - made)
    unmake(p)
    made += found.nodes
    if (found.kind === 'mate') return { kind: 'mate', line: [move, ...found.line], nodes: made }
    if (found.kind === 'open') return { kind: 'open', takeable: true, nodes: made }
    proofs.add(found.proof)
  }
  const [proof = 'forced'] = proofs
  return { kind: 'no', proof: proofs.size === 1 ? proof : 'forced', nodes: made }
}
