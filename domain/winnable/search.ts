/** The search for a helpmate: the most promising position first, every position once, until mate or the last of them. */

import {
  generate,
  hasLegalMove,
  inCheck,
  isCapture,
  MOST_MOVES,
  type Move,
  make,
  type Position,
  unmake,
} from '../chess/index.ts'
import { LEAST_PROMISING, promise } from './guidance.ts'
import { lacksMaterial } from './material.ts'
import type { SideIndex } from './sides.ts'
import { addPosition, createTable, type Table } from './table.ts'
import { movesTo, walk } from './tree.ts'

export type Outcome =
  | { readonly kind: 'mate'; readonly line: readonly Move[]; readonly nodes: number }
  /** Every position that can arise was visited, none is a mate. */
  | { readonly kind: 'exhausted'; readonly nodes: number }
  | { readonly kind: 'spent'; readonly nodes: number }

const moves = new Int32Array(MOST_MOVES)

/**
 * Searches from a position that is not yet mate. A node is one move made. `lemma`: whether the material lemma may
 * prune (see `lacksMaterial`).
 */
export function search(p: Position, us: SideIndex, nodes: number): Outcome {
  const table = createTable()
  const queue = new Queue(table)
  const them = us === 0 ? 'black' : 'white'
  addPosition(table, p, -1, 0)
  queue.put(0, promise(p, us))
  let at = 0
  let spent = 0
  for (let next = queue.take(); next >= 0; next = queue.take()) {
    walk(table, p, at, next)
    at = next
    const n = generate(p, moves)
    for (let i = 0; i < n; i++) {
      if (spent === nodes) {
        walk(table, p, at, 0)
        return { kind: 'spent', nodes: spent }
      }
      spent++
      const move = moves[i]!
      make(p, move)
      const number = addPosition(table, p, at, move)
      if (number >= 0) {
        if (p.turn !== us && inCheck(p, them) && !hasLegalMove(p)) {
          const line = movesTo(table, number)
          unmake(p)
          walk(table, p, at, 0)
          return { kind: 'mate', line, nodes: spent }
        }
        if (!(isIrreversible(move) && lacksMaterial(p, us))) queue.put(number, promise(p, us))
      }
      unmake(p)
    }
  }
  walk(table, p, at, 0)
  return { kind: 'exhausted', nodes: spent }
}

const isIrreversible = (move: Move): boolean => isCapture(move) || ((move >>> 12) & 7) !== 0

/** Numbers by promise; of equals the latest first. */
class Queue {
  private readonly heads = new Int32Array(LEAST_PROMISING + 1).fill(-1)
  private next: Int32Array
  private least = 0

  private readonly table: Table

  constructor(table: Table) {
    this.table = table
    this.next = new Int32Array(table.capacity)
  }

  put(number: number, promise: number): void {
    if (this.next.length < this.table.capacity) {
      const more = new Int32Array(this.table.capacity)
      more.set(this.next)
      this.next = more
    }
    this.next[number] = this.heads[promise]!
    this.heads[promise] = number
    if (promise < this.least) this.least = promise
  }

  /** The most promising number, or -1. */
  take(): number {
    while (this.least <= LEAST_PROMISING) {
      const number = this.heads[this.least]!
      if (number >= 0) {
        this.heads[this.least] = this.next[number]!
        return number
      }
      this.least++
    }
    this.least = 0
    return -1
  }
}
