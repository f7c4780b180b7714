/** Follows DGT LiveChess 2 over its WebSocket: reports what boards show to their games, and reconnects after a failure. */
import { WebSocket } from 'ws'
import type { PublicState } from '../../../domain/game/index.ts'
import { type ApiClient, problemText } from '../../http/api-client.ts'
import { CLOCK_SKEW_MS, plausibleInstant, waitToReconnect } from '../reconnect.ts'
import { type Outbox, openOutbox } from '../sources/outbox.ts'
import {
  GameNotFollowed,
  noteOf,
  noteRemark,
  type OnSourceNote,
  sourceRemarks,
} from '../sources/source-remark.ts'
import type { ClockOrientation } from './lever.ts'
import {
  boardsRequest,
  type ListedBoard,
  type Message,
  readLiveChessMessage,
  subscribeRequest,
} from './messages.ts'
import { openLiveChessTable, type Table } from './table.ts'
import type { Recorded } from './unseen-line.ts'

export interface Seat {
  readonly serial: string
  readonly game: string
  readonly clock: ClockOrientation
}

export interface LiveChessOptions {
  readonly url: string
  readonly seats: readonly Seat[]
  readonly client: ApiClient
  readonly now: () => number
  readonly note: OnSourceNote
  readonly pause: (ms: number) => Promise<void>
  readonly signal: AbortSignal
  /** Called when a connection opens, and when one has ended or could not be made. */
  readonly onState?: (state: 'following' | 'silent') => void
}

interface Seated extends Seat {
  readonly table: Table
  readonly outbox: Outbox
}

const BEAT = 200
const PING = 20_000
/** Bytes of a message: the list of a thousand boards has less than one of them. */
const MAX_MESSAGE_BYTES = 1 << 20
/** Ms that a message may be on its way; one that says it is older comes from a clock that was set back. */
const LATEST = 60_000
/** Call 1 asks for the boards, the others subscribe to one each. */
const FIRST_FEED = 1

/** Follows until the signal; then what is waiting is still sent. Throws `GameNotFollowed` before it has begun. */
export async function followLiveChess(options: LiveChessOptions): Promise<void> {
  const { seats, signal, now, url } = options
  const started = now()
  const seated: Seated[] = []
  for (const seat of seats) seated.push(await connectSeat(options, seat, started))
  const beat = setInterval(() => {
    for (const { table, outbox } of seated) {
      if (table.due !== null && table.due <= now()) outbox.put(table.dueReports(now()))
    }
  }, BEAT)
  try {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const recorded = await Promise.all(seated.map((seat) => recordedGame(options, seat)))
      const session = await listen(options, seated, recorded)
      if (signal.aborted) break
      options.onState?.('silent')
      if (session.messages > 0) attempt = 0
      await waitToReconnect(options, attempt, {
        place: url,
        reason: session.reason,
        ended: 'connection-ended',
      })
    }
  } finally {
    clearInterval(beat)
    await Promise.all(seated.map(({ outbox }) => outbox.emptied()))
  }
}

/** What the record has of a game is what the board was told to be. */
async function connectSeat(
  { client, note, pause, signal }: LiveChessOptions,
  seat: Seat,
  started: number,
): Promise<Seated> {
  const path = `/games/${seat.game}`
  const { boardFen, fen, status } = await stateOf(client, path, seat)
  const { clocks } = await stateOf(client, `${path}/state?at=${new Date(started).toISOString()}`, seat)
  const own: OnSourceNote = (_, what) => noteOf(note, 'of-board', { serial: seat.serial, what })
  const table = openLiveChessTable({
    device: `livechess-${seat.serial}-${started.toString(36)}`,
    clockOrientation: seat.clock,
    boardFen,
    fen,
    clocks: clocks === null || status === 'scheduled' ? null : { ...clocks, at: started },
    fromDevice: clocks?.basis === 'device',
    stopped: status === 'stopped',
    note: own,
  })
  return { ...seat, table, outbox: openOutbox({ client, game: seat.game, note: own, pause, signal }) }
}

/** What is on record while nothing more is on its way there; null where it does not answer. */
async function recordedGame(
  { client, signal }: LiveChessOptions,
  { game, outbox }: Seated,
): Promise<Recorded | null> {
  if (!signal.aborted) await outbox.emptied()
  const answer = await client.request('GET', `/games/${game}`).catch(() => null)
  if (answer?.status !== 200) return null
  const { moves, question } = JSON.parse(answer.text) as PublicState
  return { moves: moves.map(({ uci }) => uci), asks: question !== undefined }
}

async function stateOf(client: ApiClient, path: string, { game }: Seat): Promise<PublicState> {
  const answer = await client.request('GET', path)
  if (answer.status !== 200)
    throw new GameNotFollowed(sourceRemarks.remark('game-failed', { game, why: problemText(answer) }))
  return JSON.parse(answer.text) as PublicState
}

interface ConnectionEnd {
  /** Null: it ended without a failure. */
  readonly reason: string | null
  readonly messages: number
}

/** One connection, until it ends. */
function listen(
  { url, note, now, signal, onState }: LiveChessOptions,
  seated: readonly Seated[],
  recorded: readonly (Recorded | null)[],
): Promise<ConnectionEnd> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: 5000, maxPayload: MAX_MESSAGE_BYTES })
    let messages = 0
    let unread = 0
    let shift = 0
    let alive = true
    let reason: string | null = null
    const end = () => socket.close()
    const ping = setInterval(() => {
      // While messages wait to be recorded none is read, nor a pong.
      if (socket.isPaused) return
      if (!alive) return socket.terminate()
      alive = false
      if (socket.readyState === WebSocket.OPEN) socket.ping()
    }, PING)
    signal.addEventListener('abort', end)
    socket.on('pong', () => {
      alive = true
    })
    socket.on('open', () => {
      onState?.('following')
      for (const [index, { table }] of seated.entries()) table.reopened(recorded[index] ?? null)
      socket.send(boardsRequest(1))
    })
    socket.on('message', (data) => {
      alive = true
      messages++
      const message = readLiveChessMessage(String(data))
      unread = message.kind === 'unreadable' ? unread + 1 : 0
      if (unread > 1) return
      if (message.kind === 'answer' && message.id === 1) {
        shift = shiftOf(message.time, now())
        tellBoards(message.boards, seated, shift, note)
        for (const [index, { serial }] of seated.entries())
          socket.send(subscribeRequest(index + 2, index + FIRST_FEED, serial))
      } else {
        const outbox = receiveMessage(message, seated, shift, now(), note)
        if (outbox?.isFull !== true || socket.isPaused) return
        socket.pause()
        void outbox.room().then(() => socket.resume())
      }
    })
    socket.on('error', (error) => {
      reason = error.message || reason
    })
    socket.on('close', () => {
      clearInterval(ping)
      signal.removeEventListener('abort', end)
      resolve({ reason, messages })
    })
    if (signal.aborted) end()
  })
}

/** What is added to the other computer's clock; nothing where it is right to within what the clocks of boards tell. */
function shiftOf(time: number | null, now: number): number {
  if (time === null) return 0
  return Math.abs(now - time) > CLOCK_SKEW_MS ? now - time : 0
}

function tellBoards(
  boards: readonly ListedBoard[],
  seated: readonly Seated[],
  shift: number,
  note: OnSourceNote,
): void {
  if (shift !== 0)
    noteOf(note, shift > 0 ? 'computer-slow' : 'computer-fast', { seconds: Math.abs(shift / 1000) })
  for (const { serial, game } of seated) {
    const listed = boards.find(({ serialnr }) => serialnr === serial)
    const { remark } = sourceRemarks
    const state = listed?.state
    const known = state == null ? remark('board-away', { game }) : remark('board-listed', { state, game })
    const what = listed === undefined ? remark('board-unknown', { game }) : known
    noteOf(note, 'of-board', { serial, what })
  }
}

function receiveMessage(
  message: Message,
  seated: readonly Seated[],
  shift: number,
  now: number,
  note: OnSourceNote,
): Outbox | null {
  if (message.kind === 'error') {
    const board = seated[message.id - 2]
    const what = sourceRemarks.remark('livechess-answers', { why: message.reason })
    noteRemark(
      note,
      board === undefined ? what : sourceRemarks.remark('of-board', { serial: board.serial, what }),
    )
  }
  if (message.kind === 'unreadable') noteOf(note, 'no-livechess', { text: message.text })
  if (message.kind !== 'feed') return null
  const seat = seated.find(({ serial }) => serial === message.change.serialnr)
  if (seat === undefined) return null
  const at = plausibleInstant(message.time === null ? null : message.time + shift, now, LATEST)
  seat.outbox.put(seat.table.receive(message.change, at, shift))
  return seat.outbox
}
