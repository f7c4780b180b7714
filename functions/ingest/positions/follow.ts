/** Follows boards that send positions: turns their messages into reports, and reconnects after a failure. */
import type { PublicState } from '../../../domain/game/index.ts'
import { type ApiClient, problemText } from '../../http/api-client.ts'
import { readPlacement } from '../boards/tornelo.ts'
import { remarkParamOf } from '../import-remarks.ts'
import { CLOCK_SKEW_MS, waitToReconnect } from '../reconnect.ts'
import { type Outbox, openOutbox } from '../sources/outbox.ts'
import { GameNotFollowed, noteOf, type OnSourceNote, sourceRemarks } from '../sources/source-remark.ts'
import { readBoardFrame } from './frame.ts'
import { BOARD_PROTOCOLS, type BoardKind, type RawMessage } from './kinds.ts'
import type { MessageSource } from './message-source.ts'
import { openPositionSeat, type PositionSeat } from './seat.ts'

export interface PositionOptions {
  readonly kind: BoardKind
  readonly place: MessageSource
  /** `serial` null: the only board, whatever it calls itself. */
  readonly seats: readonly { readonly serial: string | null; readonly game: string }[]
  readonly client: ApiClient
  readonly now: () => number
  readonly note: OnSourceNote
  readonly pause: (ms: number) => Promise<void>
  readonly signal: AbortSignal
  /** Called with each message, and when the line ends. */
  readonly onState?: (state: 'following' | 'silent') => void
}

interface Seated {
  readonly serial: string | null
  readonly seat: PositionSeat
  readonly outbox: Outbox
  readonly note: OnSourceNote
  /** Unreadable messages in a row: only the first is noted. */
  unread: number
  /** By how much the last message was older than its receipt, ms: a bridge may send buffered messages late. */
  lag: number
}

/** What comes of a place, whatever board it names. */
interface Line {
  /** Messages in a row that name no board, since they cannot be read: only the first is noted. */
  unread: number
}

const POLL_MS = 200
/** Names of boards without a game that are remembered, since each is noted only once. */
const MAX_STRANGERS = 100

/** Follows until the signal, or until a place that does not last has ended. Throws `GameNotFollowed` before it has begun. */
export async function followPositions(options: PositionOptions): Promise<void> {
  const { seats, signal, now, place } = options
  const started = now()
  const seated: Seated[] = []
  for (const seat of seats) seated.push(await connectSeat(options, seat, started))
  const strangers = new Set<string>()
  const line: Line = { unread: 0 }
  const beat = setInterval(() => {
    for (const { seat, outbox, lag } of seated) outbox.put(seat.quietReports(now() - lag))
  }, POLL_MS)
  try {
    for (let attempt = 0; !signal.aborted; attempt++) {
      let reason: string | null = null
      try {
        for await (const message of place.open(signal)) {
          attempt = 0
          options.onState?.('following')
          receiveMessage(options, seated, { strangers, line }, message)
          for (const { outbox } of seated) if (outbox.isFull) await outbox.room()
        }
      } catch (failure) {
        reason = (failure as Error).message || String(failure)
        if (!signal.aborted && !place.canReopen)
          throw new GameNotFollowed(sourceRemarks.remark('place-failed', { place: place.name, why: reason }))
      }
      if (signal.aborted || !place.canReopen) break
      options.onState?.('silent')
      await waitToReconnect(options, attempt, { place: place.name, reason, ended: 'line-ended' })
      for (const { seat } of seated) seat.reopened()
    }
    if (!signal.aborted) for (const each of seated) await drainQuietReports(options, each)
  } finally {
    clearInterval(beat)
    await Promise.all(seated.map(({ outbox }) => outbox.emptied()))
  }
}

/** After a place has ended for good, waits until the reports of quiet boards are due, and sends them. */
async function drainQuietReports(
  { now, pause, signal }: PositionOptions,
  { seat, outbox, lag }: Seated,
): Promise<void> {
  for (let { due } = seat; due !== null && !signal.aborted; { due } = seat) {
    await pause(Math.max(0, due - (now() - lag)))
    if (!signal.aborted) outbox.put(seat.quietReports(Math.max(due, now() - lag)))
  }
}

/** The board on record is what the follower has reported so far. */
async function connectSeat(
  { kind, client, note, pause, signal }: PositionOptions,
  { serial, game }: PositionOptions['seats'][number],
  started: number,
): Promise<Seated> {
  const answer = await client.request('GET', `/games/${game}`)
  if (answer.status !== 200)
    throw new GameNotFollowed(sourceRemarks.remark('game-failed', { game, why: problemText(answer) }))
  const stood = readPlacement((JSON.parse(answer.text) as PublicState).boardFen)
  const own: OnSourceNote = (_, what) => noteOf(note, 'of-board', { serial: serial ?? game, what })
  const device = `${kind}-${serial ?? game}-${started.toString(36)}`.slice(-48)
  const seat = openPositionSeat(device, stood.ok ? stood.value : Array<string>(64).fill(''), own)
  noteOf(own, 'board-game', { game })
  return {
    serial,
    seat,
    outbox: openOutbox({ client, game, note: own, pause, signal }),
    note: own,
    unread: 0,
    lag: 0,
  }
}

function receiveMessage(
  { kind, now, note }: PositionOptions,
  seated: readonly Seated[],
  { strangers, line }: { readonly strangers: Set<string>; readonly line: Line },
  message: RawMessage,
): void {
  const frame = readBoardFrame(message)
  if (frame === null) return
  if ('unreadable' in frame) {
    if (line.unread++ === 0) noteOf(note, 'message-unread', { why: frame.unreadable })
    return
  }
  line.unread = 0
  const { serial, number } = frame
  const place =
    seated.find((each) => each.serial === serial) ?? (onlyOne(seated, serial) ? seated[0] : undefined)
  if (place === undefined) {
    const name = serial ?? ''
    if (strangers.has(name) || strangers.size >= MAX_STRANGERS) return
    if (serial === null) noteOf(note, 'board-unnamed')
    else noteOf(note, 'board-strange', { name })
    strangers.add(name)
    return
  }
  if (BOARD_PROTOCOLS[kind].isOther(frame.message)) return
  const letters = BOARD_PROTOCOLS[kind].readPosition(frame.message)
  if (!letters.ok) {
    if (place.unread++ === 0) noteOf(place.note, 'message-unread', { why: remarkParamOf(letters.error) })
    return
  }
  place.unread = 0
  const at = frame.at !== null && frame.at - now() <= CLOCK_SKEW_MS ? frame.at : now()
  place.lag = now() - at
  place.outbox.put(place.seat.receive(letters.value, at, number))
}

/** One board needs no name; nor does it matter what it is called where no serial number was asked for. */
const onlyOne = (seated: readonly Seated[], serial: string | null): boolean =>
  seated.length === 1 && (serial === null || seated[0]?.serial === null)
