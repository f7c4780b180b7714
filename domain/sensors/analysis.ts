/**
 * While both clocks stand still, what hands do on the board is analysis: it is no part of the game, and the board is read on from
 * what it shows once a clock runs again. Edges that come right after the stop may be late: they belong to the move before it.
 */
import type { EventOf } from '../../events/index.ts'
import { setOnBoard } from '../state/board.ts'
import type { Game } from '../state/game.ts'
import { SENSOR_LATENCY_MS } from './durations.ts'

const isAtRest = ({ state: { status } }: Game): boolean => status === 'stopped' || status === 'adjourned'

/** Whether a report of a board or a clock at this instant is no part of the game. */
export function isAnalysis(game: Game, { by, type }: EventOf, at: number = game.state.at): boolean {
  const { stopped } = game.state
  if (!isAtRest(game) || (by !== 'board' && type !== 'clock-pressed')) return false
  return stopped === undefined || at - stopped.at > SENSOR_LATENCY_MS
}

/** Notes what a square shows while the clocks stand still. */
export function noteAnalysis({ state }: Game, square: string, piece: string): void {
  state.stopped ??= { at: 0, squares: {} }
  state.stopped.squares[square] = piece
}

/** Sets the squares that analysis changed as it left them, after a reading of the game has set the board. */
export function showAnalysis(game: Game): void {
  const squares = game.state.stopped?.squares ?? {}
  for (const square in squares) setOnBoard(game, square, squares[square] as Parameters<typeof setOnBoard>[2])
}

/** Begins analysis where the clocks have come to stand still, and ends it where one runs again. Returns whether one runs again. */
export function followClocks(game: Game): boolean {
  const { state } = game
  if (state.sensors !== true) return false
  if (isAtRest(game)) {
    state.stopped ??= { at: state.at, squares: {} }
    return false
  }
  if (state.stopped === undefined) return false
  state.stopped = undefined
  return state.status === 'running'
}
