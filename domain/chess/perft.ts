/** Counting move paths: the measure of a move generator's truth. */

import { generate, MOST_MOVES } from './generate.ts'
import { make, unmake } from './make.ts'
import type { Position } from './position.ts'

/** How many sequences of so many legal half-moves there are. The last ones are counted, not made. */
export function perft(p: Position, depth: number): number {
  if (depth <= 0) return 1
  if (depth === 1) return generate(p, null)
  const moves = new Int32Array(MOST_MOVES)
  const n = generate(p, moves)
  let nodes = 0
  for (let i = 0; i < n; i++) {
    make(p, moves[i]!)
    nodes += perft(p, depth - 1)
    unmake(p)
  }
  return nodes
}
