/** Pawn moves (3.7), for a whole set of pawns at once; captures in passing are in `passing.ts`. */

import { emitDoubleSteps, emitPawns, type MoveList } from './emit.ts'
import type { SideIndex } from './pieces.ts'

const NOT_A = ~0x01010101
const NOT_H = ~0x80808080

/**
 * Adds the moves of a set of pawns.
 * @param empty the empty squares (a pawn must find them so, also the one it crosses)
 * @param take what may be captured @param mask where a move may end at all (pins and checks)
 */
export function pawnMoves(
  board: Uint8Array,
  us: SideIndex,
  lo: number,
  hi: number,
  emptyLo: number,
  emptyHi: number,
  takeLo: number,
  takeHi: number,
  maskLo: number,
  maskHi: number,
  out: MoveList,
  n: number,
): number {
  if (us === 0) {
    const oneLo = (lo << 8) & emptyLo
    const oneHi = ((hi << 8) | (lo >>> 24)) & emptyHi
    const two = ((oneLo & 0x00ff0000) << 8) & emptyLo
    n = emitPawns(board, 8, oneLo & maskLo, oneHi & maskHi, out, n)
    n = emitDoubleSteps(16, two & maskLo, 0, out, n)
    const leftLo = lo & NOT_A
    const leftHi = hi & NOT_A
    n = emitPawns(
      board,
      7,
      (leftLo << 7) & takeLo & maskLo,
      ((leftHi << 7) | (leftLo >>> 25)) & takeHi & maskHi,
      out,
      n,
    )
    const rightLo = lo & NOT_H
    const rightHi = hi & NOT_H
    const toHi = ((rightHi << 9) | (rightLo >>> 23)) & takeHi & maskHi
    return emitPawns(board, 9, (rightLo << 9) & takeLo & maskLo, toHi, out, n)
  }
  const oneLo = ((lo >>> 8) | (hi << 24)) & emptyLo
  const oneHi = (hi >>> 8) & emptyHi
  const two = ((oneHi & 0x0000ff00) >>> 8) & emptyHi
  n = emitPawns(board, -8, oneLo & maskLo, oneHi & maskHi, out, n)
  n = emitDoubleSteps(-16, 0, two & maskHi, out, n)
  const leftLo = lo & NOT_A
  const leftHi = hi & NOT_A
  n = emitPawns(
    board,
    -9,
    ((leftLo >>> 9) | (leftHi << 23)) & takeLo & maskLo,
    (leftHi >>> 9) & takeHi & maskHi,
    out,
    n,
  )
  const rightLo = lo & NOT_H
  const rightHi = hi & NOT_H
  const toLo = ((rightLo >>> 7) | (rightHi << 25)) & takeLo & maskLo
  return emitPawns(board, -7, toLo, (rightHi >>> 7) & takeHi & maskHi, out, n)
}
