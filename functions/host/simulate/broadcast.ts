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
  /** How many times faster than in classical chess the players think; their hands move as ever. */
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
  readonly times: readonly number[]
  sent: number
  looked: number
  /** The ply that the record asks about, and since when (ms). */
  asked: { ply: number; at: number } | null
}

/** Pause between two passes over the boards. */
const BEAT_MS = 200
/** How often the operator looks at a board, and so how long a question waits at least before its answer. */
const OPERATOR_LOOK_MS = 3000
/** The greatest number of reports in one request. */
const MAX_REPORTS = 50

export const simulatedRoundOf = ({ start }: Simulation) => ({
  tournament: `sim-${start.toString(36)}`,
  round: '1',
})

const INCREMENT: EventData<'game-opened'>['timeControl'] = {
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
  const tables: SimulatedBoard[] = []
  for (let board = 1; board <= simulation.boards; board++) {
    const chance = seededRandom(simulation.seed * 1009 + board)
    const chess960 = board % 5 === 0 ? Math.floor(chance() * 960) : null
    const pace = 1 / simulation.speed
    const game = simulateGame({
      random: chance,
      startedAt: simulation.start,
      chess960,
      pace,
      maxPlies: simulation.plies,
    })
    const id = `${tournament}-${board}`
    const [white, black] = inventPlayers(chance)
    const opened = {
      white,
      black,
      board,
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
      timeControl: INCREMENT,
      source: { kind: 'simulated', timeBasis: 'reported' },
    })
    const begins = { id: `${id}-start`, type: 'session-started', by: 'arbiter', at: start, data: {} }
    const reports = [begins, ...simulatedReports(game, id, true)]
    const times = reports.map(({ at }) => Date.parse(at))
    tables.push({ id, game, reports, times, sent: 0, looked: 0, asked: null })
  }
  return tables
}

/** Plays the round to its end or until it is stopped; `tell` is called with the progress. */
export async function broadcastSimulation(
  client: ApiClient,
  simulation: Simulation,
  tell: (standing: SimulationProgress) => void,
): Promise<SimulationProgress> {
  const tables = await openRound(client, simulation)
  let asked = 0
  const standing = (): SimulationProgress => ({
    sent: tables.reduce((sum, { sent }) => sum + sent, 0),
    asked,
    over: tables.filter(({ sent, reports }) => sent === reports.length).length,
  })
  while (!simulation.signal.aborted && standing().over < tables.length) {
    for (const table of tables) {
      if (simulation.signal.aborted) break
      await sendDue(client, table, Date.now())
      if (await lookAt(client, table, Date.now())) asked++
    }
    tell(standing())
    await wait(BEAT_MS, undefined, { signal: simulation.signal }).catch(() => {})
  }
  return standing()
}

async function sendDue(client: ApiClient, table: SimulatedBoard, now: number): Promise<void> {
  const from = table.sent
  let to = from
  while (to < table.reports.length && to - from < MAX_REPORTS && (table.times[to] as number) <= now) to++
  if (to === from) return
  await requestOrFail(client, 'POST', `/games/${table.id}/events`, { events: table.reports.slice(from, to) })
  table.sent = to
}

/** The operator looks at a board now and then, and reports the move that was played if the record asks for it. */
async function lookAt(client: ApiClient, table: SimulatedBoard, now: number): Promise<boolean> {
  if (now - table.looked < OPERATOR_LOOK_MS || table.sent === table.reports.length) return false
  table.looked = now
  const answer = await client.request('GET', `/games/${table.id}`)
  if (answer.status >= 400) throw new CommandFailure(problemText(answer))
  const { moves, question } = JSON.parse(answer.text) as PublicState
  const ply = moves.length
  const played = table.game.moves[ply]
  if (question === undefined || played === undefined || played.side !== question.side) {
    table.asked = null
    return false
  }
  if (table.asked?.ply !== ply) {
    table.asked = { ply, at: now }
    return false
  }
  table.asked = null
  const at = new Date(now).toISOString()
  const report = { id: `${table.id}-answer-${ply}`, type: 'move-made', by: 'operator', at, data: played.data }
  await requestOrFail(client, 'POST', `/games/${table.id}/events`, { events: [report] })
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
