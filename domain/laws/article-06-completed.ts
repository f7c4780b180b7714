/** Article 6.2: a move is completed by the press, by ending the game, or (from 2014) by its player's next move. */
import type { EventOf, Side } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import { shownTimeAt } from '../clock/index.ts'
import { type Game, otherSide } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import type { CompletedBy, MoveMade } from '../state/state.ts'
import type { Article } from './article.ts'
import { renewObligation } from './obligation.ts'

function complete(game: Game, move: MoveMade, by: CompletedBy, seq: number): void {
  const { state } = game
  move.completedSeq = seq
  move.completedAt = state.at
  move.completedBy = by
  if (state.clock.control !== null && by !== 'next-move')
    move.clock = shownTimeAt(state.clock, move.side, state.at)
}

/** The player's last move while it is not completed; null otherwise. */
export const unpressedMove = (game: Game, side: Side): MoveMade | null => {
  const move = lastMove(game.state, (made) => made.side === side, 3)
  return move !== null && move.completedSeq === null ? move : null
}

/** The move that this press completed, or null. */
export const completedBy = (game: Game, event: EventOf<'clock-pressed'>): MoveMade | null =>
  lastMove(game.state, (made) => made.completedSeq === event.seq, 3)

/** 6.2.1: the press completes the player's move, also after the opponent's reply (6.2.2). */
function pressed(game: Game, event: EventOf<'clock-pressed'>): void {
  const move = unpressedMove(game, event.by)
  if (move === null || !inForce(game, 'move-completed-by-press')) return
  const replied = turnOf(game.position) === event.by
  if (replied && !inForce(game, 'press-after-reply')) return
  complete(game, move, 'press', event.seq)
  // A completed illegal move is the arbiter's to undo: its player is not bound to replace it before that.
  if (!move.legal && turnOf(game.position) === otherSide(event.by) && game.state.act.touches.length === 0)
    renewObligation(game)
}

/** 6.2.1.2: a legal move is also completed by its player's next move; an illegal one by the press alone (D36). */
function overtaken(game: Game, move: MoveMade): void {
  if (!game.laws.completedByOwnNextMove || !inForce(game, 'move-completed-implicitly')) return
  const earlier = lastMove(game.state, (made) => made.side === move.side && made.seq !== move.seq, 4)
  if (earlier !== null && earlier.completedSeq === null && earlier.legal)
    complete(game, earlier, 'next-move', move.seq)
}

/** 6.2.1.1: a move that ends the game is completed without a press. */
export function completeByEnd(game: Game, move: MoveMade): void {
  if (move.completedSeq === null && inForce(game, 'move-completed-implicitly'))
    complete(game, move, 'end', move.seq)
}

export const article06Completion: Article = {
  made: overtaken,
  on: { 'clock-pressed': pressed },
}
