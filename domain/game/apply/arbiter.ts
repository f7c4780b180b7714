/** Applies the arbiter's acts: restored positions, penalties, added time, results. What they noticed or recorded, the Laws judge. */

import { parseFen, turnOf } from '../../chess/index.ts'
import { grantTime, startClock, stopClocks } from '../../clock/index.ts'
import { resetBoard } from '../../state/board.ts'
import { endGame } from '../../state/end.ts'
import { type Game, isChess960Game, otherSide } from '../../state/game.ts'
import { goToPoint, goToPosition, lastEqualPoint, pointAfter } from '../../state/history.ts'
import { scoreOfResult } from '../../state/written-result.ts'
import { recordBonusesOfUndoneMoves, setClockByArbiter } from '../time-adjustments.ts'
import type { AppliersOf } from './appliers-of.ts'

/**
 * Goes back to the position after `data.seq`, with its repetitions and counts; or to the last position equal to `data.fen`, and
 * where there is none sets that up, from which history starts anew. `seq`: the event that restores.
 */
function restore(
  game: Game,
  data: { seq?: number | undefined; fen?: string | undefined },
  seq: number,
): void {
  const { state } = game
  if (data.fen === undefined) {
    goToPoint(game, pointAfter(state, data.seq ?? seq), seq)
    return
  }
  const parsed = parseFen(data.fen, { chess960: isChess960Game(state) })
  if (!parsed.ok) return
  const equal = lastEqualPoint(state, parsed.value)
  if (equal === null) goToPosition(game, parsed.value, seq)
  else goToPoint(game, equal, seq)
}

export const arbiterAppliers: AppliersOf<
  | 'irregularity-noticed'
  | 'position-restored'
  | 'penalty-imposed'
  | 'verdict-decided'
  | 'time-granted'
  | 'incident-recorded'
  | 'result-set'
  | 'appeal-lodged'
  | 'appeal-decided'
> = {
  'irregularity-noticed': () => {},

  /** The clocks' times are the arbiter's to set; but a clock that runs is that of the player on move in the restored position. */
  'position-restored': (game, event) => {
    const { state } = game
    if (state.result !== null) return
    const left = state.here
    restore(game, event.data, event.seq)
    recordBonusesOfUndoneMoves(state, left)
    resetBoard(game)
    const turn = turnOf(game.position)
    if (state.clock.running === null || state.clock.running === turn) return
    state.clock = startClock(stopClocks(state.clock, state.at), turn, state.at)
  },

  'penalty-imposed': (game, event) => {
    const { state } = game
    const { on, penalty, ms } = event.data
    if (ms === undefined || state.clock.control === null) return
    if (penalty === 'opponent-time')
      setClockByArbiter(state, grantTime(state.clock, { [otherSide(on)]: ms }, state.at))
    if (penalty === 'time') setClockByArbiter(state, grantTime(state.clock, { [on]: -ms }, state.at))
  },

  'time-granted': ({ state }, event) => {
    const { white, black } = event.data
    const more = { ...(white === undefined ? {} : { white }), ...(black === undefined ? {} : { black }) }
    setClockByArbiter(state, grantTime(state.clock, more, state.at))
  },

  'verdict-decided': () => {},
  'incident-recorded': () => {},

  /** A result that is set replaces any other, also one by a final verdict. */
  'result-set': (game, event) => {
    const { white, black, reason } = event.data
    endGame(game, { white, black, rule: null, articles: [], seq: event.seq, reason })
  },

  'appeal-lodged': () => {},

  'appeal-decided': (game, event) => {
    const { result } = event.data
    const score = result === undefined ? null : scoreOfResult(result)
    if (score !== null)
      endGame(game, { ...score, rule: null, articles: [], seq: event.seq, reason: 'appeal' })
  },
}
