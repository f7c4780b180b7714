/**
 * What bishops and rooks attack on an occupied board.
 *
 * A line's occupancy is gathered into eight bits by one multiplication, the eight squares attacked are looked up, and
 * spread back over the line ("kindergarten bitboards"). One table of 2 KB serves ranks, files and diagonals: it is
 * built in no time and stays in the cache, where magic tables for 64 squares would need most of a megabyte.
 */

import type { Square } from './squares.ts'
import { ANTIDIAGONAL_HI, ANTIDIAGONAL_LO, DIAGONAL_HI, DIAGONAL_LO } from './tables.ts'

/** One copy of a byte in each rank of a half. */
const EACH_RANK = 0x01010101
/** Brings bits 0, 8, 16, 24 (a file's four squares in a half) together into bits 28–31. */
const GATHER_FILE = 0x10204080
/** Parts bits 0–3 into bits 0, 8, 16, 24. */
const SCATTER_FILE = 0x00204081

/** `SEEN[place << 8 | occupancy]`: the places of a line of eight seen from a place in it. */
const SEEN = new Uint8Array(8 * 256)
for (let place = 0; place < 8; place++) {
  for (let occupancy = 0; occupancy < 256; occupancy++) {
    let seen = 0
    for (let at = place + 1; at < 8; at++) {
      seen |= 1 << at
      if (occupancy & (1 << at)) break
    }
    for (let at = place - 1; at >= 0; at--) {
      seen |= 1 << at
      if (occupancy & (1 << at)) break
    }
    SEEN[(place << 8) | occupancy] = seen
  }
}

/** The files seen along the rising diagonal, given the occupied squares. */
function seenOnDiagonal(square: Square, lo: number, hi: number): number {
  const line = (lo & DIAGONAL_LO[square]!) | (hi & DIAGONAL_HI[square]!)
  return SEEN[((square & 7) << 8) | (Math.imul(line, EACH_RANK) >>> 24)]!
}

function seenOnAntidiagonal(square: Square, lo: number, hi: number): number {
  const line = (lo & ANTIDIAGONAL_LO[square]!) | (hi & ANTIDIAGONAL_HI[square]!)
  return SEEN[((square & 7) << 8) | (Math.imul(line, EACH_RANK) >>> 24)]!
}

/** The ranks seen along the file. */
function seenOnFile(square: Square, lo: number, hi: number): number {
  const file = square & 7
  const lower = Math.imul((lo >>> file) & EACH_RANK, GATHER_FILE) >>> 28
  const upper = Math.imul((hi >>> file) & EACH_RANK, GATHER_FILE) >>> 28
  return SEEN[((square >> 3) << 8) | (upper << 4) | lower]!
}

/** The files seen along the rank. */
function seenOnRank(square: Square, lo: number, hi: number): number {
  return SEEN[((square & 7) << 8) | (((square < 32 ? lo : hi) >>> (square & 24)) & 255)]!
}

/** The lower half of what a bishop attacks; `lo` and `hi` are the occupied squares. */
export function bishopLo(square: Square, lo: number, hi: number): number {
  return (
    (Math.imul(seenOnDiagonal(square, lo, hi), EACH_RANK) & DIAGONAL_LO[square]!) |
    (Math.imul(seenOnAntidiagonal(square, lo, hi), EACH_RANK) & ANTIDIAGONAL_LO[square]!)
  )
}

/** The upper half of what a bishop attacks. */
export function bishopHi(square: Square, lo: number, hi: number): number {
  return (
    (Math.imul(seenOnDiagonal(square, lo, hi), EACH_RANK) & DIAGONAL_HI[square]!) |
    (Math.imul(seenOnAntidiagonal(square, lo, hi), EACH_RANK) & ANTIDIAGONAL_HI[square]!)
  )
}

/** The lower half of what a rook attacks; `lo` and `hi` are the occupied squares. */
export function rookLo(square: Square, lo: number, hi: number): number {
  const file = (Math.imul(seenOnFile(square, lo, hi) & 15, SCATTER_FILE) & EACH_RANK) << (square & 7)
  return square < 32 ? file | (seenOnRank(square, lo, hi) << (square & 24)) : file
}

/** The upper half of what a rook attacks. */
export function rookHi(square: Square, lo: number, hi: number): number {
  const file = (Math.imul(seenOnFile(square, lo, hi) >>> 4, SCATTER_FILE) & EACH_RANK) << (square & 7)
  return square < 32 ? file : file | (seenOnRank(square, lo, hi) << (square & 24))
}
