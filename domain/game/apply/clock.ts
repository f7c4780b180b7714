/** Applies what happens at the clock. The clock (`domain/clock`) is a device, which does not know the Laws. */
import {
  fischerBonus,
  flagFell,
  forSide,
  modeRulesOf,
  observeReading,
  pressClock,
  replaceClock,
  setClock,
  startClock,
  stopClocks,
} from '../../clock/index.ts'
import type { Game } from '../../state/game.ts'
import { lastMove } from '../../state/history.ts'
import { inForce } from '../../state/in-force.ts'
import { addReadingAfterEnd } from '../after-end.ts'
import { setClockByArbiter } from '../time-adjustments.ts'
import type { AppliersOf } from './appliers-of.ts'

/** The time after a completed move within which a device's reading is taken as what the clock showed with that move. */
const READING_OF_MOVE_MS = 1000

/** Gives the move that was just completed its player's clock time from a device's reading. */
function readingOfMove(game: Game, white: number, black: number): void {
  const { state } = game
  const last = lastMove(state, (move) => move.completedAt !== null, 2)
  if (last === null || last.completedAt === null || state.at - last.completedAt > READING_OF_MOVE_MS) return
  last.clock = last.side === 'white' ? white : black
}

/** 6.3.2: saved time is added to the next period; in 2009 (6.2.b) not in the delay mode. `period` is the one that ended. */
function carriesOver(game: Game, period: number): boolean {
  if (!inForce(game, 'period-carry-over')) return false
  const ended = game.state.clock.control?.periods[period - 1]
  return game.laws.delayCarriesOver || modeRulesOf(ended).given === 'at-press'
}

export const clockAppliers: AppliersOf<
  | 'clock-pressed'
  | 'clocks-stopped'
  | 'clocks-started'
  | 'clock-set'
  | 'clock-read'
  | 'clock-replaced'
  | 'flag-fallen'
  | 'flag-noticed'
> = {
  'clock-pressed': (game, event) => {
    const { state } = game
    if (state.result !== null) return
    const period = forSide(state.clock.period, event.by)
    state.clock = pressClock(state.clock, event.by, state.at)
    if (forSide(state.clock.period, event.by) === period) return
    state.stoppedRecording[event.by] = false
    if (carriesOver(game, period)) return
    const next = state.clock.control?.periods[period]
    state.clock = setClock(state.clock, { [event.by]: (next?.time ?? 0) + fischerBonus(next) }, state.at)
  },

  'clocks-stopped': (game, event) => {
    const { state } = game
    const byPlayer = event.by === 'white' || event.by === 'black'
    if (!inForce(game, byPlayer ? 'player-stops-clock' : 'arbiter-interrupts')) return
    state.clock = stopClocks(state.clock, state.at)
    if (state.status === 'running') state.status = 'stopped'
  },

  'clocks-started': ({ state }, event) => {
    if (state.result !== null) return
    state.clock = startClock(state.clock, event.data.side, state.at)
    state.status = 'running'
    state.startedAt ??= state.at
  },

  'clock-set': ({ state }, event) => {
    const { white, black, period, moveCounter } = event.data
    const setting = {
      ...(white === undefined ? {} : { white }),
      ...(black === undefined ? {} : { black }),
      ...(period === undefined ? {} : { period }),
      ...(moveCounter === undefined ? {} : { moveCounter }),
    }
    setClockByArbiter(state, setClock(state.clock, setting, state.at))
  },

  'clock-read': (game, event) => {
    const { state } = game
    state.clock = observeReading(state.clock, event.data, state.at)
    // A device goes on after the game is over; the clocks of the game do not.
    if (state.result !== null) state.clock = stopClocks(state.clock, state.at)
    // The readings of an imported PGN are written back as they were; a device's absurd ones are ignored.
    if (state.clock.lastReading?.absurd && state.details?.source?.kind !== 'pgn') return
    if (state.afterEnd === undefined) readingOfMove(game, event.data.white, event.data.black)
    else addReadingAfterEnd(state.afterEnd, event.data)
  },

  'clock-replaced': ({ state }, event) => {
    setClockByArbiter(state, replaceClock(state.clock, event.data, state.at))
  },

  'flag-fallen': ({ state }, event) => {
    state.clock = flagFell(state.clock, event.data.side, state.at)
    state.flagSeq[event.data.side] = event.seq
  },

  'flag-noticed': () => {},
}
