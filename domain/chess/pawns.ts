/** Pawn moves (3.7), for a whole set of pawns at once; en passant captures are in `en-passant.ts`. */

import { emitDoubleSteps, emitPawns } from './emit.ts'
import { hotScope } from './hot-scope.ts'
import type { SideIndex } from './pieces.ts'
import { popcount } from './squares.ts'

export const { pawnMoves, countPawnMoves } = hotScope(() => {
  const NOT_A_FILE = ~0x01010101
  const NOT_H_FILE = ~0x80808080
  const THIRD_RANK = 0x00ff0000
  const SIXTH_RANK = 0x0000ff00
  const FIRST_RANK = 0xff
  const LAST_RANK = 0xff000000

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
    out: Int32Array,
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
    out: Int32Array,
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
   * Adds the moves of a set of pawns to a list of `n` moves; returns the new count.
   * @param emptyLo the empty squares (of a double step also the crossed square must be empty)
   * @param takeLo the pieces that may be captured
   * @param maskLo the squares on which a move may end (pins and checks)
   */
  const pawnMoves = (
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
    out: Int32Array,
    n: number,
  ): number => {
    const moves = us === 0 ? white : black
    return moves(board, lo, hi, emptyLo, emptyHi, takeLo, takeHi, maskLo, maskHi, out, n)
  }

  /** How many moves `pawnMoves` would add: the same shifts, counted (see count.ts). */
  const countPawnMoves = (
    us: SideIndex,
    lo: number,
    hi: number,
    emptyLo: number,
    emptyHi: number,
    takeLo: number,
    takeHi: number,
    maskLo: number,
    maskHi: number,
  ): number => {
    if (us === 0) {
      const oneLo = (lo << 8) & emptyLo
      const oneHi = ((hi << 8) | (lo >>> 24)) & emptyHi
      const two = ((oneLo & THIRD_RANK) << 8) & emptyLo & maskLo
      const leftLo = lo & NOT_A_FILE
      const leftHi = (((hi & NOT_A_FILE) << 7) | (leftLo >>> 25)) & takeHi & maskHi
      const rightLo = lo & NOT_H_FILE
      const rightHi = (((hi & NOT_H_FILE) << 9) | (rightLo >>> 23)) & takeHi & maskHi
      const ahead = oneHi & maskHi
      return (
        popcount(oneLo & maskLo) +
        popcount(two) +
        popcount((leftLo << 7) & takeLo & maskLo) +
        popcount((rightLo << 9) & takeLo & maskLo) +
        ending(ahead, LAST_RANK) +
        ending(leftHi, LAST_RANK) +
        ending(rightHi, LAST_RANK)
      )
    }
    const oneLo = ((lo >>> 8) | (hi << 24)) & emptyLo
    const oneHi = (hi >>> 8) & emptyHi
    const two = ((oneHi & SIXTH_RANK) >>> 8) & emptyHi & maskHi
    const leftHi = hi & NOT_A_FILE
    const leftLo = (((lo & NOT_A_FILE) >>> 9) | (leftHi << 23)) & takeLo & maskLo
    const rightHi = hi & NOT_H_FILE
    const rightLo = (((lo & NOT_H_FILE) >>> 7) | (rightHi << 25)) & takeLo & maskLo
    return (
      popcount(oneHi & maskHi) +
      popcount(two) +
      popcount((leftHi >>> 9) & takeHi & maskHi) +
      popcount((rightHi >>> 7) & takeHi & maskHi) +
      ending(oneLo & maskLo, FIRST_RANK) +
      ending(leftLo, FIRST_RANK) +
      ending(rightLo, FIRST_RANK)
    )
  }

  /** Moves of pawns that end on a set's squares: four for each on the last rank (3.7.3.3). */
  const ending = (set: number, last: number): number => popcount(set) + 3 * popcount(set & last)

  return { pawnMoves, countPawnMoves }
})
