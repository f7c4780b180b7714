/**
 * Folds simulated games as a board's adapter would report them, with an operator who answers what the record asks. Returns at which
 * plies it asked, and at which it showed another move than was played.
 */

import { type GameState, openFold, step } from '../../domain/game/index.ts'
import { SENSOR_LATENCY_MS } from '../../domain/sensors/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { seededRandom } from '../../functions/host/simulate/random.ts'
import { simulatedReports } from '../../functions/host/simulate/report-game.ts'
import { type SimulatedGame, simulateGame } from '../../functions/host/simulate/simulate-game.ts'
import { type Calibration, countFirst } from './calibration.ts'

export interface Watched {
  readonly game: SimulatedGame
  readonly events: readonly StoredEvent[]
  readonly state: GameState
  /** Plies that had to be asked about. */
  readonly asked: ReadonlySet<number>
  /** Plies at which the record showed another move for a while, though the player had pressed. */
  readonly mistaken: ReadonlySet<number>
  /** Plies at which it showed another move for a while before that: a hand that hovered. */
  readonly hovers: ReadonlySet<number>
  readonly calibration: Calibration
}

/** How long the operator takes to answer a question, ms. */
const ANSWER_DELAY_MS = 2000

interface Due {
  readonly shown: number
  readonly at: number
  readonly ply: number
}

type Raw = Pick<StoredEvent, 'type' | 'by' | 'data'> & { at: number }

/** Follows a game with or without its presses. */
export function watch(game: SimulatedGame, presses: boolean): Watched {
  const open = openFold()
  const events: StoredEvent[] = []
  const asked = new Set<number>()
  const mistaken = new Set<number>()
  const hovers = new Set<number>()
  const calibration: Calibration = new Map()
  const counted = new Set<number>()
  let due: Due | null = null
  const take = ({ at, ...event }: Raw) => {
    const stored = {
      ...event,
      id: `e${events.length + 1}`,
      game: 'g',
      seq: events.length + 1,
      at: new Date(at).toISOString(),
      recordedAt: new Date(at).toISOString(),
      receivedAt: new Date(at).toISOString(),
      principal: 'board',
      v: 1,
    } as StoredEvent
    events.push(stored)
    step(open, stored)
  }
  const look = (at: number) => {
    const { question } = open.state
    const moves = movesOf(open.state)
    countFirst(calibration, counted, moves, game.moves)
    const wrong = moves.findIndex(({ uci }, ply) => uci !== game.moves[ply]?.uci)
    if (wrong >= 0) {
      const { completedBy } = moves[wrong] as (typeof moves)[number]
      ;(completedBy === 'press' ? mistaken : hovers).add(wrong)
    }
    // The operator answers a question about a last move that is not the one played by the move that was.
    const ply = wrong === moves.length - 1 && wrong >= 0 ? wrong : moves.length
    if (question === undefined || ply >= game.moves.length || (wrong >= 0 && ply !== wrong)) {
      if (question === undefined) due = null
      return
    }
    if (due !== null && due.ply === ply) return
    const shown = question.press === null ? at : question.press.at + SENSOR_LATENCY_MS
    due = { shown, at: shown + ANSWER_DELAY_MS, ply }
  }
  const answer = (before: number) => {
    if (due !== null && due.shown < before) asked.add(due.ply)
    for (let turn = 0; due !== null && due.at <= before; turn++) {
      const { at, ply } = due as Due
      if (turn > game.moves.length) throw new Error(`the answer to ply ${ply} is never taken`)
      due = null
      take({ at, by: 'operator', type: 'move-made', data: game.moves[ply]?.data } as Raw)
      look(at)
    }
  }
  for (const raw of timeline(game, presses)) {
    answer(raw.at)
    take(raw)
    look(raw.at)
  }
  answer(Number.POSITIVE_INFINITY)
  reportUnseen(game, recorded(open.state), asked, take)
  return { game, events, state: open.state, asked, mistaken, hovers, calibration }
}

/**
 * Reports the last moves that the record lacks, as the person does who ends the game: their pieces were not seen again, or stand where
 * they stood, and nothing followed that could have made the record ask.
 */
function reportUnseen(
  game: SimulatedGame,
  moves: readonly string[],
  asked: Set<number>,
  take: (raw: Raw) => void,
): void {
  if (moves.some((uci, index) => uci !== game.moves[index]?.uci)) return
  game.moves.slice(moves.length).forEach(({ data }, index) => {
    asked.add(moves.length + index)
    take({ at: game.endedAt, by: 'operator', type: 'move-made', data } as Raw)
  })
}

const movesOf = (state: GameState) => {
  const path = []
  for (let index = state.here; index >= 0; index = state.points[index]?.parent ?? -1) {
    const move = state.points[index]?.move
    if (move != null) path.push(move)
  }
  return path.reverse()
}

/** The moves of the record, as UCI. */
export const recorded = (state: GameState): string[] => movesOf(state).map(({ uci }) => uci)

const CONTROL = { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] }

/** Everything that reaches the record, in the order in which it does. */
export function timeline(game: SimulatedGame, presses: boolean): Raw[] {
  const players = { white: { name: 'White' }, black: { name: 'Black' } }
  const opening = {
    ...players,
    edition: '2023-01-01',
    play: 'standard',
    ...(presses ? { timeControl: CONTROL } : {}),
    ...(game.chess960 === null ? {} : { start: { chess960: game.chess960 } }),
  }
  const reported: Raw[] = [
    { at: game.startedAt, by: 'operator', type: 'game-opened', data: opening } as Raw,
    { at: game.startedAt, by: 'arbiter', type: 'session-started', data: {} } as Raw,
  ]
  const reports = simulatedReports(game, 'board', presses).filter(({ type }) => !ENDS.has(type))
  return [...reported, ...reports.map(({ at, ...report }) => ({ ...report, at: Date.parse(at) }) as Raw)]
}

/** Reports that are left out: how players end a game is tested elsewhere. */
const ENDS = new Set(['resigned', 'draw-offered', 'draw-accepted'])

/** The simulated game number `n`: every third is Chess960, every fourth a blitz. */
export function simulated(n: number): SimulatedGame {
  const random = seededRandom(n * 7919 + 1)
  return simulateGame({
    random,
    startedAt: Date.UTC(2026, 2, 14, 14),
    chess960: n % 3 === 0 ? Math.floor(random() * 960) : null,
    pace: n % 4 === 0 ? 0.15 : 1,
  })
}
