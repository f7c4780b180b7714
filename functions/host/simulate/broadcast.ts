/** Sends a simulated round to a record in real time, and answers the questions that the record asks of the operator. */
import { setTimeout as wait } from 'node:timers/promises'
import type { PublicState } from '../../../domain/game/index.ts'
import type { EventData } from '../../../events/index.ts'
import { type ApiClient, problemText } from '../../http/api-client.ts'
import { CommandFailure } from '../cli/failure.ts'
import { inventPlayers } from './inventions.ts'
import { seededRandom } from './random.ts'
import { simulatedReports } from './report-game.ts'
import { type SimulatedGame, simulateGame } from './simulate-game.ts'

export interface Simulation {
  readonly boards: number
  /** The factor by which thinking times are divided. Hands become faster too, but not more than about three times. */
  readonly speed: number
  readonly seed: number
  /** The longest game, in plies. */
  readonly plies: number
  /** When play begins: ms since 1970. */
  readonly start: number
  readonly signal: AbortSignal
}

/** The progress of the round. */
export interface SimulationProgress {
  readonly sent: number
  readonly asked: number
  readonly over: number
}

interface SimulatedBoard {
  readonly id: string
  readonly game: SimulatedGame
  readonly reports: readonly object[]
  /** When each report is due, ms since 1970. */
  readonly times: readonly number[]
  /** How many reports have been sent. */
  sent: number
  /** When the operator last looked at the board, ms since 1970. */
  looked: number
  /** The ply that the record asks about, and since when, ms since 1970. */
  asked: { ply: number; at: number } | null
}

/** Pause between two passes over the boards. */
const PASS_INTERVAL_MS = 200
/** How often the operator looks at a board, and so the least time that a question waits for its answer. */
const OPERATOR_LOOK_MS = 3000
/** The greatest number of reports in one request. */
const MAX_REPORTS = 50

export const simulatedRoundOf = ({ start }: Simulation) => ({
  tournament: `sim-${start.toString(36)}`,
  round: '1',
})

const TIME_CONTROL: EventData<'game-opened'>['timeControl'] = {
  periods: [{ time: 15 * 60_000, bonus: 10_000, mode: 'fischer' }],
}

/** Creates the tournament, the round and its games. */
async function openRound(client: ApiClient, simulation: Simulation): Promise<SimulatedBoard[]> {
  const { tournament, round } = simulatedRoundOf(simulation)
  const path = `/tournaments/${tournament}/rounds/${round}`
  const start = new Date(simulation.start).toISOString()
  await requestOrFail(client, 'POST', '/tournaments', {
    id: tournament,
    name: 'Simulated Open',
    site: 'Nowhere Hall',
  })
  await requestOrFail(client, 'PATCH', path, { start, published: true, reason: 'a simulated round' })
  const boards: SimulatedBoard[] = []
  for (let number = 1; number <= simulation.boards; number++) {
    const random = seededRandom(simulation.seed * 1009 + number)
    const chess960 = number % 5 === 0 ? Math.floor(random() * 960) : null
    const pace = 1 / simulation.speed
    const game = simulateGame({
      random,
      startedAt: simulation.start,
      chess960,
      pace,
      maxPlies: simulation.plies,
    })
    const id = `${tournament}-${number}`
    const [white, black] = inventPlayers(random)
    const opened = {
      white,
      black,
      board: number,
      event: 'Simulated Open',
      round: 1,
      edition: '2023-01-01',
      play: 'rapid',
    }
    const started = chess960 === null ? {} : { start: { chess960 } }
    await requestOrFail(client, 'POST', `${path}/games`, {
      id,
      at: start,
      ...opened,
      ...started,
      timeControl: TIME_CONTROL,
      source: { kind: 'simulated', timeBasis: 'reported' },
    })
    const begins = { id: `${id}-start`, type: 'session-started', by: 'arbiter', at: start, data: {} }
    const reports = [begins, ...simulatedReports(game, id, true)]
    const times = reports.map(({ at }) => Date.parse(at))
    boards.push({ id, game, reports, times, sent: 0, looked: 0, asked: null })
  }
  return boards
}

/** Plays the round to its end, or until `simulation.signal` is aborted. */
export async function broadcastSimulation(
  client: ApiClient,
  simulation: Simulation,
  onProgress: (progress: SimulationProgress) => void,
): Promise<SimulationProgress> {
  const boards = await openRound(client, simulation)
  let asked = 0
  const progress = (): SimulationProgress => ({
    sent: boards.reduce((sum, { sent }) => sum + sent, 0),
    asked,
    over: boards.filter(({ sent, reports }) => sent === reports.length).length,
  })
  while (!simulation.signal.aborted && progress().over < boards.length) {
    for (const board of boards) {
      if (simulation.signal.aborted) break
      await sendDue(client, board, Date.now())
      if (await answerQuestion(client, board, Date.now())) asked++
    }
    onProgress(progress())
    await wait(PASS_INTERVAL_MS, undefined, { signal: simulation.signal }).catch(() => {})
  }
  return progress()
}

/** Sends the reports of a board that are due, in one request. */
async function sendDue(client: ApiClient, board: SimulatedBoard, now: number): Promise<void> {
  const from = board.sent
  let to = from
  while (to < board.reports.length && to - from < MAX_REPORTS && (board.times[to] as number) <= now) to++
  if (to === from) return
  await requestOrFail(client, 'POST', `/games/${board.id}/events`, { events: board.reports.slice(from, to) })
  board.sent = to
}

/**
 * The operator looks at a board every few seconds, and reports the move that was played where the record asks for it at two looks in a
 * row. Returns whether one was reported.
 */
async function answerQuestion(client: ApiClient, board: SimulatedBoard, now: number): Promise<boolean> {
  if (now - board.looked < OPERATOR_LOOK_MS || board.sent === board.reports.length) return false
  board.looked = now
  const answer = await client.request('GET', `/games/${board.id}`)
  if (answer.status >= 400) throw new CommandFailure(problemText(answer))
  const { moves, question } = JSON.parse(answer.text) as PublicState
  const ply = moves.length
  const played = board.game.moves[ply]
  if (question === undefined || played === undefined || played.side !== question.side) {
    board.asked = null
    return false
  }
  if (board.asked?.ply !== ply) {
    board.asked = { ply, at: now }
    return false
  }
  board.asked = null
  const at = new Date(now).toISOString()
  const report = { id: `${board.id}-answer-${ply}`, type: 'move-made', by: 'operator', at, data: played.data }
  await requestOrFail(client, 'POST', `/games/${board.id}/events`, { events: [report] })
  return true
}

async function requestOrFail(
  client: ApiClient,
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
): Promise<void> {
  const answer = await client.request(method, path, { body })
  if (answer.status >= 400) throw new CommandFailure(`simulated round: ${problemText(answer)}`)
}
