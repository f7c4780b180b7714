/** A hand that only rested: the move read from a quiet board was none yet, or another one. */

import type { EventOf } from '../../events/index.ts'
import { arrivals, type Edge, readBoard } from '../boards/index.ts'
import { kingTarget, type Move, moveFrom, movePromotion, nameOf } from '../chess/index.ts'
import { positionHas } from './board.ts'
import { type Game, pointOf } from './game.ts'
import { lateEdges, mayTurnOver } from './late.ts'
import { watchedFrom } from './recognise.ts'
import type { MoveMade, Reread } from './state.ts'

/** Ms within which a hand that hovered goes on, also where its halt looked like the end of the game. */
const LINGER = 10_000

/**
 * The last move was read from a board that was quiet, or pressed a moment ago; what has come since fits another one in
 * its place, or none at all.
 */
export function readOtherwise(game: Game, press: EventOf<'clock-pressed'> | null): Reread | null {
  const { state } = game
  const { parent, move } = pointOf(state)
  if (!isTentative(move) || !mayTurnOver(game)) return null
  if (state.result !== null && (state.result.seq !== move.seq || hasLingered(game, move))) return null
  const before = watchedFrom(game, parent)
  // Who presses has done: what stands there is not what was taken for his move, whatever it is.
  if (press?.by === move.side && move.completedSeq === null) return { wait: move.sensed.settled }
  const reading = readBoard(before, false)
  if (reading.kind !== 'moves' && reading.kind !== 'agrees') return null
  // The same move again, and the opponent's after it: nothing is otherwise.
  if (reading.kind === 'moves' && reading.moves[0] !== undefined && isSame(reading.moves[0].move, move))
    return null
  if (move.completedBy !== 'press') return { wait: move.sensed.settled }
  if (reading.kind === 'agrees' || move.completedSeq === null || move.completedAt === null) return null
  const pressed = { seq: move.completedSeq, at: move.completedAt }
  return lateEdges(game, before, pressed, Math.max(...(reading.moves[0]?.edges ?? [])))
}

const isSame = (read: Move, { from, to, promotion }: MoveMade): boolean =>
  nameOf(moveFrom(read)) === from && nameOf(kingTarget(read)) === to && movePromotion(read) === promotion

/** Was the move read from a board, so that what follows may show it in another light? */
const isTentative = (move: MoveMade | null): move is MoveMade & { sensed: NonNullable<MoveMade['sensed']> } =>
  move?.sensed !== undefined && move.sensed.settled > 0

/** Nobody can read the board, and the hand whose move was taken as made has put more down since: that was no move yet. */
export function handWentOn(game: Game): Reread | null {
  const { state } = game
  const { move } = pointOf(state)
  if (!isTentative(move) || move.completedSeq !== null) return null
  if (!mayTurnOver(game)) return null
  const since = arrivals(game.position, state.edges ?? []).filter(
    ({ square, piece }) => piece !== positionHas(game, square),
  )
  const isHis = ({ piece }: Edge) => (piece === piece.toUpperCase()) === (move.side === 'white')
  return since.length > 0 && since.every(isHis) ? { wait: move.sensed.settled } : null
}

const hasLingered = (game: Game, { at }: MoveMade): boolean => (game.state.edges?.[0]?.at ?? at) - at > LINGER
