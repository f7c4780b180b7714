/** Both kings put in the centre show the result of a game that is over: it is offered to the arbiter, and no move is read. */
import { turnOf } from '../chess/index.ts'
import { boardHas } from '../state/board.ts'
import { type Game, pointOf } from '../state/game.ts'
import type { KingsResult } from '../state/sensor-state.ts'
import type { SensorAct } from './acts.ts'
import { actsWithout } from './acts-of-hypothesis.ts'

const LIGHT = ['e4', 'd5']
const DARK = ['d4', 'e5']
const RESULTS: readonly KingsResult[] = ['1-0', '0-1', '1/2-1/2']
const CENTRE = [...LIGHT, ...DARK]

/**
 * The result that the kings show, or null: both on light squares mean that White has won, both on dark ones that Black has, one on each a
 * draw. A position that has the kings there by itself shows none.
 */
function kingsResult(game: Game): KingsResult | null {
  const white = CENTRE.find((square) => boardHas(game, square) === 'K')
  const black = CENTRE.find((square) => boardHas(game, square) === 'k')
  if (white === undefined || black === undefined) return null
  const { astray } = game.state
  if (astray[white] === undefined && astray[black] === undefined) return null
  if (LIGHT.includes(white) !== LIGHT.includes(black)) return '1/2-1/2'
  return LIGHT.includes(white) ? '1-0' : '0-1'
}

/** Offers the result that the kings show, or takes the offer back. Returns whether one is offered. */
export function offerResult(game: Game): boolean {
  const { state } = game
  const shown = state.sensors === true && state.result === null ? kingsResult(game) : null
  if (shown === null) {
    if (state.question?.results !== undefined) state.question = undefined
    return false
  }
  if (state.question?.results?.[0] === shown) return true
  const results = [shown, ...RESULTS.filter((result) => result !== shown)]
  const nothing = { press: null, candidates: [], weights: [], edges: [] }
  state.question = {
    side: turnOf(game.position),
    ply: pointOf(state).ply,
    seq: state.seq,
    ...nothing,
    results,
  }
  return true
}

/** The acts of the game without its last move, where that was a king’s on its way to show the result; else null. */
export function withoutKingsMove({ state }: Game): readonly SensorAct[] | null {
  const { move } = pointOf(state)
  if (move?.sensed === undefined || move.completedSeq !== null || !move.san.startsWith('K')) return null
  return CENTRE.includes(move.to) ? actsWithout(state, state.here) : null
}
