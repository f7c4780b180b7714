/** Time that came on a clock or went off it otherwise than by thinking, so that feeds can tell how long a move took. */
import { SIDES } from '../../events/index.ts'
import { type ClockState, fischerBonus, shownTimeAt } from '../clock/index.ts'
import { pathOf } from '../state/history.ts'
import type { GameState } from '../state/state.ts'

/** The clock as an arbiter has left it; what they gave or took is noted. */
export function setClockByArbiter(state: GameState, clock: ClockState): void {
  for (const side of SIDES) {
    const ms = shownTimeAt(clock, side, state.at) - shownTimeAt(state.clock, side, state.at)
    if (ms !== 0) noteAdjustment(state, { side, seq: state.seq, ms })
  }
  state.clock = clock
}

/** After the position was restored: the presses of moves that do not stand any more have brought their bonus all the same. */
export function noteBonusesOfUndoneMoves(state: GameState, left: number): void {
  const standing = new Set(pathOf(state))
  for (let index = left; index >= 0; index = state.points[index]!.parent) {
    const point = state.points[index]!
    if (standing.has(point)) return
    const { side, completedBy, completedSeq } = point.move ?? {}
    if (side === undefined || completedBy !== 'press' || completedSeq == null) continue
    const ms = fischerBonus(state.clock.control?.periods[state.clock.period[side] - 1])
    if (ms !== 0) noteAdjustment(state, { side, seq: completedSeq, ms })
  }
}

function noteAdjustment(state: GameState, given: NonNullable<GameState['given']>[number]): void {
  state.given ??= []
  state.given.push(given)
}
