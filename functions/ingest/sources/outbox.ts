/** Queue of reports for one game: sent in order, each once, and retried while the record does not answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReportedEvent } from '../../../events/index.ts'
import { type ApiClient, type ApiResponse, problemText } from '../../http/api-client.ts'
import { exponentialMs } from '../../retries.ts'
import { noteOf, type OnSourceNote } from './source-remark.ts'

export type OutboundReport = Pick<ReportedEvent, 'id' | 'type' | 'at' | 'by'> & { readonly data: unknown }

export interface Outbox {
  put(reports: readonly OutboundReport[]): void
  /** So many wait that their source is to be read no further before there is room. */
  readonly isFull: boolean
  /** Resolves once there is room; at once where there is. */
  room(): Promise<void>
  /** Whether a report of this type has been refused. */
  hasRefused(type: OutboundReport['type']): boolean
  /** Resolves once all that was put has been taken or refused. */
  emptied(): Promise<void>
}

export interface OutboxOptions {
  readonly client: ApiClient
  readonly game: string
  readonly note: OnSourceNote
  /** Waits before the same is sent again. */
  readonly pause: (ms: number) => Promise<void>
  /** Once aborted, retries end after a few attempts. */
  readonly signal: AbortSignal
}

/** As many as one request takes. */
const MAX_REPORTS = 50
/** A game has some hundreds of reports: a source that has brought so many that were not taken yet is read no further. */
const MAX_WAITING = 1_000
const BACKOFF = { firstMs: 250, longestMs: 15_000 }
/** How often a record that is away is asked once more when the command is to end, and after how many ms. */
const LAST_TRIES = 3
const LAST_PAUSE_MS = 300

export function openOutbox({ client, game, note, pause, signal }: OutboxOptions): Outbox {
  const waiting: OutboundReport[] = []
  const refusedTypes = new Set<OutboundReport['type']>()
  let running: Promise<void> | null = null
  let awaitingRoom: (() => void)[] = []

  const taken = () => {
    if (waiting.length >= MAX_WAITING) return
    for (const resolve of awaitingRoom) resolve()
    awaitingRoom = []
  }

  const send = async () => {
    let most = MAX_REPORTS
    let late = 0
    for (let attempt = 1; waiting.length > 0; ) {
      const events = waiting.slice(0, most)
      const answer = await ask(client, game, events)
      if (answer.status < 300) {
        waiting.splice(0, events.length)
        taken()
        attempt = 1
        most = MAX_REPORTS
      } else if (answer.status >= 500 || answer.status === 429) {
        if (attempt === 1) noteOf(note, 'reports-wait', { why: problemText(answer), count: waiting.length })
        if (signal.aborted && ++late > LAST_TRIES) {
          const [why, count] = [problemText(answer), waiting.length]
          if (count === 1) noteOf(note, 'report-unsent', { why })
          else noteOf(note, 'reports-unsent', { why, count })
          waiting.length = 0
          taken()
        } else await (signal.aborted ? sleep(LAST_PAUSE_MS) : pause(exponentialMs(attempt, BACKOFF)))
        attempt++
      } else if (events.length > 1) most = 1
      else {
        const [refused] = waiting.splice(0, 1)
        taken()
        if (refused !== undefined) refusedTypes.add(refused.type)
        noteOf(note, 'report-refused', {
          ...{ type: refused?.type ?? '', at: refused?.at ?? '' },
          why: problemText(answer),
        })
      }
    }
  }

  const run = () => {
    if (waiting.length === 0) return
    running ??= send().finally(() => {
      running = null
      // What was put after the last look at what waits and before this.
      run()
    })
  }

  return {
    put(reports) {
      waiting.push(...reports)
      run()
    },
    hasRefused: (type) => refusedTypes.has(type),
    get isFull() {
      return waiting.length >= MAX_WAITING
    },
    room: () =>
      waiting.length < MAX_WAITING
        ? Promise.resolve()
        : new Promise((resolve) => {
            awaitingRoom.push(resolve)
          }),
    async emptied() {
      while (running !== null) await running
    },
  }
}

/** Posts reports; where the record does not answer at all, the answer is one that asks for a retry. */
async function ask(client: ApiClient, game: string, events: readonly OutboundReport[]): Promise<ApiResponse> {
  try {
    return await client.request('POST', `/games/${game}/events`, { body: { events } })
  } catch (error) {
    return { status: 503, headers: {}, text: JSON.stringify({ detail: (error as Error).message }) }
  }
}
