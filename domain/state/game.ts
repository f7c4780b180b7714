/** A game under the fold: its state, and what is derived from the state once and not at each event. */

import type { Side } from '../../events/index.ts'
import { legalMoves, type Move, type Position, parseFen } from '../chess/index.ts'
import type { LawParameters } from '../editions/parameters.ts'
import type { RuleId } from '../editions/rules.ts'
import { beganWithShredderRights, fenOf } from './fens.ts'
import type { Repetitions } from './repetitions.ts'
import type { GameState, MoveMade, PendingAct, Point } from './state.ts'

/** Rules that are out of force; null: none, as in nearly every fold. */
export type DisabledRules = ReadonlySet<RuleId> | null

export interface Game {
  state: GameState
  /** The position at which the game stands. */
  position: Position
  laws: LawParameters
  /** Rules that are out of force in this fold. */
  without: DisabledRules
  /** Legal moves of `position`, generated when first asked for (`legalOf`). */
  legal: Move[] | null
  /** The positions since the last pawn move or capture, by which repetitions are counted. */
  readonly repetitions: Repetitions
  /** The move made by the event under way, for the Laws to judge. */
  made: MoveMade | null
  /** The event is a claim that one article refused to examine: the articles after that one do not judge it. */
  dismissed: boolean
}

export const otherSide = (side: Side): Side => (side === 'white' ? 'black' : 'white')

export const emptyPendingAct = (): PendingAct => ({
  touches: [],
  adjusting: null,
  castling: null,
  released: null,
  placed: null,
  claimed: null,
  mustPlay: null,
  binding: null,
})

/** Whether the start makes it a game of Chess960: a number, or castling rights that only Shredder letters can write. */
export function isChess960Game(state: GameState): boolean {
  if (state.details?.start?.chess960 !== undefined) return true
  return beganWithShredderRights(state.points)
}

/** The position of one of the game's points; null where there is no such point. */
export function positionAt(state: GameState, point: Point | undefined): Position | null {
  const parsed = parseFen(fenOf(state.points, point), { chess960: isChess960Game(state), wasPlayed: true })
  return parsed.ok ? parsed.value : null
}

/** The point at which the game stands. */
export const pointOf = (state: GameState): Point => state.points[state.here] as Point

export function legalOf(game: Game): Move[] {
  game.legal ??= legalMoves(game.position)
  return game.legal
}
