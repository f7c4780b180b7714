/** Lists legal moves, and tests for a legal move, checkmate and stalemate. */

import { sideInCheck } from './attacks.ts'
import { countMoves } from './count.ts'
import { generate, MAX_MOVES } from './generate.ts'
import type { Move } from './moves.ts'
import type { Position } from './position.ts'

const scratch = new Int32Array(MAX_MOVES)

/** The legal moves of the side to move, in no particular but always the same order. */
export function legalMoves(p: Position): Move[] {
  const n = generate(p, scratch)
  const moves = new Array<Move>(n)
  for (let i = 0; i < n; i++) moves[i] = scratch[i]!
  return moves
}

export const hasLegalMove = (p: Position): boolean => countMoves(p) > 0

/** Whether a move, which may come from another position, is one of the legal moves here. */
export function isLegal(p: Position, move: Move): boolean {
  const n = generate(p, scratch)
  for (let i = 0; i < n; i++) if (scratch[i] === move) return true
  return false
}

/** In check and without a legal move (5.1.1). */
export const isCheckmate = (p: Position): boolean => sideInCheck(p, p.turn) && !hasLegalMove(p)

/** Not in check and without a legal move (5.2.1). */
export const isStalemate = (p: Position): boolean => !sideInCheck(p, p.turn) && !hasLegalMove(p)
