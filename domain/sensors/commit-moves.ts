/** The window goes on: moves that nothing can turn any more leave it. */
import { type Game, positionAt } from '../state/game.ts'
import type { SensorWindow } from '../state/sensor-state.ts'
import { differencesFrom } from './differences.ts'
import type { DecodedMove } from './hypotheses.ts'
import type { LeadingHypothesis } from './leading-hypothesis.ts'
import { lettersAt, movesInWindow } from './window.ts'

/** So many moves that another reader told and no square has shown yet are waited for. */
const MOST_UNSHOWN = 6
/** Plies of a window from which on moves leave it though a question stands. */
const MANY_PLIES = 8

/** Moves that nothing can turn any more leave the window. */
export function commitMoves(game: Game, leading: LeadingHypothesis, window: SensorWindow): void {
  const { state } = game
  const { best } = leading
  // A move that leads and waits (half a castling of Chess960) is not on record yet.
  const made = leading.made.slice(0, movesInWindow(game, window)?.length ?? 0)
  if (state.window !== window || state.result !== null) return
  // What a question is about stays, but not so much that nothing more can be read.
  if (state.question !== undefined && best.made.length < MANY_PLIES) return
  const isTimed = window.seen.some((each) => 'press' in each)
  // What no square has shown yet may show what came before it too.
  const unshown = made.findIndex(
    ({ reported, proof }) => reported?.isOtherReader === true && proof.length === 0,
  )
  const settled = unshown < 0 ? made.length : Math.max(unshown, made.length - MOST_UNSHOWN)
  let count = 0
  while (settled - count > 2 && (!isTimed || made[count]?.press != null || settled - count > 4)) count++
  // What tells of a move that stays in the window may have come before the move in front of it: then that stays as well.
  const firstOf = (from: number) => Math.min(...made.slice(from).flatMap(({ proof }) => proof))
  while (count > 0 && firstOf(count) <= (made[count - 1] as DecodedMove).stood) count--
  if (count > 0) {
    const { stood } = made[count - 1] as DecodedMove
    const letters = lettersAt(game, window, stood + 1)
    // A press that none of the moves left goes with was for one that has left: nothing that comes can explain it.
    const waiting = new Set([...made.slice(count).map(({ press }) => press), ...Object.values(best.owed)])
    const used = new Set(made.slice(0, count).map(({ press }) => press))
    const base = window.base
    let index = state.here
    for (let back = made.length - count; back > 0; back--) index = state.points[index]?.parent ?? base
    const position = positionAt(state, state.points[index]) ?? game.position
    const from = differencesFrom(position, letters)
    for (const square in best.paid) if (best.paid[square]?.kind === 'agreed') delete from[square]
    const seen = window.seen.filter((_, i) => !used.has(i) && (i > stood || waiting.has(i)))
    state.window = { base: index, from, seen }
  }
  if (Object.keys(state.astray).length === 0) state.edgeAt = null
}
