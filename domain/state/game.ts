/** A game as the fold works on it: its state, and what is derived from the state once, not again at each event. */

import type { Side } from '../../events/index.ts'
import { legalMoves, type Move, type Position, parseFen } from '../chess/index.ts'
import type { LawParameters } from '../editions/parameters.ts'
import type { RuleId } from '../editions/rules.ts'
import { beganWithRookFiles, fenOf } from './fens.ts'
import type { Repetitions } from './repetitions.ts'
import type { GameState, MoveMade, PendingAct, Point } from './state.ts'

/** Rules taken out of force; null: none, as nearly always. */
export type DisabledRules = ReadonlySet<RuleId> | null

export interface Game {
  state: GameState
  /** The position at which the game stands. */
  position: Position
  laws: LawParameters
  without: DisabledRules
  /** Legal moves of `position`, made when first asked for. */
  legal: Move[] | null
  /** The positions since the last pawn move or capture, at hand for counting. */
  readonly repetitions: Repetitions
  /** The move made by the event under way, for the Laws to judge. */
  made: MoveMade | null
  /** The event under way is a claim that is not examined: the articles after the one that says so are not asked. */
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

/** Chess960 by its start: a number, or castling rights in Shredder letters or of kings and rooks off their usual squares. */
export function isChess960Game(state: GameState): boolean {
  if (state.details?.start?.chess960 !== undefined) return true
  return beganWithRookFiles(state.points)
}

/** The position of one of the game's points; null where there is no such point. */
export function positionAt(state: GameState, point: Point | undefined): Position | null {
  const parsed = parseFen(fenOf(state.points, point), { chess960: isChess960Game(state), wasPlayed: true })
  return parsed.ok ? parsed.value : null
}

export const pointOf = (state: GameState): Point => state.points[state.here] as Point

export function legalOf(game: Game): Move[] {
  game.legal ??= legalMoves(game.position)
  return game.legal
}
