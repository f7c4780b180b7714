/** The fixed random numbers by which positions are hashed (Zobrist): 64 bits in two halves for each feature. */

import type { Square } from './squares.ts'

/** A reproducible generator (xorshift of period 2^128 - 1): hashes stored today must be the hashes of tomorrow. */
function xorshift128(): () => number {
  let x = 0x6d2b79f5
  let y = 0x1b873593
  let z = 0x4cf5ad43
  let w = 0x2745937f
  return () => {
    const t = x ^ (x << 11)
    x = y
    y = z
    z = w
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8)
    return w | 0
  }
}

const next = xorshift128()
const draw = (length: number): Int32Array => Int32Array.from({ length }, next)

/** `PIECE_HASH_LO[piece << 6 | square]`. */
export const PIECE_HASH_LO = draw(16 * 64)
export const PIECE_HASH_HI = draw(16 * 64)

/** A castling right, by the square of its rook. */
export const ROOK_HASH_LO = draw(64)
export const ROOK_HASH_HI = draw(64)

/** A pawn that may legally be taken in passing, by the file. */
const PASSING_LO = draw(8)
const PASSING_HI = draw(8)

/** Black is to move. */
export const TURN_HASH_LO = next()
export const TURN_HASH_HI = next()

export const passingHashLo = (square: Square): number => PASSING_LO[square & 7]!
export const passingHashHi = (square: Square): number => PASSING_HI[square & 7]!
