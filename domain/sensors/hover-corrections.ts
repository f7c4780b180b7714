/** A hand that only rested: the move read from a quiet board was none yet, or another one. */

import type { EventOf } from '../../events/index.ts'
import { moveFrom, moveTo, nameOf } from '../chess/index.ts'
import { positionHas } from '../state/board.ts'
import { type Game, pointOf } from '../state/game.ts'
import type { Edge, Reread } from '../state/sensor-state.ts'
import type { MoveMade } from '../state/state.ts'
import { arrivals, LATE, readBoard, type Watched } from './index.ts'
import { lateEdges } from './late-edges.ts'
import { doubted, isSameMove } from './press-doubt.ts'
import { hoverCorrection, mayTurnOver } from './reorderings.ts'
import { watchedFrom, watchedNow } from './watched.ts'

/** Ms within which a hand that hovered goes on, also where its halt looked like the end of the game. */
const HOVER_WINDOW_MS = 10_000

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
  // Who presses has done: what stands there is not what was taken for their move, whatever it is.
  if (press?.by === move.side && move.completedSeq === null) return hoverCorrection(game, move.sensed.settled)
  const reading = readBoard(before, false)
  if (reading.kind === 'unclear') return strayedLate(game, before, move)
  if (reading.kind !== 'moves' && reading.kind !== 'agrees') return null
  // The same move again, and the opponent's after it: nothing is otherwise.
  if (reading.kind === 'moves' && reading.moves[0] !== undefined && isSameMove(reading.moves[0].move, move))
    return null
  if (move.completedBy !== 'press')
    return hasStayed(game, move) ? null : hoverCorrection(game, move.sensed.settled)
  if (reading.kind === 'agrees' || move.completedSeq === null || move.completedAt === null) return null
  const pressed = { seq: move.completedSeq, at: move.completedAt }
  const [first, reply] = reading.moves
  const late = lateEdges(game, before, pressed, Math.max(...(first?.edges ?? [])))
  if (late === null || first === undefined) return null
  return reply === undefined ? doubted(game, pressed.seq, first.move) : late
}

/** Nothing explains the board, and right after the press the piece that was moved came somewhere else. */
function strayedLate(game: Game, { legal, edges }: Watched, move: MoveMade): Reread | null {
  const { completedSeq: press, completedAt } = move
  if (move.completedBy !== 'press' || press === null || completedAt === null) return null
  const strays = edges.filter(({ seq, at, piece }) => seq > press && at - completedAt <= LATE && piece !== '')
  const other = legal.find(
    (legalMove) =>
      nameOf(moveFrom(legalMove)) === move.from &&
      !isSameMove(legalMove, move) &&
      strays.some(
        ({ square, piece }) => square === nameOf(moveTo(legalMove)) && piece === positionHas(game, move.to),
      ),
  )
  return other === undefined ? null : doubted(game, press, other)
}

/**
 * The opponent's move explains the board, and so would another move than the one read last with the same reply: all of it
 * is read together.
 */
export function mayHaveGoneOn(game: Game): Reread | null {
  const { move, parent } = pointOf(game.state)
  if (!isTentative(move) || move.completedSeq !== null) return null
  const letter = positionHas(game, move.to)
  if (!game.state.edges?.some(({ square, piece }) => piece === letter && square !== move.to)) return null
  const reading = readBoard(watchedFrom(game, parent), false)
  if (reading.kind !== 'moves' || reading.moves[0] === undefined) return null
  return isSameMove(reading.moves[0].move, move) ? null : hoverCorrection(game, move.sensed.settled)
}

/**
 * The player presses, and what was taken for their move does not stand on the board any more: they had not let go, save
 * where the opponent has taken it already.
 */
export function notAsPressed(game: Game, press: EventOf<'clock-pressed'>): Reread | null {
  const { state } = game
  const { move } = pointOf(state)
  if (!isTentative(move) || move.side !== press.by || move.completedSeq !== null) return null
  const isHis = (letter = '') => /[a-z]/i.test(letter) && letter < 'a' === (move.side === 'white')
  const differs = Object.keys(state.astray).some(
    (square) => isHis(state.astray[square]) || isHis(positionHas(game, square)),
  )
  if (!differs) return null
  const reading = readBoard(watchedNow(game), false)
  return reading.kind === 'moves' && reading.crossed !== true
    ? null
    : hoverCorrection(game, move.sensed.settled)
}

/** Was the move read from a board, so that what follows may show it in another light? */
const isTentative = (move: MoveMade | null): move is MoveMade & { sensed: NonNullable<MoveMade['sensed']> } =>
  move?.sensed !== undefined && move.sensed.settled > 0

/** Nobody can read the board, and the hand whose move was taken as made has put more down since: that was no move yet. */
export function handWentOn(game: Game): Reread | null {
  const { state } = game
  const { move } = pointOf(state)
  if (!isTentative(move) || move.completedSeq !== null) return null
  if (!mayTurnOver(game) || hasStayed(game, move)) return null
  const since = arrivals(game.position, state.edges ?? []).filter(
    ({ square, piece }) => piece !== positionHas(game, square),
  )
  const isHis = ({ piece }: Edge) => (piece === piece.toUpperCase()) === (move.side === 'white')
  return since.length > 0 && since.every(isHis) ? hoverCorrection(game, move.sensed.settled) : null
}

/** Has the piece stood too long for a hand that goes on? Its leaving now is another move, of which something was missed. */
function hasStayed({ state }: Game, { to, at }: MoveMade): boolean {
  const left = state.edges?.find(({ square }) => square === to)
  return left !== undefined && left.at - at > HOVER_WINDOW_MS
}

const hasLingered = (game: Game, { at }: MoveMade): boolean =>
  (game.state.edges?.[0]?.at ?? at) - at > HOVER_WINDOW_MS
