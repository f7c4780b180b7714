/**
 * What bishops and rooks attack on an occupied board.
 *
 * A line's occupancy is gathered into eight bits by one multiplication, the eight squares attacked are looked up, and
 * spread back over the line ("kindergarten bitboards"). One table of 2 KB serves ranks, files and diagonals: it is
 * built in no time and stays in the cache, where magic tables for 64 squares would need most of a megabyte.
 */

import { hotScope } from './hot-scope.ts'
import type { Square } from './squares.ts'
import { TABLES } from './tables.ts'

/**
 * `place << 8 | occupancy`: the places of a line of eight that a slider on one of them attacks. Computed at every start:
 * each pair of nearest blockers is written once, and copied to the occupancies that differ only behind them.
 */
function lineAttackTable(): Uint8Array {
  const table = new Uint8Array(8 * 256)
  for (let place = 0; place < 8; place++) {
    const start = place << 8
    const self = 1 << place
    /** As many occupancies as there are of the places up to this one. */
    const row = self * 2
    // The nearest piece above is `above` places further on; -1 for none.
    for (let above = -1; above < 7 - place; above++) {
      const up = (above < 0 ? 256 : row << (above + 1)) - row
      const at = start + (above < 0 ? 0 : row << above)
      table[at] = up | (self - 1)
      for (let below = 0; below < place; below++) {
        table.fill(up | (self - (1 << below)), at + (1 << below), at + (2 << below))
      }
      table.copyWithin(at + self, at, at + self)
      table.copyWithin(at + row, start + row, at)
    }
  }
  return table
}

/**
 * `bishopLineAttacks` and `rookLineAttacks` take the square and the occupied squares and return what is attacked along the two lines, a
 * byte each; `…Lo` and `…Hi` turn that into the two halves of the set of attacked squares.
 */
export const { bishopLineAttacks, rookLineAttacks, bishopLo, bishopHi, rookLo, rookHi } = hotScope(() => {
  const { diagonalLo, diagonalHi, antidiagonalLo, antidiagonalHi } = TABLES
  const LINE_ATTACKS = lineAttackTable()
  /** One copy of a byte in each rank of a half. */
  const EACH_RANK = 0x01010101
  /** Brings bits 0, 8, 16, 24 (a file's four squares in a half) together into bits 28–31. */
  const GATHER_FILE = 0x10204080
  /** Spreads bits 0–3 to bits 0, 8, 16, 24. */
  const SCATTER_FILE = 0x00204081

  /** The files attacked along the rising diagonal. */
  const onDiagonal = (square: Square, lo: number, hi: number): number => {
    const line = (lo & diagonalLo[square]!) | (hi & diagonalHi[square]!)
    return LINE_ATTACKS[((square & 7) << 8) | (Math.imul(line, EACH_RANK) >>> 24)]!
  }

  const onAntidiagonal = (square: Square, lo: number, hi: number): number => {
    const line = (lo & antidiagonalLo[square]!) | (hi & antidiagonalHi[square]!)
    return LINE_ATTACKS[((square & 7) << 8) | (Math.imul(line, EACH_RANK) >>> 24)]!
  }

  /** The ranks attacked along the file. */
  const onFile = (square: Square, lo: number, hi: number): number => {
    const file = square & 7
    const lower = Math.imul((lo >>> file) & EACH_RANK, GATHER_FILE) >>> 28
    const upper = Math.imul((hi >>> file) & EACH_RANK, GATHER_FILE) >>> 28
    return LINE_ATTACKS[((square >> 3) << 8) | (upper << 4) | lower]!
  }

  /** The files attacked along the rank. */
  const onRank = (square: Square, lo: number, hi: number): number =>
    LINE_ATTACKS[((square & 7) << 8) | (((square < 32 ? lo : hi) >>> (square & 24)) & 255)]!

  const bishopLineAttacks = (square: Square, lo: number, hi: number): number =>
    onDiagonal(square, lo, hi) | (onAntidiagonal(square, lo, hi) << 8)

  const bishopLo = (square: Square, attacks: number): number =>
    (Math.imul(attacks & 255, EACH_RANK) & diagonalLo[square]!) |
    (Math.imul(attacks >> 8, EACH_RANK) & antidiagonalLo[square]!)

  const bishopHi = (square: Square, attacks: number): number =>
    (Math.imul(attacks & 255, EACH_RANK) & diagonalHi[square]!) |
    (Math.imul(attacks >> 8, EACH_RANK) & antidiagonalHi[square]!)

  const rookLineAttacks = (square: Square, lo: number, hi: number): number =>
    onFile(square, lo, hi) | (onRank(square, lo, hi) << 8)

  const rookLo = (square: Square, attacks: number): number => {
    const file = (Math.imul(attacks & 15, SCATTER_FILE) & EACH_RANK) << (square & 7)
    return square < 32 ? file | ((attacks >> 8) << (square & 24)) : file
  }

  const rookHi = (square: Square, attacks: number): number => {
    const file = (Math.imul((attacks >> 4) & 15, SCATTER_FILE) & EACH_RANK) << (square & 7)
    return square < 32 ? file : file | ((attacks >> 8) << (square & 24))
  }

  return { bishopLineAttacks, rookLineAttacks, bishopLo, bishopHi, rookLo, rookHi }
})
