/** Perft: counts move paths, the usual test of a move generator. */

import { countMoves } from './count.ts'
import { generate, MAX_MOVES } from './generate.ts'
import { make, unmake } from './make.ts'
import type { Position } from './position.ts'

/** `lists` holds one move list for each half-move to go: allocating one at every position would double the time. */
const walk = (p: Position, depth: number, lists: readonly Int32Array[]): number => {
  if (depth === 1) return countMoves(p)
  const moves = lists[depth]!
  const n = generate(p, moves)
  let nodes = 0
  for (let i = 0; i < n; i++) {
    make(p, moves[i]!)
    nodes += walk(p, depth - 1, lists)
    unmake(p)
  }
  return nodes
}

/**
 * How many sequences of `depth` legal half-moves there are. The last half-moves are counted, not made.
 *
 * @example
 * ```ts
 * import { initialPosition, perft } from 'touchmove/chess'
 *
 * console.log(perft(initialPosition(), 3))
 * // 8902
 * ```
 */
export function perft(p: Position, depth: number): number {
  if (depth <= 0) return 1
  const lists = Array.from({ length: depth + 1 }, () => new Int32Array(MAX_MOVES))
  return walk(p, depth, lists)
}
