/** The end of a game: what stops with it. */
import { stop } from '../clock/index.ts'
import { pointsOf } from '../editions/points.ts'
import { inForce } from '../laws/in-force.ts'
import { emptyAct, type Game } from './game.ts'
import type { Result } from './state.ts'

/** What the result is worth to both, in the scoring of the event (10.1). */
function worth(game: Game, { white, black }: Result): Pick<Result, 'points'> {
  if (!inForce(game, 'points-standard')) return {}
  const scoring = game.state.details?.regulations?.scoring
  return { points: { white: pointsOf(white, scoring), black: pointsOf(black, scoring) } }
}

/** Sets the result. The clocks stop, an open offer is void, nobody is obliged to play any more. */
export function endGame(game: Game, result: Result): void {
  const { state } = game
  state.result = { ...result, ...worth(game, result) }
  state.status = 'ended'
  state.clock = stop(state.clock, state.at)
  state.offer = null
  state.act = emptyAct()
}
