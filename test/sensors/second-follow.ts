import { type GameState, openFold, pathOf, step } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { type Calibration, countFirst } from '../kit/calibration.ts'
import { generateTrace, type TraceSettings } from './traces-of-another.ts'

/** Ms an operator takes to answer; questions that a press raised show only once a late edge could have come. */
const ANSWERS_AFTER_MS = 2000

const movesOf = (state: GameState) => pathOf(state).flatMap(({ move }) => (move === null ? [] : [move]))

export interface Outcome {
  plies: number
  asked: number
  /** Moves that stand and were not played, with no question open. */
  wrong: string[]
  calibration: Calibration
}

/** Plays one trace into the fold, with an operator who answers what the record asks. */
export function follow(settings: TraceSettings, outcome: Outcome): void {
  const { events, moves, endsAt } = generateTrace(settings)
  const open = openFold()
  let seq = 0
  let asked: { ply: number; at: number } | null = null
  const first = new Set<number>()
  const take = (event: Omit<StoredEvent, 'seq'>) => {
    step(open, { ...event, seq: ++seq } as StoredEvent)
    countFirst(outcome.calibration, first, movesOf(open.state), moves)
  }
  const look = (at: number) => {
    const reported = movesOf(open.state)
    const ply = reported.findIndex(({ uci }, index) => uci !== moves[index]?.uci)
    const next = ply === -1 ? reported.length : ply
    const { question } = open.state
    if (question === undefined || moves[next] === undefined) asked = null
    else if (asked?.ply !== next) asked = { ply: next, at: at + ANSWERS_AFTER_MS }
  }
  const answerUntil = (at: number) => {
    while (asked !== null && asked.at <= at) {
      const { ply, at: when } = asked
      asked = null
      outcome.asked++
      const time = new Date(when).toISOString()
      take({
        id: `a${seq}`,
        game: 'g',
        type: 'move-made',
        by: 'operator',
        data: moves[ply]?.data,
        at: time,
        recordedAt: time,
      } as unknown as Omit<StoredEvent, 'seq'>)
      look(when)
    }
  }
  for (const event of events) {
    const at = Date.parse(event.at)
    answerUntil(at)
    take(event)
    look(at)
  }
  answerUntil(endsAt + 60_000)
  outcome.plies += moves.length
  const reported = movesOf(open.state).map(({ uci }) => uci)
  const differs = reported.findIndex((uci, index) => uci !== moves[index]?.uci)
  if (differs >= 0 && open.state.question === undefined)
    outcome.wrong.push(
      `seed ${settings.seed}, ply ${differs + 1}: ${reported[differs]}, played was ${moves[differs]?.uci}`,
    )
  outcome.asked += Math.max(0, moves.length - reported.length)
}
