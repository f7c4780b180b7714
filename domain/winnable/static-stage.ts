/** The static stage: what can be told of a position without searching it. */

import type { Side } from '../../events/vocabulary.ts'
import { hasLegalMove, inCheck, type Move, type Position } from '../chess/index.ts'
import type { Proof } from './answer.ts'
import { followLines, LOOK } from './forced.ts'
import { lacksMaterial } from './material.ts'
import { isBlocked } from './mobility.ts'
import type { SideIndex } from './sides.ts'

export type Finding =
  | { readonly kind: 'mate'; readonly line: readonly Move[]; readonly nodes: number }
  | { readonly kind: 'no'; readonly proof: Proof; readonly nodes: number }
  /** Nothing found. `takeable`: the loser's king is there to be taken, and only a search of all legal play counts. */
  | { readonly kind: 'open'; readonly takeable: boolean; readonly nodes: number }

/** Asks terminal positions, material, forced lines and blockage in turn. Each side has one king. */
export function examine(p: Position, us: SideIndex, nodes: number): Finding {
  const opponent: Side = us === 0 ? 'black' : 'white'
  if (!hasLegalMove(p)) {
    if (p.turn !== us && inCheck(p, opponent)) return { kind: 'mate', line: [], nodes: 0 }
    return { kind: 'no', proof: 'forced', nodes: 0 }
  }
  // No legal move led here, and what is proved of legal play does not hold yet.
  if (p.turn === us && inCheck(p, opponent)) return { kind: 'open', takeable: true, nodes: 0 }
  if (lacksMaterial(p, us)) return { kind: 'no', proof: 'no-material', nodes: 0 }
  const lines = followLines(p, us, nodes < LOOK.nodes ? { ...LOOK, nodes } : LOOK)
  if (lines.result === 'dead') return { kind: 'no', proof: 'forced', nodes: lines.nodes }
  if (lines.result === 'mate') return { kind: 'mate', line: lines.mate, nodes: lines.nodes }
  if (isBlocked(p, us)) return { kind: 'no', proof: 'blocked', nodes: lines.nodes }
  return { kind: 'open', takeable: false, nodes: lines.nodes }
}
