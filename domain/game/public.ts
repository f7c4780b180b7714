/** The public part of a state, as the contract shows it. */
import type { Side } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import { type ClockFace, face, hasClock } from '../clock/index.ts'
import { boardFen } from './board.ts'
import { pointOf } from './game.ts'
import { pathOf } from './line.ts'
import { resumeGame } from './open.ts'
import type { BySide, GameState, Result, Status, Verdict } from './state.ts'

export interface PublicMove {
  ply: number
  san: string
  uci: string
  seq: number
  completedSeq: number | null
  /** Ms on the mover's clock once the move was completed. */
  clock: number | null
  /** False where the move was no legal move and stood. */
  legal: boolean
  /** Instant it was made, ms since the epoch. */
  at: number
}

export interface PublicState {
  seq: number
  status: Status
  fen: string
  boardFen: string
  turn: Side
  moves: PublicMove[]
  mustPlay: string[] | null
  clocks: ClockFace | null
  counters: { illegalMoves: BySide<number>; repetitions: number; quietPlies: number }
  offer: Side | null
  verdicts: Verdict[]
  result: Result | null
}

/** The public state with the clocks as they stood at `at` (ms), by default at the state's last event. */
export function publicState(state: GameState, at: number = state.at): PublicState {
  const game = resumeGame(state)
  const here = pointOf(state)
  const moves: PublicMove[] = []
  for (const { move } of pathOf(state)) {
    if (move === null) continue
    const { san, uci, seq, completedSeq, clock, legal } = move
    moves.push({ ply: moves.length + 1, san, uci, seq, completedSeq, clock, legal, at: move.at })
  }
  return {
    seq: state.seq,
    status: state.status,
    fen: here.fen,
    boardFen: boardFen(game),
    turn: turnOf(game.position),
    moves,
    mustPlay: state.act.mustPlay,
    clocks: hasClock(state.clock) ? face(state.clock, at) : null,
    counters: { illegalMoves: { ...state.illegalMoves }, repetitions: here.count, quietPlies: here.quiet },
    offer: state.offer?.by ?? null,
    verdicts: state.verdicts,
    result: state.result,
  }
}
