/** Moves reported after the end of the game: the state keeps and shows them, and they change neither position nor result. */
import type { EventData } from '../../events/index.ts'
import {
  findLegal,
  initialPosition,
  type Position,
  playPhysicalMove,
  roleOf,
  squareOf,
  turnOf,
  uciOf,
} from '../chess/index.ts'
import { writeSanAndPlay } from '../notation/index.ts'
import { pointOf, positionAt } from '../state/game.ts'
import type { AfterEnd, GameState, LateMove, MoveReport } from '../state/state.ts'
import { longForm } from './moves.ts'

/** The most that a state holds, so that it does not grow with a record that goes on without end; the record has all of them. */
const MAX_MOVES_AFTER_END = 1_000

/** A move that was played on after the end, as it is shown. */
export interface PublicMoveAfterEnd {
  /** Continues the numbering of the game's moves. */
  ply: number
  san: string
  uci: string
  seq: number
  /** Ms that a reading of the mover's clock showed with the move; null without one. */
  clock: number | null
  legal: boolean
  /** The instant at which it was made, ms since the epoch. */
  at: number
}

export function recordMoveAfterEnd(state: GameState, report: MoveReport, seq: number): void {
  state.afterEnd ??= { rule: state.result?.rule ?? null, moves: [] }
  const { moves } = state.afterEnd
  if (moves.length < MAX_MOVES_AFTER_END) moves.push({ ...report, seq, at: state.at, clock: null })
}

/** Adds a clock reading to the last move made after the end, whose player's clock it shows. */
export function addReadingAfterEnd({ moves }: AfterEnd, reading: EventData<'clock-read'>): void {
  const last = moves.at(-1)
  if (last !== undefined) last.clock = reading[last.side]
}

/** The moves made after the end, played from the position in which the game ended; nearly every game has none. */
export function movesAfterEnd(state: GameState): PublicMoveAfterEnd[] {
  const { afterEnd } = state
  if (afterEnd === undefined) return []
  const end = pointOf(state)
  const position = positionAt(state, end) ?? initialPosition()
  return afterEnd.moves.map((move, index) => {
    const { seq, at, clock } = move
    return { ply: end.ply + index + 1, ...playMove(position, move), seq, clock, at }
  })
}

function playMove(
  position: Position,
  { side, from, to, promotion: promotedTo, castling }: LateMove,
): Pick<PublicMoveAfterEnd, 'san' | 'uci' | 'legal'> {
  const promotion = promotedTo ?? null
  const [start, end] = [squareOf(from), squareOf(to)]
  const move = turnOf(position) === side ? findLegal(position, start, end, promotion, castling) : null
  if (move !== null) {
    const uci = uciOf(position, move)
    return { san: writeSanAndPlay(position, move), uci, legal: true }
  }
  const { captured, moved } = playPhysicalMove(position, { from: start, to: end, promotion, castling })
  const san = longForm(moved === 0 ? '' : roleOf(moved), from, to, captured !== 0, promotion)
  return { san, uci: `${from}${to}${promotion?.toLowerCase() ?? ''}`, legal: false }
}
