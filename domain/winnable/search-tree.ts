/** Walking a position through the tree of those a table holds. */

import { type Move, make, type Position, unmake } from '../chess/index.ts'
import type { PositionTable } from './position-table.ts'

/** Takes the position `p`, which stands at number `from`, to number `to`: back to where their ways part, then on. */
export function walkTo(table: PositionTable, p: Position, from: number, to: number): void {
  const { parents, depths, moves } = table
  const ahead: Move[] = []
  let target = to
  while (depths[target]! > depths[from]!) {
    ahead.push(moves[target]!)
    target = parents[target]!
  }
  while (depths[from]! > depths[target]!) {
    unmake(p)
    from = parents[from]!
  }
  while (from !== target) {
    unmake(p)
    from = parents[from]!
    ahead.push(moves[target]!)
    target = parents[target]!
  }
  for (let i = ahead.length - 1; i >= 0; i--) make(p, ahead[i]!)
}

/** The moves that lead from the first position to a numbered one. */
export function lineTo(table: PositionTable, number: number): Move[] {
  const line: Move[] = []
  for (let at = number; table.parents[at]! >= 0; at = table.parents[at]!) line.push(table.moves[at]!)
  return line.reverse()
}
