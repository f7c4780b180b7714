/** Lines that leave no choice: a few moves deep, does every line end without mate? */

import { generate, inCheck, MOST_MOVES, type Move, make, type Position, unmake } from '../chess/index.ts'
import { lacksMaterial } from './material.ts'
import type { SideIndex } from './sides.ts'

const DEPTH = 6
const MOST_PLIES = 24
const lists = Array.from({ length: MOST_PLIES + 1 }, () => new Int32Array(MOST_MOVES))

export type Lines = 'dead' | 'mate' | 'open'

/** What a look at the forced lines found, the moves to the mate if one, and how many moves it made. */
export interface Look {
  readonly lines: Lines
  readonly mate: readonly Move[]
  readonly nodes: number
}

let made = 0
let most = 0
let path: Move[] = []

/**
 * Follows every line `DEPTH` moves deep, a move without alternative counting for none. Stops at the first line that is
 * still open there, so that an ordinary position costs no more than that one line.
 */
export function look(p: Position, us: SideIndex, nodes: number): Look {
  made = 0
  most = nodes
  path = []
  const lines = follow(p, us, DEPTH, 0)
  return { lines, mate: lines === 'mate' ? path : [], nodes: made }
}

function follow(p: Position, us: SideIndex, depth: number, ply: number): Lines {
  const list = lists[ply]!
  const n = generate(p, list)
  if (n === 0) return p.turn !== us && inCheck(p, us === 0 ? 'black' : 'white') ? 'mate' : 'dead'
  if (ply > 0 && lacksMaterial(p, us)) return 'dead'
  if (depth === 0 || ply === MOST_PLIES) return 'open'
  const rest = n === 1 ? depth : depth - 1
  for (let i = 0; i < n; i++) {
    if (made === most) return 'open'
    made++
    path[ply] = list[i]!
    path.length = ply + 1
    make(p, list[i]!)
    const lines = follow(p, us, rest, ply + 1)
    unmake(p)
    if (lines !== 'dead') return lines
  }
  return 'dead'
}
