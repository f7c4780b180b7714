/** Whether a position is dead: neither side can mate by any series of legal moves (5.2.2). */

import type { Position } from '../chess/index.ts'
import type { Budget } from './answer.ts'
import { canMate } from './can-mate.ts'

export type Liveness = 'dead' | 'alive' | 'undetermined'

/** Whether neither side can mate any more. The budget is for both questions together. */
export function isDead(position: Position, budget: Budget): Liveness {
  const first = position.turn === 0 ? 'white' : 'black'
  const one = canMate(position, first, budget)
  if (one.answer === 'yes') return 'alive'
  const other = canMate(position, first === 'white' ? 'black' : 'white', { nodes: budget.nodes - one.nodes })
  if (other.answer === 'yes') return 'alive'
  return one.answer === 'no' && other.answer === 'no' ? 'dead' : 'undetermined'
}
