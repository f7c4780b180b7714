/** Article 8: the recording of the moves. */
import { type Game, pointOf } from '../game/game.ts'
import type { MoveMade } from '../game/state.ts'
import type { Article } from './article.ts'
import { raise } from './verdicts.ts'

/** 8.1.2: no move is written before it is made, unless a draw is claimed with it or the game is adjourned. */
function recordedInAdvance(game: Game, move: MoveMade): void {
  const { state } = game
  const { ply } = pointOf(state)
  const written = state.scoresheets[move.side].moves.find((entry) => entry.ply === ply)
  if (written === undefined || written.seq > move.seq) return
  const claimed = state.claims.some((claim) => claim.by === move.side && claim.seq >= written.seq)
  if (claimed || state.adjournment !== null) return
  raise(game, 'no-advance-recording', {
    against: move.side,
    seq: move.seq,
    evidence: [written.seq, move.seq],
    status: 'awaits-arbiter',
    options: game.laws.penalties,
  })
}

export const article08: Article = { made: recordedInAdvance }
