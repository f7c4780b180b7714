/** The part of a state that readers, feeds and case files get. `restrictState` (functions/app/read-game.ts) removes what the public may not see. */

import type { Side } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import { type ClockFace, clockFace, hasClock } from '../clock/index.ts'
import { SENSOR_LATENCY_MS } from '../sensors/durations.ts'
import { boardFen } from '../state/board.ts'
import { fenOf } from '../state/fens.ts'
import { pointOf } from '../state/game.ts'
import { pathOf } from '../state/history.ts'
import type { BoardQuestion, KingsResult } from '../state/sensor-state.ts'
import type { BySide, GameResult, GameState, MoveMade, Status, Verdict } from '../state/state.ts'
import { movesAfterEnd, type PublicMoveAfterEnd } from './after-end.ts'
import { resumeGame } from './open.ts'
import { settledAt } from './settled.ts'

export interface PublicMove {
  ply: number
  san: string
  uci: string
  seq: number
  completedSeq: number | null
  /** Ms on the mover's clock once the move was completed. */
  clock: number | null
  /** False where the move was illegal and stands. */
  legal: boolean
  /** The instant at which it was made, ms since the epoch. */
  at: number
  /** Where it was read from a sensor board: how sure the reading is (0 to 1), and the seqs of the edges that prove it. */
  sensed?: NonNullable<MoveMade['sensed']>
}

/** A question about a sensor board that could not be read: a `move-made` of that side answers it. */
export type PublicQuestion = Pick<BoardQuestion, 'side' | 'seq' | 'candidates' | 'weights' | 'edges'> & {
  /** Seq of the press that followed although the move is not known; null without one. */
  press: number | null
  /** Both kings stand in the centre: the results that this may say, the one that their squares say first. No move is asked about. */
  results?: KingsResult[]
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
  /** Whose draw offer stands: of two, the one that came first. */
  offer: Side | null
  /** Whose offer stands beside it; absent where one at most stands. */
  counterOffer?: Side
  verdicts: Verdict[]
  result: GameResult | null
  /** Moves that were reported after the game had ended; absent where there are none. */
  movesAfterEnd?: PublicMoveAfterEnd[]
  question?: PublicQuestion
  /** When each player came (ms since the epoch); null: that is not recorded. Absent where nobody's arrival is. */
  arrived?: BySide<number | null>
}

/**
 * The public state at the instant `at` (ms since the epoch), by default that of the state's last event: with the clocks of that
 * instant, and with what a sensor board shows by having been quiet until then.
 */
export function publicState(folded: GameState, at: number = folded.at): PublicState {
  const state = settledAt(folded, at)
  const game = resumeGame(state)
  const here = pointOf(state)
  const moves: PublicMove[] = []
  for (const { move } of pathOf(state)) {
    if (move === null) continue
    const { san, uci, seq, completedSeq, clock, legal } = move
    const shown: PublicMove = {
      ply: moves.length + 1,
      san,
      uci,
      seq,
      completedSeq,
      clock,
      legal,
      at: move.at,
    }
    if (move.sensed !== undefined)
      shown.sensed = { confidence: move.sensed.confidence, edges: move.sensed.edges }
    moves.push(shown)
  }
  return {
    seq: state.seq,
    status: state.status,
    fen: fenOf(state.points, state.points[state.here]),
    boardFen: boardFen(game),
    turn: turnOf(game.position),
    moves,
    mustPlay: state.act.mustPlay,
    clocks: hasClock(state.clock) ? clockFace(state.clock, at) : null,
    counters: { illegalMoves: { ...state.illegalMoves }, repetitions: here.count, quietPlies: here.quiet },
    offer: state.offer?.by ?? null,
    ...(state.counterOffer === undefined ? {} : { counterOffer: state.counterOffer.by }),
    verdicts: state.verdicts,
    result: state.result,
    ...(state.afterEnd === undefined ? {} : { movesAfterEnd: movesAfterEnd(state) }),
    ...(hasArrivals(state) ? { arrived: { ...state.arrived } } : {}),
    ...(state.question !== undefined && isAsked(state.question, at)
      ? { question: questionOf(state.question) }
      : {}),
  }
}

const hasArrivals = ({ arrived }: GameState): boolean => arrived.white !== null || arrived.black !== null

/** Is the question asked? Right after a press the edges that answer it may still be on their way. */
const isAsked = ({ press }: BoardQuestion, at: number): boolean =>
  press === null || at - press.at > SENSOR_LATENCY_MS

const questionOf = ({
  side,
  seq,
  press,
  candidates,
  weights,
  edges,
  results,
}: BoardQuestion): PublicQuestion => ({
  side,
  seq,
  press: press?.seq ?? null,
  candidates,
  weights,
  edges,
  ...(results === undefined ? {} : { results }),
})
