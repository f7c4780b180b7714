/** Writes the moves to a set of destination squares into a list. */

import { hotScope } from './hot-scope.ts'
import { MOVE } from './moves.ts'
import { ROLES } from './pieces.ts'
import type { Square } from './squares.ts'

export const { emit, emitPawns, emitDoubleSteps } = hotScope(() => {
  const { CAPTURED_SHIFT, DOUBLE_STEP, PROMOTION_SHIFT } = MOVE
  const { QUEEN, ROOK, BISHOP, KNIGHT } = ROLES
  const FIRST_RANK = 0xff
  const LAST_RANK = 0xff000000

  /** Moves of one piece to each square of a set. Returns how many moves there are now, of `n` before. */
  const emit = (
    board: Uint8Array,
    from: Square,
    lo: number,
    hi: number,
    out: Int32Array,
    n: number,
  ): number => {
    while (lo !== 0) {
      const to = 31 - Math.clz32(lo)
      lo ^= 1 << to
      out[n++] = from | (to << 6) | (board[to]! << CAPTURED_SHIFT)
    }
    while (hi !== 0) {
      const to = 63 - Math.clz32(hi)
      hi ^= 1 << to
      out[n++] = from | (to << 6) | (board[to]! << CAPTURED_SHIFT)
    }
    return n
  }

  /** Moves of pawns that all come from `step` squares before their destinations, promotions included. */
  const emitPawns = (
    board: Uint8Array,
    step: number,
    lo: number,
    hi: number,
    out: Int32Array,
    n: number,
  ): number => {
    if ((lo | hi) === 0) return n
    const last = (lo & FIRST_RANK) | (hi & LAST_RANK)
    if (last !== 0) {
      n = emitPromotions(board, step, lo & FIRST_RANK, 31, out, n)
      n = emitPromotions(board, step, hi & LAST_RANK, 63, out, n)
      lo &= ~FIRST_RANK
      hi &= ~LAST_RANK
    }
    while (lo !== 0) {
      const to = 31 - Math.clz32(lo)
      lo ^= 1 << to
      out[n++] = (to - step) | (to << 6) | (board[to]! << CAPTURED_SHIFT)
    }
    while (hi !== 0) {
      const to = 63 - Math.clz32(hi)
      hi ^= 1 << to
      out[n++] = (to - step) | (to << 6) | (board[to]! << CAPTURED_SHIFT)
    }
    return n
  }

  /** Four moves for each square of a half whose highest square is `top`. */
  const emitPromotions = (
    board: Uint8Array,
    step: number,
    half: number,
    top: number,
    out: Int32Array,
    n: number,
  ): number => {
    while (half !== 0) {
      const to = top - Math.clz32(half)
      half ^= 1 << to
      const move = (to - step) | (to << 6) | (board[to]! << CAPTURED_SHIFT)
      out[n++] = move | (QUEEN << PROMOTION_SHIFT)
      out[n++] = move | (ROOK << PROMOTION_SHIFT)
      out[n++] = move | (BISHOP << PROMOTION_SHIFT)
      out[n++] = move | (KNIGHT << PROMOTION_SHIFT)
    }
    return n
  }

  /** Double steps to the squares of a half whose highest square is `top`: White's end in the lower, Black's in the upper. */
  const emitDoubleSteps = (step: number, half: number, top: number, out: Int32Array, n: number): number => {
    while (half !== 0) {
      const to = top - Math.clz32(half)
      half ^= 1 << to
      out[n++] = (to - step) | (to << 6) | DOUBLE_STEP
    }
    return n
  }

  return { emit, emitPawns, emitDoubleSteps }
})
