/** Pawn moves (3.7), for a whole set of pawns at once; captures in passing are in `passing.ts`. */

import { emitDoubleSteps, emitPawns, type MoveList } from './emit.ts'
import { enclosed } from './enclosed.ts'
import type { SideIndex } from './pieces.ts'

export const pawnMoves = enclosed(() => {
  const NOT_A_FILE = ~0x01010101
  const NOT_H_FILE = ~0x80808080
  const THIRD_RANK = 0x00ff0000
  const SIXTH_RANK = 0x0000ff00

  const white = (
    board: Uint8Array,
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
  ): number => {
    const oneLo = (lo << 8) & emptyLo
    const oneHi = ((hi << 8) | (lo >>> 24)) & emptyHi
    const two = ((oneLo & THIRD_RANK) << 8) & emptyLo & maskLo
    n = emitPawns(board, 8, oneLo & maskLo, oneHi & maskHi, out, n)
    n = emitDoubleSteps(16, two, 31, out, n)
    const leftLo = lo & NOT_A_FILE
    const leftHi = (hi & NOT_A_FILE) << 7
    n = emitPawns(
      board,
      7,
      (leftLo << 7) & takeLo & maskLo,
      (leftHi | (leftLo >>> 25)) & takeHi & maskHi,
      out,
      n,
    )
    const rightLo = lo & NOT_H_FILE
    const rightHi = (hi & NOT_H_FILE) << 9
    return emitPawns(
      board,
      9,
      (rightLo << 9) & takeLo & maskLo,
      (rightHi | (rightLo >>> 23)) & takeHi & maskHi,
      out,
      n,
    )
  }

  const black = (
    board: Uint8Array,
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
  ): number => {
    const oneLo = ((lo >>> 8) | (hi << 24)) & emptyLo
    const oneHi = (hi >>> 8) & emptyHi
    const two = ((oneHi & SIXTH_RANK) >>> 8) & emptyHi & maskHi
    n = emitPawns(board, -8, oneLo & maskLo, oneHi & maskHi, out, n)
    n = emitDoubleSteps(-16, two, 63, out, n)
    const leftLo = (lo & NOT_A_FILE) >>> 9
    const leftHi = hi & NOT_A_FILE
    n = emitPawns(
      board,
      -9,
      (leftLo | (leftHi << 23)) & takeLo & maskLo,
      (leftHi >>> 9) & takeHi & maskHi,
      out,
      n,
    )
    const rightLo = (lo & NOT_H_FILE) >>> 7
    const rightHi = hi & NOT_H_FILE
    return emitPawns(
      board,
      -7,
      (rightLo | (rightHi << 25)) & takeLo & maskLo,
      (rightHi >>> 7) & takeHi & maskHi,
      out,
      n,
    )
  }

  /**
   * Adds the moves of a set of pawns to a list of `n` moves, or counts them; returns the new count.
   * @param emptyLo the empty squares (a pawn must find them so, also the one it crosses)
   * @param takeLo what may be captured
   * @param maskLo where a move may end at all (pins and checks)
   */
  return (
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
  ): number => {
    const moves = us === 0 ? white : black
    return moves(board, lo, hi, emptyLo, emptyHi, takeLo, takeHi, maskLo, maskHi, out, n)
  }
})
