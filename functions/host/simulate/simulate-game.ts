/** Simulates a game at a sensor board: moves are chosen, carried out by hand and pressed; the board reports edges. */

import {
  castlingSide,
  chess960Position,
  clone,
  initialPosition,
  isCapture,
  legalMoves,
  type Move,
  movePromotion,
  type Position,
  play,
  turnOf,
  uciOf,
} from '../../../domain/chess/index.ts'
import { lettersOf } from '../../../domain/sensors/index.ts'
import { moveDataOf } from '../../../domain/state/move-report.ts'
import type { Side } from '../../../events/index.ts'
import { watchGameEnd } from './game-end.ts'
import type { HandHabit } from './hand-board.ts'
import { moveByHand } from './hands.ts'
import { happens, pickOne, type RandomSource, randomInteger } from './random.ts'
import {
  type SensedEdge,
  type SensorFault,
  type SensorFaultRates,
  type SquareAction,
  scanBoard,
  USUAL_FAULT_RATES,
} from './sensor.ts'

export interface SimulatedMove {
  readonly side: Side
  readonly uci: string
  /** The move as a `move-made` report has it. */
  readonly data: ReturnType<typeof moveDataOf>
  readonly habits: readonly HandHabit[]
  readonly faults: readonly SensorFault[]
  /** When the move was complete on the board, and when the clock was pressed: ms since 1970. */
  readonly doneAt: number
  readonly pressedAt: number
}

/** How the game ended: by the Laws on the board, or by a player's declaration. */
export type SimulatedEnding = 'on the board' | 'resigned' | 'agreed'

export interface SimulatedGame {
  /** The start position 0 … 959; null for ordinary chess. */
  readonly chess960: number | null
  readonly startedAt: number
  readonly moves: readonly SimulatedMove[]
  readonly edges: readonly SensedEdge[]
  readonly ending: SimulatedEnding
  readonly endedAt: number
}

export interface SimulatedGameOptions {
  readonly random: RandomSource
  readonly startedAt: number
  readonly chess960?: number | null
  /** The longest game, in plies. */
  readonly maxPlies?: number
  /** The factor of all thinking times: at 1 players think for some seconds a move; 0.2 is blitz. */
  readonly pace?: number
  readonly faultRates?: SensorFaultRates
}

export function simulateGame({
  random,
  startedAt,
  chess960 = null,
  maxPlies = 120,
  pace = 1,
  faultRates = USUAL_FAULT_RATES,
}: SimulatedGameOptions): SimulatedGame {
  const position = chess960 === null ? initialPosition() : chess960Position(chess960)
  const start = lettersOf(position)
  const actions: SquareAction[] = []
  const moves: Omit<SimulatedMove, 'faults'>[] = []
  const plies = randomInteger(random, Math.ceil(maxPlies / 3), maxPlies)
  let now = startedAt
  let legal = legalMoves(position)
  const gameEnd = watchGameEnd(chess960)
  while (!gameEnd.isOver() && moves.length < plies) {
    const move = chooseMove(position, legal, random)
    const side = turnOf(position)
    now += Math.round(thinkingTime(random) * pace)
    const { actions: byHand, habits } = moveByHand(position, move, legal, random, {
      pace: Math.max(pace, 0.3),
    })
    for (const { after, square, piece } of byHand) {
      now += Math.max(after, 1)
      actions.push({ at: now, square, piece, ply: moves.length })
    }
    const doneAt = now
    now += randomInteger(random, 120, 250 + Math.round(1200 * pace))
    moves.push({ side, uci: uciOf(position, move), data: moveDataOf(move), habits, doneAt, pressedAt: now })
    gameEnd.addMove(move)
    play(position, move)
    legal = legalMoves(position)
  }
  const { reported, missed } = scanBoard(start, actions, random, faultRates)
  const faults = moves.map(() => new Set<SensorFault>())
  for (const { ply, fault } of [...reported, ...missed]) if (fault !== null) faults[ply]?.add(fault)
  const ending = gameEnd.isOver() ? 'on the board' : happens(random, 0.6) ? 'resigned' : 'agreed'
  return {
    chess960,
    startedAt,
    moves: moves.map((move, ply) => ({ ...move, faults: [...(faults[ply] ?? [])] })),
    edges: reported,
    ending,
    endedAt: now + randomInteger(random, 7000, 20_000),
  }
}

/** Thinking time in ms: mostly seconds, now and then almost none, sometimes long. */
function thinkingTime(random: RandomSource): number {
  const mood = random()
  if (mood < 0.15) return randomInteger(random, 60, 900)
  if (mood < 0.85) return randomInteger(random, 900, 9000)
  return randomInteger(random, 9000, 45_000)
}

/** Not a good move, but one that exercises the record: castling, promotions, captures and moves that end the game are preferred. */
function chooseMove(position: Position, legal: readonly Move[], random: RandomSource): Move {
  const special = legal.filter((move) => castlingSide(move) !== null || movePromotion(move) !== null)
  if (special.length > 0 && happens(random, 0.7)) return pickOne(random, special)
  const captures = legal.filter(isCapture)
  if (captures.length > 0 && happens(random, 0.35)) return pickOne(random, captures)
  const lastMoves = legal.filter((move) => leavesNoMove(position, move))
  if (lastMoves.length > 0 && happens(random, 0.5)) return pickOne(random, lastMoves)
  return pickOne(random, legal)
}

/** Whether a move mates or stalemates. */
function leavesNoMove(position: Position, move: Move): boolean {
  const after = clone(position)
  play(after, move)
  return legalMoves(after).length === 0
}
