/**
 * A move stood whole when its player pressed, and another one stood there right after: a sensor that tells late, or a
 * sleeve. Two readings fit, so the record asks; the piece back on its square, or the opponent's reply, settles it.
 */
import type { EventOf } from '../../events/index.ts'
import {
  kingTarget,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  turnOf,
  uciOf,
} from '../chess/index.ts'
import { type Game, pointOf } from '../state/game.ts'
import type { Reread } from '../state/sensor-state.ts'
import type { MoveMade } from '../state/state.ts'
import { makeAllButLast, type SensorActs } from './acts.ts'
import type { ReadMove } from './index.ts'
import { ask } from './open-question.ts'
import { hoverCorrection, mayTurnOver } from './reorderings.ts'

/** Is the legal move the one that was made? */
export const isSameMove = (read: Move, { from, to, promotion }: MoveMade): boolean =>
  nameOf(moveFrom(read)) === from && nameOf(kingTarget(read)) === to && movePromotion(read) === promotion

/** Another move than the one that was pressed (event `press`) may have been the one; null where that is known, or settled. */
export function doubted(game: Game, press: number, other: Move): Reread | null {
  const isKnown = game.state.reorderings?.some(
    (reread) => ('doubt' in reread && reread.doubt === press) || ('sure' in reread && reread.sure === press),
  )
  if (isKnown === true || !mayTurnOver(game)) return null
  return { doubt: press, from: nameOf(moveFrom(other)), to: nameOf(moveTo(other)) }
}

type Doubt = Extract<Reread, { doubt: number }>

/** The doubt about what was pressed, where there is one and nothing has settled it. */
function doubtAbout({ state }: Game, press: number): Doubt | null {
  const doubt = state.reorderings?.find(
    (reread): reread is Doubt => 'doubt' in reread && reread.doubt === press,
  )
  const isSettled = state.reorderings?.some((reread) => 'sure' in reread && reread.sure === press)
  return isSettled === true ? null : (doubt ?? null)
}

/** What was made of the hand before this press is not made yet: it is in doubt. */
export function withdrawDoubted(game: Game, press: EventOf<'clock-pressed'>): Reread | null {
  const { move } = pointOf(game.state)
  if (move?.sensed === undefined || move.side !== press.by || move.completedSeq !== null) return null
  return doubtAbout(game, press.seq) === null ? null : hoverCorrection(game, move.sensed.settled)
}

/** At a press that is in doubt the move is not made but asked about. `moves`: what the board shows, none where it is no legal one. */
export function* askInDoubt(
  game: Game,
  look: { readonly press: EventOf<'clock-pressed'> | null; readonly at: number },
  moves: readonly ReadMove[],
): SensorActs<boolean> {
  const doubt = look.press === null ? null : doubtAbout(game, look.press.seq)
  const last = moves.at(-1)?.move
  if (doubt === null || (last !== undefined && isDoubt(last, doubt))) return false
  yield* makeAllButLast(game, moves)
  if (turnOf(game.position) !== look.press?.by) return false
  ask(game, look, [])
  const { question } = game.state
  if (question === undefined) return false
  const pressed = last === undefined ? null : uciOf(game.position, last)
  question.doubt = { from: doubt.from, to: doubt.to, pressed }
  question.candidates = [...(pressed === null ? [] : [pressed]), `${doubt.from}${doubt.to}`]
  return true
}

const isDoubt = (move: Move, { from, to }: Pick<Doubt, 'from' | 'to'>): boolean =>
  nameOf(moveFrom(move)) === from && nameOf(moveTo(move)) === to

/** `open`: both readings still fit. */
export function settleDoubt(game: Game, moves: readonly ReadMove[]): Reread | 'open' | null {
  const { question } = game.state
  const [first] = moves
  if (question?.doubt === undefined || question.press === null || first === undefined) return null
  if (uciOf(game.position, first.move) === question.doubt.pressed) return { sure: question.press.seq }
  return moves.length > 1 && isDoubt(first.move, question.doubt) ? null : 'open'
}
