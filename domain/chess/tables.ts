/** Sets of squares worked out once at load: what leapers and pawns attack, and the eight rays from each square. */

import type { Square } from './squares.ts'

type Step = readonly [files: number, ranks: number]

/** A set for each index: the squares below 32 in `lo`, those from 32 in `hi`. */
export interface SetTable {
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

/** Even ones are straight lines' and odd ones diagonals' steps; opposite directions differ by 4. */
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
function beyond(square: Square, [files, ranks]: Step): Square {
  const file = (square & 7) + files
  const rank = (square >> 3) + ranks
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file
}

const setTable = (size: number): SetTable => ({ lo: new Int32Array(size), hi: new Int32Array(size) })

function add(table: SetTable, index: number, square: Square): void {
  const half = square < 32 ? table.lo : table.hi
  half[index] = half[index]! | (1 << square)
}

function leaper(steps: readonly Step[]): SetTable {
  const table = setTable(64)
  for (let from = 0; from < 64; from++) {
    for (const step of steps) {
      const to = beyond(from, step)
      if (to >= 0) add(table, from, to)
    }
  }
  return table
}

const KNIGHT = leaper(KNIGHT_STEPS)
const KING = leaper(RAY_STEPS)
const WHITE_PAWN = leaper([RAY_STEPS[7]!, RAY_STEPS[1]!])
const BLACK_PAWN = leaper([RAY_STEPS[5]!, RAY_STEPS[3]!])
const RAY = setTable(8 * 64)
const STRAIGHT = setTable(64)
const SLANT = setTable(64)
const DIAGONAL = setTable(64)
const ANTIDIAGONAL = setTable(64)

/** `DIRECTION[a << 6 | b]`: the direction 0…7 in which b is seen from a along a line, or -1. */
export const DIRECTION = new Int8Array(4096).fill(-1)

for (let from = 0; from < 64; from++) {
  RAY_STEPS.forEach((step, direction) => {
    for (let to = beyond(from, step); to >= 0; to = beyond(to, step)) {
      add(RAY, (direction << 6) | from, to)
      add(direction & 1 ? SLANT : STRAIGHT, from, to)
      if (direction & 1) add(direction === 1 || direction === 5 ? DIAGONAL : ANTIDIAGONAL, from, to)
      DIRECTION[(from << 6) | to] = direction
    }
  })
}

export const KNIGHT_LO = KNIGHT.lo
export const KNIGHT_HI = KNIGHT.hi
export const KING_LO = KING.lo
export const KING_HI = KING.hi

/** `PAWN_LO[side << 6 | square]`: what a pawn of that side (0 White, 1 Black) attacks from the square. */
export const PAWN_LO = Int32Array.of(...WHITE_PAWN.lo, ...BLACK_PAWN.lo)
export const PAWN_HI = Int32Array.of(...WHITE_PAWN.hi, ...BLACK_PAWN.hi)

/** `RAY_LO[direction << 6 | square]`: the squares seen in a direction on an empty board. */
export const RAY_LO = RAY.lo
export const RAY_HI = RAY.hi

/** Rank and file through a square, without it. */
export const STRAIGHT_LO = STRAIGHT.lo
export const STRAIGHT_HI = STRAIGHT.hi

/** Both diagonals through a square, without it. */
export const SLANT_LO = SLANT.lo
export const SLANT_HI = SLANT.hi

/** The diagonal that rises to the right, and the one that falls. */
export const DIAGONAL_LO = DIAGONAL.lo
export const DIAGONAL_HI = DIAGONAL.hi
export const ANTIDIAGONAL_LO = ANTIDIAGONAL.lo
export const ANTIDIAGONAL_HI = ANTIDIAGONAL.hi
