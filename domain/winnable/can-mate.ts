/** Whether a side can still mate by some series of legal moves (5.2.2, 6.9), answered in stages from cheap to thorough. */

import type { Side } from '../../events/vocabulary.ts'
import { clone, hasLegalMove, inCheck, type Move, make, type Position, uciOf } from '../chess/index.ts'
import type { Answer, Budget } from './answer.ts'
import { look } from './forced.ts'
import { lacksMaterial } from './material.ts'
import { isBlocked } from './mobility.ts'
import { makePlans } from './plans.ts'
import { search } from './search.ts'
import { hasOneKing, indexOf } from './sides.ts'

const LOOK_NODES = 300
const FIRST_SEARCH_NODES = 2000

/**
 * Whether `side` can mate from here by some series of legal moves, whoever plays them. Counters of moves and of
 * repetitions play no part. The position may be illegal, but each side must have exactly one king: otherwise the Laws
 * give no answer and neither does this (`undetermined`, 0 nodes). Leaves the position untouched.
 */
export function canMate(position: Position, side: Side, budget: Budget): Answer {
  const { bits } = position
  if (!hasOneKing(bits, 0) || !hasOneKing(bits, 1)) return { answer: 'undetermined', nodes: 0 }
  const us = indexOf(side)
  const p = clone(position)
  const opponent: Side = us === 0 ? 'black' : 'white'
  if (!hasLegalMove(p)) {
    const mated = p.turn !== us && inCheck(p, opponent)
    return mated ? { answer: 'yes', line: [], nodes: 0 } : { answer: 'no', proof: 'forced', nodes: 0 }
  }
  const capturable = p.turn === us && inCheck(p, opponent)
  if (!capturable && lacksMaterial(p, us)) return { answer: 'no', proof: 'no-material', nodes: 0 }
  const seen = look(p, us, Math.min(LOOK_NODES, budget.nodes))
  if (seen.lines === 'dead') return { answer: 'no', proof: 'forced', nodes: seen.nodes }
  if (seen.lines === 'mate') return { answer: 'yes', line: inUci(p, seen.mate), nodes: seen.nodes }
  if (!capturable && isBlocked(p, us)) return { answer: 'no', proof: 'blocked', nodes: seen.nodes }
  const first = search(p, us, Math.min(FIRST_SEARCH_NODES, budget.nodes - seen.nodes), null)
  let nodes = seen.nodes + first.nodes
  let found = first
  if (first.kind === 'spent' && nodes < budget.nodes) {
    found = search(p, us, budget.nodes - nodes, makePlans(p, us))
    nodes += found.nodes
  }
  if (found.kind === 'mate') return { answer: 'yes', line: inUci(p, found.line), nodes }
  return found.kind === 'exhausted'
    ? { answer: 'no', proof: 'exhausted', nodes }
    : { answer: 'undetermined', nodes }
}

/** Writes a line of moves that starts here. */
function inUci(start: Position, line: readonly Move[]): string[] {
  const p = clone(start)
  return line.map((move) => {
    const text = uciOf(p, move)
    make(p, move)
    return text
  })
}
