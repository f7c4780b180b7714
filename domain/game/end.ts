/** The end of a game: what stops with it. */
import { stop } from '../clock/index.ts'
import { emptyAct, type Game } from './game.ts'
import type { Result } from './state.ts'

/** Sets the result. The clocks stop, an open offer is void, nobody is obliged to play any more. */
export function endGame(game: Game, result: Result): void {
  const { state } = game
  state.result = result
  state.status = 'ended'
  state.clock = stop(state.clock, state.at)
  state.offer = null
  state.act = emptyAct()
}
