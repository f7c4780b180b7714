/** Moves a position through the search tree whose positions are in a table. */

import { type Move, make, type Position, unmake } from '../chess/index.ts'
import type { PositionTable } from './position-table.ts'

/** Turns `p`, which is position number `from`, into number `to`: back to their common ancestor, then forward. */
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

/** The moves that lead from the first position to the one with this number. */
export function lineTo(table: PositionTable, number: number): Move[] {
  const line: Move[] = []
  for (let at = number; table.parents[at]! >= 0; at = table.parents[at]!) line.push(table.moves[at]!)
  return line.reverse()
}
