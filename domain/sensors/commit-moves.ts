/** Drops from the window the moves that no later observation can change. */
import { type Game, positionAt } from '../state/game.ts'
import type { SensorWindow } from '../state/sensor-state.ts'
import { differencesFrom } from './differences.ts'
import type { DecodedMove } from './hypotheses.ts'
import type { LeadingHypothesis } from './leading-hypothesis.ts'
import { lettersAt, movesInWindow } from './window.ts'

/** Moves that another reader reported and no square has shown yet: at most this many stay in the window. */
const MOST_UNSHOWN = 6
/** A window of this many plies is shortened even while a question is open. */
const MANY_PLIES = 8

/** Begins the window after the last move that no later observation can change. */
export function commitMoves(game: Game, leading: LeadingHypothesis, window: SensorWindow): void {
  const { state } = game
  const { best } = leading
  // A leading move that still waits (half of a castling in Chess960) is not on record yet.
  const made = leading.made.slice(0, movesInWindow(game, window)?.length ?? 0)
  if (state.window !== window || state.result !== null) return
  // The moves that a question is about stay, unless the window grows too long to be read.
  if (state.question !== undefined && best.made.length < MANY_PLIES) return
  const isTimed = window.seen.some((each) => 'press' in each)
  // A move that no square has shown yet stays, and so do all moves after it.
  const unshown = made.findIndex(
    ({ reported, proof }) => reported?.isOtherReader === true && proof.length === 0,
  )
  const settled = unshown < 0 ? made.length : Math.max(unshown, made.length - MOST_UNSHOWN)
  let count = 0
  while (settled - count > 2 && (!isTimed || made[count]?.press != null || settled - count > 4)) count++
  // Where an edge of a move that stays came before the preceding move stood, the preceding move stays too.
  const firstOf = (from: number) => Math.min(...made.slice(from).flatMap(({ proof }) => proof))
  while (count > 0 && firstOf(count) <= (made[count - 1] as DecodedMove).stood) count--
  if (count > 0) {
    const { stood } = made[count - 1] as DecodedMove
    const letters = lettersAt(game, window, stood + 1)
    // Earlier observations are dropped, save presses that a remaining move has or that wait for a move.
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
