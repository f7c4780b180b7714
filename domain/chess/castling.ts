/** The squares from which kings and rooks castle in a game, and what each castling right requires (3.8.2; Guideline II.3.2). */

import type { Square } from './squares.ts'
import { ZOBRIST } from './zobrist.ts'

/**
 * The castling squares of a game. They do not change during the game, so its positions share one object.
 * Rights are bits of a number: 1 White's king side, 2 White's queen side, 4 and 8 Black's; the arrays go by the
 * bit's place 0…3. -1 stands for none.
 */
export interface CastlingSetup {
  /** The king's square, by side. */
  readonly kings: Int8Array
  readonly rooks: Int8Array
  readonly kingTargets: Int8Array
  readonly rookTargets: Int8Array
  /** The squares that must be empty, except for the king and the rook themselves. */
  readonly vacantLo: Int32Array
  readonly vacantHi: Int32Array
  /** The squares that the king crosses or reaches. */
  readonly paths: readonly Uint8Array[]
  /** By square: the rights that remain after a move from or to it. */
  readonly rightsMask: Uint8Array
  /** The hash of each of the sixteen sets of rights. */
  readonly hashLo: Int32Array
  readonly hashHi: Int32Array
}

const NO_SQUARES = new Uint8Array(0)

/** Adds the squares that a piece crosses and reaches to those that must be empty, except those of the king and the rook. */
function addVacantSquares(setup: CastlingSetup, right: number, from: Square, to: Square): void {
  const step = from < to ? 1 : -1
  for (let square = from; square !== to; ) {
    square += step
    if (square === setup.kings[right >> 1] || square === setup.rooks[right]) continue
    const half = square < 32 ? setup.vacantLo : setup.vacantHi
    half[right]! |= 1 << square
  }
}

/** @param kings the two kings' squares, White's first @param rooks by right: White's king side, queen side, Black's */
export function castlingSetup(kings: readonly Square[], rooks: readonly Square[]): CastlingSetup {
  const setup = {
    kings: new Int8Array(kings),
    rooks: new Int8Array(rooks),
    kingTargets: Int8Array.of(6, 2, 62, 58),
    rookTargets: Int8Array.of(5, 3, 61, 59),
    vacantLo: new Int32Array(4),
    vacantHi: new Int32Array(4),
    paths: [NO_SQUARES, NO_SQUARES, NO_SQUARES, NO_SQUARES],
    rightsMask: new Uint8Array(64).fill(15),
    hashLo: new Int32Array(16),
    hashHi: new Int32Array(16),
  }
  for (let right = 0; right < 4; right++) {
    const king = setup.kings[right >> 1]!
    const rook = setup.rooks[right]!
    if (king < 0 || rook < 0) continue
    const target = setup.kingTargets[right]!
    addVacantSquares(setup, right, king, target)
    addVacantSquares(setup, right, rook, setup.rookTargets[right]!)
    const path = new Uint8Array(Math.abs(target - king))
    for (let i = 0; i < path.length; i++) path[i] = Math.min(king + 1, target) + i
    setup.paths[right] = path
    setup.rightsMask[king]! &= ~(1 << right)
    setup.rightsMask[rook]! &= ~(1 << right)
    for (let rights = 0; rights < 16; rights++) {
      if ((rights & (1 << right)) === 0) continue
      setup.hashLo[rights]! ^= ZOBRIST.rookLo[rook]!
      setup.hashHi[rights]! ^= ZOBRIST.rookHi[rook]!
    }
  }
  return setup
}

/** Kings on the e-file, rooks in the corners. */
export const STANDARD_CASTLING = castlingSetup([4, 60], [7, 0, 63, 56])
