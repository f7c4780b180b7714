/** A game as it is played at a board: moves chosen, carried out by hands, pressed; what the device told of it. */

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
import type { Side } from '../../../events/index.ts'
import { between, type Chance, happens, oneOf } from './chance.ts'
import type { Habit } from './hand-table.ts'
import { carryOut } from './hands.ts'
import { moveData, openReferee } from './referee.ts'
import { type Act, FAIR, type Fault, scan, type Told, type Weather } from './sensor.ts'

export interface PlayedMove {
  readonly side: Side
  readonly uci: string
  /** As somebody who saw it reports it. */
  readonly data: ReturnType<typeof moveData>
  readonly habits: readonly Habit[]
  readonly faults: readonly Fault[]
  /** When the whole move stood on the board, and when it was pressed: ms. */
  readonly doneAt: number
  readonly pressedAt: number
}

/** How the game came to its end: on the board, or by a player's word. */
export type Ending = 'on the board' | 'resigned' | 'agreed'

export interface PlayedGame {
  /** 0 … 959, null: the standard array. */
  readonly chess960: number | null
  readonly startedAt: number
  readonly moves: readonly PlayedMove[]
  readonly told: readonly Told[]
  readonly ending: Ending
  readonly endedAt: number
}

export interface Playing {
  readonly chance: Chance
  readonly startedAt: number
  readonly chess960?: number | null
  /** The longest game, in plies. */
  readonly most?: number
  /** 1: people who think for seconds; 0.2: a blitz. */
  readonly pace?: number
  readonly weather?: Weather
}

export function playGame({
  chance,
  startedAt,
  chess960 = null,
  most = 120,
  pace = 1,
  weather = FAIR,
}: Playing): PlayedGame {
  const position = chess960 === null ? initialPosition() : chess960Position(chess960)
  const start = lettersOf(position)
  const acts: Act[] = []
  const moves: Omit<PlayedMove, 'faults'>[] = []
  const plies = between(chance, Math.ceil(most / 3), most)
  let now = startedAt
  let legal = legalMoves(position)
  const referee = openReferee(chess960)
  while (!referee.isOver() && moves.length < plies) {
    const move = choose(position, legal, chance)
    const side = turnOf(position)
    now += Math.round(thought(chance) * pace)
    const { acts: hands, habits } = carryOut(position, move, legal, chance, { pace: Math.max(pace, 0.3) })
    for (const { after, square, piece } of hands) {
      now += Math.max(after, 1)
      acts.push({ at: now, square, piece, ply: moves.length })
    }
    const doneAt = now
    now += between(chance, 120, 250 + Math.round(1200 * pace))
    moves.push({ side, uci: uciOf(position, move), data: moveData(move), habits, doneAt, pressedAt: now })
    referee.made(move)
    play(position, move)
    legal = legalMoves(position)
  }
  const { told, missed } = scan(start, acts, chance, weather)
  const faults = moves.map(() => new Set<Fault>())
  for (const { ply, fault } of [...told, ...missed]) if (fault !== null) faults[ply]?.add(fault)
  const ending = referee.isOver() ? 'on the board' : happens(chance, 0.6) ? 'resigned' : 'agreed'
  return {
    chess960,
    startedAt,
    moves: moves.map((move, ply) => ({ ...move, faults: [...(faults[ply] ?? [])] })),
    told,
    ending,
    endedAt: now + between(chance, 7000, 20_000),
  }
}

/** Mostly seconds, now and then at once, sometimes long. Ms. */
function thought(chance: Chance): number {
  const mood = chance()
  if (mood < 0.15) return between(chance, 60, 900)
  if (mood < 0.85) return between(chance, 900, 9000)
  return between(chance, 9000, 45_000)
}

/** Not a good move, but one of a game: castling while it can be had, captures and pawns on the last rank gladly. */
function choose(position: Position, legal: readonly Move[], chance: Chance): Move {
  const special = legal.filter((move) => castlingSide(move) !== null || movePromotion(move) !== null)
  if (special.length > 0 && happens(chance, 0.7)) return oneOf(chance, special)
  const captures = legal.filter(isCapture)
  if (captures.length > 0 && happens(chance, 0.35)) return oneOf(chance, captures)
  const mates = legal.filter((move) => isMate(position, move))
  if (mates.length > 0 && happens(chance, 0.5)) return oneOf(chance, mates)
  return oneOf(chance, legal)
}

function isMate(position: Position, move: Move): boolean {
  const after = clone(position)
  play(after, move)
  return legalMoves(after).length === 0
}
