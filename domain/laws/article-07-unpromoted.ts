/**
 * Article 7.5.2 (2009: 7.4.a; 2014: 7.5.a): a pawn left on the last rank, and the queen that replaces it. The penalty for the
 * press: `illegalCompleted` in article-07-illegal.ts.
 */

import { findLegal, hasLegalMove, inCheck, pieceAt, play, roleOf, squareOf, turnOf } from '../chess/index.ts'
import type { Game } from '../state/game.ts'
import type { MoveMade } from '../state/state.ts'
import { positionBefore } from './article-07-penalty.ts'
import { remark } from './remark.ts'
import { DRAW_SCORE, raise, winFor } from './verdicts.ts'

/** Has the move left a pawn on the last rank, where it still stands? */
export const leftUnpromoted = (game: Game, move: MoveMade): boolean => {
  const piece = pieceAt(game.position, squareOf(move.to))
  if (game.state.astray[move.to] !== undefined) return false
  return /[18]$/.test(move.to) && move.promotion === null && piece !== 0 && roleOf(piece) === 'P'
}

/** D37: on a first offence the queen that replaces the pawn may mate or stalemate. The arbiter decides whether that ends the game. */
export function queenWouldEnd(game: Game, move: MoveMade, seq: number): void {
  if (game.state.illegalMoves[move.side] + 1 >= game.laws.illegalMovesToLose) return
  const position = positionBefore(game, move)
  const queening = findLegal(position, squareOf(move.from), squareOf(move.to), 'Q')
  if (queening === null) return
  play(position, queening)
  if (hasLegalMove(position)) return
  const mate = inCheck(position, turnOf(position))
  raise(game, mate ? 'checkmate' : 'stalemate', {
    seq,
    evidence: [move.seq, seq],
    status: 'awaits-arbiter',
    remedy: { result: mate ? winFor(move.side) : DRAW_SCORE },
    notes: [remark('queen-ends')],
    alsoUnder: ['unpromoted-pawn'],
  })
}
