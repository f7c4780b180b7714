/** Moves reported after the end of the game: the record keeps them, and they move nothing. */
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

/** No game has more; a record that goes on for ever does not make its state grow for ever. */
const MAX_MOVES = 1_000

/** A move that was played on after the end, as it is shown. */
export interface PublicMoveAfterEnd {
  /** Counted on from the last move of the game. */
  ply: number
  san: string
  uci: string
  seq: number
  /** Ms on the mover's clock, where a reading came with the move. */
  clock: number | null
  legal: boolean
  /** Instant it was made, ms since the epoch. */
  at: number
}

export function keepAfterEnd(state: GameState, report: MoveReport, seq: number): void {
  state.afterEnd ??= { rule: state.result?.rule ?? null, moves: [] }
  const { moves } = state.afterEnd
  if (moves.length < MAX_MOVES) moves.push({ ...report, seq, at: state.at, clock: null })
}

/** A reading belongs to the last move that was played on: the moves of the game have theirs. */
export function readAfterEnd({ moves }: AfterEnd, reading: EventData<'clock-read'>): void {
  const last = moves.at(-1)
  if (last !== undefined) last.clock = reading[last.side]
}

/** The moves that were played on after the end, from the position in which the game ended; none in nearly every game. */
export function movesAfterEnd(state: GameState): PublicMoveAfterEnd[] {
  const { afterEnd } = state
  if (afterEnd === undefined) return []
  const end = pointOf(state)
  const position = positionAt(state, end) ?? initialPosition()
  return afterEnd.moves.map((move, index) => {
    const { seq, at, clock } = move
    return { ply: end.ply + index + 1, ...playOn(position, move), seq, clock, at }
  })
}

function playOn(
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
