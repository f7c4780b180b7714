/** Sets of squares worked out once at load: what leapers and pawns attack, and the lines through each square. */

import type { Square } from './squares.ts'

type Step = readonly [files: number, ranks: number]

/** A set for each index: the squares below 32 in `lo`, those from 32 in `hi`. */
interface SetTable {
  readonly lo: Int32Array
  readonly hi: Int32Array
}

const KNIGHT_STEPS: readonly Step[] = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
]

/** North and on round by the east: even ones are straight, odd ones aslant, opposite ones differ by 4. */
const RAY_STEPS: readonly Step[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
]

/** The square so many files and ranks away, or -1 off the board. */
function beyond(square: Square, step: Step): Square {
  const file = (square & 7) + step[0]
  const rank = (square >> 3) + step[1]
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file
}

const setTable = (size: number): SetTable => ({ lo: new Int32Array(size), hi: new Int32Array(size) })

function add(table: SetTable, index: number, square: Square): void {
  const half = square < 32 ? table.lo : table.hi
  half[index]! |= 1 << square
}

/** What is reached by these steps from each square; several lists of steps follow one another in one table. */
function leaper(...lists: (readonly Step[])[]): SetTable {
  const table = setTable(lists.length * 64)
  lists.forEach((steps, list) => {
    for (let from = 0; from < 64; from++) {
      for (const step of steps) {
        const to = beyond(from, step)
        if (to >= 0) add(table, (list << 6) | from, to)
      }
    }
  })
  return table
}

function build() {
  const knight = leaper(KNIGHT_STEPS)
  const king = leaper(RAY_STEPS)
  const pawn = leaper([RAY_STEPS[7]!, RAY_STEPS[1]!], [RAY_STEPS[5]!, RAY_STEPS[3]!])
  const ray = setTable(8 * 64)
  const straight = setTable(64)
  const slant = setTable(64)
  const diagonal = setTable(64)
  const antidiagonal = setTable(64)
  const direction = new Int8Array(4096).fill(-1)
  for (let from = 0; from < 64; from++) {
    RAY_STEPS.forEach((step, way) => {
      for (let to = beyond(from, step); to >= 0; to = beyond(to, step)) {
        add(ray, (way << 6) | from, to)
        add(way & 1 ? slant : straight, from, to)
        if (way & 1) add((way & 3) === 1 ? diagonal : antidiagonal, from, to)
        direction[(from << 6) | to] = way
      }
    })
  }
  return {
    knightLo: knight.lo,
    knightHi: knight.hi,
    kingLo: king.lo,
    kingHi: king.hi,
    /** `side << 6 | square`: what a pawn of that side (0 White, 1 Black) attacks from the square. */
    pawnLo: pawn.lo,
    pawnHi: pawn.hi,
    /** `direction << 6 | square`: the squares seen in a direction on an empty board. */
    rayLo: ray.lo,
    rayHi: ray.hi,
    /** Rank and file through a square, without it. */
    straightLo: straight.lo,
    straightHi: straight.hi,
    /** Both diagonals through a square, without it. */
    slantLo: slant.lo,
    slantHi: slant.hi,
    /** The diagonal that rises to the right, and the one that falls. */
    diagonalLo: diagonal.lo,
    diagonalHi: diagonal.hi,
    antidiagonalLo: antidiagonal.lo,
    antidiagonalHi: antidiagonal.hi,
    /** `a << 6 | b`: the direction 0…7 in which b is seen from a along a line, or -1. */
    direction,
  } as const
}

/** By square unless said otherwise. */
export const TABLES = build()
