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

const setTable = (size: number): SetTable => ({ lo: new Int32Array(size), hi: new Int32Array(size) })

function add(table: SetTable, index: number, square: Square): void {
  if (square < 32) table.lo[index]! |= 1 << square
  else table.hi[index]! |= 1 << square
}

/** Adds a set of another table to one of this. */
function unite(table: SetTable, index: number, other: SetTable, from: number): void {
  table.lo[index]! |= other.lo[from]!
  table.hi[index]! |= other.hi[from]!
}

/** How many squares there are from one square to the edge in a direction. */
function room(square: Square, files: number, ranks: number): number {
  const file = square & 7
  const rank = square >> 3
  const across = files === 0 ? 7 : files > 0 ? 7 - file : file
  const along = ranks === 0 ? 7 : ranks > 0 ? 7 - rank : rank
  return Math.min(across, along)
}

function knightTable(): SetTable {
  const table = setTable(64)
  for (let from = 0; from < 64; from++) {
    for (let i = 0; i < 8; i++) {
      const [files, ranks] = KNIGHT_STEPS[i]!
      const file = (from & 7) + files
      const rank = (from >> 3) + ranks
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8) add(table, from, rank * 8 + file)
    }
  }
  return table
}

/**
 * Every process begins with this, in code that no compiler has seen yet; so it takes each square of a line once: a ray is the next
 * square and the ray from there.
 */
function build() {
  const knight = knightTable()
  const king = setTable(64)
  const pawn = setTable(128)
  const ray = setTable(8 * 64)
  const straight = setTable(64)
  const slant = setTable(64)
  const diagonal = setTable(64)
  const antidiagonal = setTable(64)
  const direction = new Int8Array(4096).fill(-1)
  for (let way = 0; way < 8; way++) {
    const [files, ranks] = RAY_STEPS[way]!
    const step = ranks * 8 + files
    const aslant = (way & 1) === 1
    const line = (way & 3) === 1 ? diagonal : antidiagonal
    for (let i = 0; i < 64; i++) {
      // From the edge inwards, so that the ray from the next square is there.
      const from = step > 0 ? 63 - i : i
      const squares = room(from, files, ranks)
      if (squares === 0) continue
      const next = from + step
      const index = (way << 6) | from
      unite(ray, index, ray, (way << 6) | next)
      add(ray, index, next)
      add(king, from, next)
      if (aslant) add(pawn, (ranks > 0 ? 0 : 64) | from, next)
      unite(aslant ? slant : straight, from, ray, index)
      if (aslant) unite(line, from, ray, index)
      for (let to = next, left = squares; left > 0; left--, to += step) direction[(from << 6) | to] = way
    }
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
