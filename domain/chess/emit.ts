/** Turning sets of destinations into moves: written to a list, or only counted when there is none. */

import { CAPTURED_SHIFT, DOUBLE_STEP_BIT, PROMOTION_SHIFT } from './moves.ts'
import { BISHOP, KNIGHT, QUEEN, ROOK } from './pieces.ts'
import { popcount, type Square } from './squares.ts'

/** A list that moves are written to, or null to count them only. */
export type MoveList = Int32Array | null

/** Moves of one piece to each square of a set. Returns how many moves there are now, of `n` before. */
export function emit(
  board: Uint8Array,
  from: Square,
  lo: number,
  hi: number,
  out: MoveList,
  n: number,
): number {
  if (out === null) return n + popcount(lo) + popcount(hi)
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
export function emitPawns(
  board: Uint8Array,
  step: number,
  lo: number,
  hi: number,
  out: MoveList,
  n: number,
): number {
  if (out === null) {
    return n + popcount(lo) + popcount(hi) + 3 * (popcount(lo & 0xff) + popcount(hi & 0xff000000))
  }
  while (lo !== 0) {
    const to = 31 - Math.clz32(lo)
    lo ^= 1 << to
    n = emitPawn(board, to - step, to, out, n)
  }
  while (hi !== 0) {
    const to = 63 - Math.clz32(hi)
    hi ^= 1 << to
    n = emitPawn(board, to - step, to, out, n)
  }
  return n
}

function emitPawn(board: Uint8Array, from: Square, to: Square, out: Int32Array, n: number): number {
  const move = from | (to << 6) | (board[to]! << CAPTURED_SHIFT)
  if (to >= 8 && to < 56) {
    out[n++] = move
    return n
  }
  out[n++] = move | (QUEEN << PROMOTION_SHIFT)
  out[n++] = move | (ROOK << PROMOTION_SHIFT)
  out[n++] = move | (BISHOP << PROMOTION_SHIFT)
  out[n++] = move | (KNIGHT << PROMOTION_SHIFT)
  return n
}

/** Double steps: each destination lies in one half, White's in the lower. */
export function emitDoubleSteps(step: number, lo: number, hi: number, out: MoveList, n: number): number {
  if (out === null) return n + popcount(lo | hi)
  const base = hi !== 0 ? 63 : 31
  for (let set = lo | hi; set !== 0; ) {
    const place = Math.clz32(set)
    set ^= 0x80000000 >>> place
    const to = base - place
    out[n++] = (to - step) | (to << 6) | DOUBLE_STEP_BIT
  }
  return n
}
