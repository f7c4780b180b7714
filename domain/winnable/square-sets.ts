/**
 * Sets of squares as two 32-bit halves (a1 is bit 0 of the low half), and single steps of the pieces for a whole set at
 * once: the squares that one step from any square of the set reaches on an empty board.
 */

const NOT_A = 0xfefefefe | 0
const NOT_H = 0x7f7f7f7f
const NOT_AB = 0xfcfcfcfc | 0
const NOT_GH = 0x3f3f3f3f

/** The neighbours on the same rank. */
const beside = (half: number): number => ((half << 1) & NOT_A) | ((half >>> 1) & NOT_H)
/** The squares two files away on the same rank. */
const apart = (half: number): number => ((half << 2) & NOT_AB) | ((half >>> 2) & NOT_GH)

export const orthogonalLo = (lo: number, hi: number): number =>
  beside(lo) | (lo << 8) | (lo >>> 8) | (hi << 24)
export const orthogonalHi = (lo: number, hi: number): number =>
  beside(hi) | (hi << 8) | (hi >>> 8) | (lo >>> 24)

export function diagonalLo(lo: number, hi: number): number {
  const near = beside(lo)
  return (near << 8) | (near >>> 8) | (beside(hi) << 24)
}

export function diagonalHi(lo: number, hi: number): number {
  const near = beside(hi)
  return (near << 8) | (near >>> 8) | (beside(lo) >>> 24)
}

export const neighboursLo = (lo: number, hi: number): number => orthogonalLo(lo, hi) | diagonalLo(lo, hi)
export const neighboursHi = (lo: number, hi: number): number => orthogonalHi(lo, hi) | diagonalHi(lo, hi)

export function knightLo(lo: number, hi: number): number {
  const near = beside(lo)
  const far = apart(lo)
  return (near << 16) | (near >>> 16) | (beside(hi) << 16) | (far << 8) | (far >>> 8) | (apart(hi) << 24)
}

export function knightHi(lo: number, hi: number): number {
  const near = beside(hi)
  const far = apart(hi)
  return (near << 16) | (near >>> 16) | (beside(lo) >>> 16) | (far << 8) | (far >>> 8) | (apart(lo) >>> 24)
}

/** What pawns that move up the board attack. */
export const upwardAttacksLo = (lo: number, _hi: number): number => beside(lo) << 8
export const upwardAttacksHi = (lo: number, hi: number): number => (beside(hi) << 8) | (beside(lo) >>> 24)
/** What pawns that move down the board attack. */
export const downwardAttacksLo = (lo: number, hi: number): number => (beside(lo) >>> 8) | (beside(hi) << 24)
export const downwardAttacksHi = (_lo: number, hi: number): number => beside(hi) >>> 8

/** A half with its four ranks in reverse order: it turns the low half of a board into the high half of the mirrored board. */
export const flipRanks = (half: number): number =>
  (half >>> 24) | ((half >>> 8) & 0xff00) | ((half << 8) & 0xff0000) | (half << 24)

/** The halves of the set of one square. */
export const bitLo = (square: number): number => (square < 32 ? 1 << square : 0)
export const bitHi = (square: number): number => (square < 32 ? 0 : 1 << square)

/** The eight directions, clockwise from up; the odd ones are diagonal. */
export const DIRECTIONS = 8
const FILE_MASKS = [-1, NOT_A, NOT_A, NOT_A, -1, NOT_H, NOT_H, NOT_H]

/** A set moved one square in a direction; squares that leave the board are dropped. */
export function shiftLo(lo: number, hi: number, direction: number): number {
  const turn = TURNS[direction]!
  const side = turn > 0 ? lo << turn : turn < 0 ? lo >>> -turn : lo
  const moved = side & FILE_MASKS[direction]!
  const rank = RANK_STEPS[direction]!
  if (rank === 0) return moved
  if (rank > 0) return moved << 8
  const high = turn > 0 ? hi << turn : turn < 0 ? hi >>> -turn : hi
  return (moved >>> 8) | ((high & FILE_MASKS[direction]!) << 24)
}

export function shiftHi(lo: number, hi: number, direction: number): number {
  const turn = TURNS[direction]!
  const side = turn > 0 ? hi << turn : turn < 0 ? hi >>> -turn : hi
  const moved = side & FILE_MASKS[direction]!
  const rank = RANK_STEPS[direction]!
  if (rank === 0) return moved
  if (rank < 0) return moved >>> 8
  const low = turn > 0 ? lo << turn : turn < 0 ? lo >>> -turn : lo
  return (moved << 8) | ((low & FILE_MASKS[direction]!) >>> 24)
}

const TURNS = [0, 1, 1, 1, 0, -1, -1, -1]
const RANK_STEPS = [1, 1, 0, -1, -1, -1, 0, 1]

/** The squares of a set, the lowest first. */
export function squaresOf(lo: number, hi: number): number[] {
  const squares: number[] = []
  for (; lo !== 0; lo &= lo - 1) squares.push(31 - Math.clz32(lo & -lo))
  for (; hi !== 0; hi &= hi - 1) squares.push(63 - Math.clz32(hi & -hi))
  return squares
}
