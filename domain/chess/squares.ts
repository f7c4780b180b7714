/** Squares: numbers from a1 = 0 over h1 = 7 to h8 = 63, and sets of them as two 32-bit halves. */

/** 0…63: a1, b1, … h1, a2, … h8. */
export type Square = number

/** `a1`…`h8`. */
export type SquareName = string

const FILES = 'abcdefgh'
const NAMES: readonly SquareName[] = Array.from(
  { length: 64 },
  (_, square) => `${FILES[square & 7]}${(square >> 3) + 1}`,
)

/** The square of a well-formed name (`e4`). The form is not checked here. */
export const squareOf = (name: SquareName): Square =>
  (name.charCodeAt(1) - 49) * 8 + (name.charCodeAt(0) - 97)

/** The name of a square 0…63. */
export const nameOf = (square: Square): SquareName => NAMES[square] ?? '?'

/** 0 = a-file … 7 = h-file. */
export const fileOf = (square: Square): number => square & 7

/** 0 = first rank … 7 = eighth rank. */
export const rankOf = (square: Square): number => square >> 3

/** How many members a half of a set has. */
export function popcount(half: number): number {
  half -= (half >>> 1) & 0x55555555
  half = (half & 0x33333333) + ((half >>> 2) & 0x33333333)
  return Math.imul((half + (half >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
