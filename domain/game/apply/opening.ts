/** Applies the opening of a game and its setup: arrivals, the start of the session, corrections of the array, assistants. */
import { parseFen, turnOf } from '../../chess/index.ts'
import { clockFace, openClock, setClock, startClock, stopClocks } from '../../clock/index.ts'
import { lawsOf } from '../../editions/parameters.ts'
import { controlInForce } from '../../laws/article-06-time-control.ts'
import { resetBoard } from '../../state/board.ts'
import { isChess960Game } from '../../state/game.ts'
import { beginHistory, goToPosition } from '../../state/history.ts'
import { inForce } from '../../state/in-force.ts'
import { startingPositionOf } from '../open.ts'
import type { AppliersOf } from './appliers-of.ts'

export const openingAppliers: AppliersOf<
  | 'game-opened'
  | 'player-arrived'
  | 'session-started'
  | 'setup-corrected'
  | 'assistant-appointed'
  | 'two-boards-agreed'
> = {
  /** A game is opened once; a second opening changes nothing. */
  'game-opened': (game, event) => {
    const { state } = game
    if (state.details !== null) return
    state.details = event.data
    game.laws = lawsOf(event.data, game.without)
    game.position = startingPositionOf(event.data, game.without)
    game.legal = null
    beginHistory(game, event.seq)
    state.clock = openClock(controlInForce(game, event.data.timeControl), 0)
  },

  /** 6.7.2: White loses the time until they arrive, also where both are absent. While that rule is out of force it is given back. */
  'player-arrived': (game, event) => {
    const { state } = game
    const { side } = event.data
    state.arrived[side] ??= state.at
    if (state.adjournment !== null && state.adjournment.adjournedSeq !== null) {
      state.adjournment.arrived[side] ??= state.at
      return
    }
    if (side !== 'white' || inForce(game, 'both-absent-white-loses-time')) return
    const full = clockFace(openClock(state.clock.control, state.at), state.at)
    state.clock = setClock(state.clock, { white: full.white }, state.at)
  },

  'session-started': (game) => {
    const { state } = game
    if (state.result !== null) return
    state.startedAt ??= state.at
    state.status = 'running'
    if (inForce(game, 'start-white-clock'))
      state.clock = startClock(state.clock, turnOf(game.position), state.at)
  },

  /** Before the first move a wrong array is set right; later the Laws judge what follows (7.2). */
  'setup-corrected': (game, event) => {
    const { state } = game
    const { what, fen } = event.data
    state.setupFaults ??= []
    state.setupFaults.push({ what, seq: event.seq })
    if (what !== 'initial-position' || fen === undefined || state.here !== 0 || state.result !== null) return
    const chess960 = isChess960Game(state)
    const parsed = parseFen(fen, { chess960 })
    // In a standard game there is no castling from other squares: the placement is taken, such rights are not.
    const position = parsed.ok ? parsed : parseFen(withoutCastlingRights(fen), { chess960 })
    if (!position.ok) return
    goToPosition(game, position.value, event.seq)
    resetBoard(game)
    if (state.clock.running === null) return
    state.clock = startClock(stopClocks(state.clock, state.at), turnOf(game.position), state.at)
  },

  'assistant-appointed': ({ state }, event) => {
    state.assistants.push({ side: event.data.side, duties: [...event.data.duties], seq: event.seq })
  },

  'two-boards-agreed': ({ state }) => {
    state.twoBoards = true
  },
}

const withoutCastlingRights = (fen: string): string => fen.replace(/^(\S+\s+\S+\s+)\S+/, '$1-')
