/** Records time that was added to a clock or taken off it other than by thinking, so that feeds can compute how long a move took. */
import { SIDES } from '../../events/index.ts'
import { type ClockState, fischerBonus, shownTimeAt } from '../clock/index.ts'
import { pathOf } from '../state/history.ts'
import type { GameState } from '../state/state.ts'

/** Sets the clock as an arbiter has set it, and records what they gave or took. */
export function setClockByArbiter(state: GameState, clock: ClockState): void {
  for (const side of SIDES) {
    const ms = shownTimeAt(clock, side, state.at) - shownTimeAt(state.clock, side, state.at)
    if (ms !== 0) recordAdjustment(state, { side, seq: state.seq, ms })
  }
  state.clock = clock
}

/** Records, after the position was restored, the bonuses that the presses of the undone moves added. `left`: index of the point left. */
export function recordBonusesOfUndoneMoves(state: GameState, left: number): void {
  const standing = new Set(pathOf(state))
  for (let index = left; index >= 0; index = state.points[index]!.parent) {
    const point = state.points[index]!
    if (standing.has(point)) return
    const { side, completedBy, completedSeq } = point.move ?? {}
    if (side === undefined || completedBy !== 'press' || completedSeq == null) continue
    const ms = fischerBonus(state.clock.control?.periods[state.clock.period[side] - 1])
    if (ms !== 0) recordAdjustment(state, { side, seq: completedSeq, ms })
  }
}

function recordAdjustment(state: GameState, given: NonNullable<GameState['given']>[number]): void {
  state.given ??= []
  state.given.push(given)
}
