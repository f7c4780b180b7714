/** What the quiet of a sensor board since its last event shows, which no event reports. */
import { SETTLING_MS } from '../sensors/index.ts'
import { readQuiet } from '../sensors/read-board.ts'
import type { GameState } from '../state/state.ts'
import { replayState, takeActs } from './fold.ts'
import { resumeGame } from './open.ts'

/** How many moves in a row quiet may show to have been a hovering hand. */
const MAX_TURNS = 4

/**
 * The state at the instant `at` (ms since the epoch), when its sensor board has been quiet since the last event. `state` is not
 * changed; it is returned itself where the quiet shows nothing.
 */
export function settledAt(state: GameState, at: number): GameState {
  let settled = state
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    if (settled.edgeAt === null || at - settled.edgeAt < SETTLING_MS) return settled
    const { log, ...rest } = settled
    const game = resumeGame({ ...structuredClone(rest), log })
    const plan = takeActs(game, readQuiet(game, game.state.seq + 1, at))
    if (plan === null) return game.state
    settled = replayState(game.state, plan)
  }
  return settled
}
