/** A state as an instant shows it: the sensor board has been quiet since the last event, and no event says so yet. */
import { SETTLING_MS } from '../sensors/index.ts'
import { readQuiet } from '../sensors/read-board.ts'
import type { GameState } from '../state/state.ts'
import { replayState, takeActs } from './fold.ts'
import { resumeGame } from './open.ts'

/** At how many moves in a row quiet may show that a hand had only hovered. */
const MOST_TURNS = 4

/** The state given is left as it was; it is returned itself where nothing has settled. `at`: ms since the epoch. */
export function settledAt(state: GameState, at: number): GameState {
  let settled = state
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    if (settled.edgeAt === null || at - settled.edgeAt < SETTLING_MS) return settled
    const { log, ...rest } = settled
    const game = resumeGame({ ...structuredClone(rest), log })
    const plan = takeActs(game, readQuiet(game, game.state.seq + 1, at))
    if (plan === null) return game.state
    settled = replayState(game.state, plan)
  }
  return settled
}
