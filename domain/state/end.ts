/** Ends a game: its result, the points, and what stops with it. */
import { stopClocks } from '../clock/index.ts'
import { pointsOf } from '../editions/points.ts'
import { emptyPendingAct, type Game } from './game.ts'
import { inForce } from './in-force.ts'
import type { GameResult } from './state.ts'

/** The points of both players for the result, in the scoring of the event (10.1). */
function pointsForScore(game: Game, { white, black }: GameResult): Pick<GameResult, 'points'> {
  if (!inForce(game, 'points-standard')) return {}
  const scoring = game.state.details?.regulations?.scoring
  return { points: { white: pointsOf(white, scoring), black: pointsOf(black, scoring) } }
}

/** Sets the result. The clocks stop, open draw offers are void, nobody is obliged to play any more. */
export function endGame(game: Game, result: GameResult): void {
  const { state } = game
  state.result = { ...result, ...pointsForScore(game, result) }
  state.status = 'ended'
  state.clock = stopClocks(state.clock, state.at)
  state.offer = null
  state.counterOffer = undefined
  state.act = emptyPendingAct()
}
