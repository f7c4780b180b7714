/** Whether a position is dead: neither side can mate by any series of legal moves (5.2.2). */

import { clone, type Position } from '../chess/index.ts'
import type { SearchBudget } from './answer.ts'
import { canMate } from './can-mate.ts'
import { isPlainlyAlive } from './precheck.ts'
import { hasOneKing, type SideIndex } from './sides.ts'
import { runStaticStage } from './static-stage.ts'

export type Liveness = 'dead' | 'alive' | 'undetermined'

/**
 * Whether neither side can mate any more. The budget is for both sides together. It is asked after every move, so the
 * precheck settles nearly all positions first, and finds a few dead ones alive. Like `canMate`, it answers `undetermined`
 * unless each side has exactly one king.
 */
export function isDead(position: Position, budget: SearchBudget): Liveness {
  return isPlainlyAlive(position) ? 'alive' : isDeadBySearch(position, budget)
}

/** The same without the precheck: it costs more, and finds the dead positions that the precheck hides. */
export function isDeadBySearch(position: Position, budget: SearchBudget): Liveness {
  if (!hasOneKing(position.bits, 0) || !hasOneKing(position.bits, 1)) return 'undetermined'
  const p = clone(position)
  const [one, other] = [0, 1].filter((us) => runStaticStage(p, us as SideIndex, budget.nodes).kind !== 'no')
  if (one === undefined) return 'dead'
  const half = other === undefined ? budget.nodes : budget.nodes >> 1
  const first = canMate(p, sideOf(one), { nodes: half })
  if (first.answer === 'yes') return 'alive'
  if (other === undefined) return first.answer === 'no' ? 'dead' : 'undetermined'
  const second = canMate(p, sideOf(other), { nodes: budget.nodes - first.nodes })
  if (second.answer === 'yes') return 'alive'
  return first.answer === 'no' && second.answer === 'no' ? 'dead' : 'undetermined'
}

const sideOf = (us: number): 'white' | 'black' => (us === 0 ? 'white' : 'black')
