/**
 * Plays a round on boards behind a stand-in of LiveChess, with a minute's outage of the connection and a restart of the follower, and
 * counts the boards that go on without an operator's help.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { initialPosition, parseUci, writeFen } from '../../domain/chess/index.ts'
import type { PublicState } from '../../domain/game/index.ts'
import { writeSanAndPlay } from '../../domain/notation/index.ts'
import { lettersOf } from '../../domain/sensors/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { seededRandom } from '../../functions/host/simulate/random.ts'
import { type SimulatedGame, simulateGame } from '../../functions/host/simulate/simulate-game.ts'
import { followLiveChess } from '../../functions/ingest/livechess/follow.ts'
import { openTestClient } from '../ingest/client.ts'
import { testPorts } from './service.ts'
import { settledRequests } from './settled-requests.ts'
import { openStandIn } from './stand-in-livechess.ts'

const START_FEN = writeFen(initialPosition())
const START = Date.UTC(2026, 2, 14, 14)
const PERIOD = { time: 5_400_000, bonus: 30_000, mode: 'fischer' } as const
/** At this pace players think for about twenty seconds a ply. */
const PACE = 3
/** The connection is lost for a minute, and later the follower is stopped for ten seconds: ms after START. */
const OUTAGE = { from: 240_000, to: 300_000 }
const RESTART = { from: 420_000, to: 430_000 }
/** Messages that come so close together are received in one turn. */
const TOGETHER_MS = 50
/** How far the record's clock is moved after the last message, so that every board comes to rest. */
const SETTLE_MS = 10_000

interface Message {
  readonly board: number
  readonly at: number
  readonly change: Readonly<Record<string, unknown>>
}

export interface HallOptions {
  readonly boards: number
  /** Other games for another number. */
  readonly seed?: number
  /** Whether LiveChess knows the games, so that it sends the moves that it has read. */
  readonly sendsMoves?: boolean
}

export interface BoardOutcome {
  readonly board: number
  /** Plies that were completed during the outage, and during the restart. */
  readonly unseen: readonly [number, number]
  /** The first ply at which the record has another move, or none; null where it has the whole game. */
  readonly differsAt: number | null
  readonly asks: boolean
  readonly played: readonly string[]
  readonly recorded: readonly string[]
  readonly events: readonly StoredEvent[]
}

const placementOf = (letters: readonly string[]): string =>
  [7, 6, 5, 4, 3, 2, 1, 0]
    .map((rank) =>
      letters
        .slice(rank * 8, rank * 8 + 8)
        .map((letter) => letter || '1')
        .join('')
        .replaceAll(/1+/g, (gap) => String(gap.length)),
    )
    .join('/')

/** The messages of LiveChess about a game: its board after each edge, with the moves it has read, and its clock up to a second after each press. */
function messagesOf(game: SimulatedGame, board: number, sendsMoves: boolean): Message[] {
  const random = seededRandom(board * 31 + 7)
  const letters = lettersOf(initialPosition())
  const position = initialPosition()
  const san: string[] = []
  const placements = [placementOf(letters)]
  const texts = game.moves.map(({ uci }) => {
    const move = parseUci(position, uci)
    if (!move.ok) throw new Error(`${uci} cannot be played`)
    const text = writeSanAndPlay(position, move.value)
    placements.push(placementOf(lettersOf(position)))
    return text
  })
  const boards = game.edges.map(({ at, square, piece }): Message => {
    letters[(Number(square[1]) - 1) * 8 + square.charCodeAt(0) - 97] = piece
    const placement = placementOf(letters)
    if (placement === placements[san.length + 1]) san.push(texts[san.length] as string)
    const line = { start: START_FEN, san: [...san], match: placement === placements[san.length] }
    return { board, at, change: { board: placement, ...(sendsMoves && line) } }
  })
  const left = { white: PERIOD.time, black: PERIOD.time }
  const clock = (run: boolean | null, time: number) => ({
    clock: { white: Math.round(left.white / 1000), black: Math.round(left.black / 1000), run, time },
  })
  const clocks: Message[] = [{ board, at: START + 1000, change: clock(true, START + 1000) }]
  let since = START
  let reportedAt = START + 1000
  for (const { side, pressedAt } of game.moves) {
    left[side] += PERIOD.bonus - (pressedAt - since)
    since = pressedAt
    reportedAt = Math.max(pressedAt + Math.floor(random() * 1000), reportedAt + 1)
    clocks.push({ board, at: reportedAt, change: clock(side === 'black', reportedAt) })
  }
  return [...boards, ...clocks]
}

const serialOf = (board: number) => String(50_000 + board)

const unseenIn = ({ moves }: SimulatedGame, { from, to }: typeof OUTAGE): number =>
  moves.filter(({ doneAt }) => doneAt > START + from && doneAt <= START + to).length

/** A record with a clock of its own, and so many games whose clocks run. */
async function openRecord(games: number) {
  let now = START
  const ports = testPorts()
  const pass = (at: number) => {
    now = at
    ports.clock.set(at)
  }
  pass(START)
  const client = await openTestClient('admin', ports)
  for (let k = 0; k < games; k++) {
    const players = { white: { name: `White ${k}` }, black: { name: `Black ${k}` } }
    const laws = { edition: '2023-01-01', play: 'standard', timeControl: { periods: [PERIOD] } }
    await client.request('POST', '/games', { body: { id: `b${k}`, ...players, ...laws } })
    const started = { id: 's', type: 'session-started', by: 'arbiter', at: new Date(START).toISOString() }
    await client.request('POST', `/games/b${k}/events`, { body: { events: [{ ...started, data: {} }] } })
  }
  return { client, pass, now: () => now }
}

/** Plays a round through the follower, and returns for each board whether the record has its game in the end. */
export async function playHall({
  boards,
  seed = 0,
  sendsMoves = true,
}: HallOptions): Promise<BoardOutcome[]> {
  const games = Array.from({ length: boards }, (_, k) =>
    simulateGame({
      random: seededRandom((k + seed * 1000) * 7919 + 5),
      startedAt: START,
      maxPlies: 60,
      pace: PACE,
    }),
  )
  const messages = games.flatMap((game, k) => messagesOf(game, k, sendsMoves)).sort((a, b) => a.at - b.at)
  const end = Math.max(...messages.map(({ at }) => at)) + SETTLE_MS
  const { client, pass, now } = await openRecord(boards)
  const first = placementOf(lettersOf(initialPosition()))
  const standing = { white: 5400, black: 5400, run: null, time: START }
  const server = await openStandIn(
    games.map((_, k) => ({ serialnr: serialOf(k), state: 'ACTIVE', board: first, clock: standing })),
    now,
  )
  const requests = settledRequests(client)
  const settled = async () => {
    await server.received()
    await requests.settled()
  }
  let subscriptions = 0
  let connected: Promise<void> = Promise.resolve()
  const subscribed = async () => {
    subscriptions += boards
    await server.subscribed(subscriptions)
    await settled()
  }
  const follow = async () => {
    const stop = new AbortController()
    const done = followLiveChess({
      url: server.url,
      seats: games.map((_, k) => ({ serial: serialOf(k), game: `b${k}`, clock: 'straight' })),
      client: requests,
      now,
      note: () => {},
      pause: () => connected.then(() => wait(1)),
      signal: stop.signal,
    })
    await subscribed()
    return async () => {
      stop.abort()
      await done
    }
  }
  /** Plays the messages until an instant, received by a follower or not. */
  const playUntil = async (until: number, isReceived: boolean) => {
    for (let next = messages[0]; next !== undefined && next.at <= until; next = messages[0]) {
      const last = Math.min(until, next.at + TOGETHER_MS)
      const together = messages.filter(({ at }) => at <= last)
      messages.splice(0, together.length)
      pass((together.at(-1) as Message).at)
      for (const { board, at, change } of together)
        (isReceived ? server.tell : server.change)(serialOf(board), change, at)
      if (isReceived) await settled()
    }
    pass(Math.min(until, end))
  }
  let stop = await follow()
  await playUntil(START + OUTAGE.from, true)
  let reconnect = () => {}
  connected = new Promise((resolve) => {
    reconnect = resolve
  })
  server.cut()
  await playUntil(START + OUTAGE.to, false)
  reconnect()
  await subscribed()
  await playUntil(START + RESTART.from, true)
  await stop()
  await playUntil(START + RESTART.to, false)
  stop = await follow()
  await playUntil(Number.MAX_SAFE_INTEGER, true)
  await wait(250)
  await settled()
  await stop()
  await server.close()
  const outcomes: BoardOutcome[] = []
  for (const [board, game] of games.entries()) {
    const at = new Date(end).toISOString()
    const { moves, question } = await client.json<PublicState>(`/games/b${board}/state?at=${at}`)
    const events: StoredEvent[] = []
    for (let after = 0, more = true; more; ) {
      const page = await client.json<{ events: StoredEvent[] }>(
        `/games/b${board}/events?after=${after}&limit=500`,
      )
      events.push(...page.events)
      more = page.events.length === 500
      after = page.events.at(-1)?.seq ?? after
    }
    const played = game.moves.map(({ uci }) => uci)
    const recorded = moves.map(({ uci }) => uci)
    const differsAt = Math.max(played.length, recorded.length) === 0 ? -1 : firstDifference(played, recorded)
    outcomes.push({
      board,
      unseen: [unseenIn(game, OUTAGE), unseenIn(game, RESTART)],
      differsAt: differsAt < 0 ? null : differsAt + 1,
      asks: question !== undefined,
      played,
      recorded,
      events,
    })
  }
  return outcomes
}

function firstDifference(played: readonly string[], recorded: readonly string[]): number {
  const longer = played.length >= recorded.length ? played : recorded
  return longer.findIndex((_, ply) => played[ply] !== recorded[ply])
}

/** A line for each board, and how many go on unaided. */
export function hallReport(outcomes: readonly BoardOutcome[]): string {
  const lines = outcomes.map(({ board, unseen: [outage, restart], differsAt, asks, played }) => {
    const outcome =
      differsAt === null ? 'unaided' : `ply ${differsAt} of ${played.length} differs${asks ? ', asked' : ''}`
    return `board ${board}: ${outage} and ${restart} plies unseen: ${outcome}`
  })
  const unaided = outcomes.filter(({ differsAt }) => differsAt === null).length
  return [...lines, `${unaided} of ${outcomes.length} boards go on unaided`].join('\n')
}
