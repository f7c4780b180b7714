/**
 * Calls back when something may have changed: by the service's stream where there is one, else by polling for changes. Streams are read
 * with fetch: EventSource sends no Authorization header, and a token in an address would end up in logs.
 */

import { createParser } from 'eventsource-parser'
import { parseJson } from '../../../../domain/json-text.ts'
import { type ApiResult, requestJson } from '../api/client.ts'
import { sessionToken } from '../api/session.ts'
import { setConnectionState } from './connection.ts'

export interface StreamMessage {
  /** Name of the stream's event, or `poll`. */
  readonly event: string
  /** Its data, parsed; null for `poll`. */
  readonly data: unknown
}

/** Handles a message; returns whether the service was reached. */
export type OnStreamMessage = (message: StreamMessage) => Promise<boolean>

export interface StreamSubscription {
  close(): void
}

/** Interval of polling where there is no stream, ms: caches hold an answer for one second. */
const POLL_INTERVAL_MS = 2000
/** Silence after which a stream counts as broken, ms: the service sends comments in between. */
const STREAM_TIMEOUT_MS = 45_000
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, 4000]

/** Follows a stream. `path`: with its query. Messages are handled one after another. */
export function subscribeStream(path: string, onMessage: OnStreamMessage): StreamSubscription {
  const ended = new AbortController()
  void run(path, onMessage, ended.signal)
  return { close: () => ended.abort() }
}

async function run(path: string, onMessage: OnStreamMessage, ended: AbortSignal): Promise<void> {
  let failures = 0
  let lastId: string | null = null
  while (!ended.aborted) {
    const outcome = await listen(path, lastId, onMessage, ended, (id) => {
      lastId = id
      failures = 0
    })
    if (ended.aborted) return
    if (outcome === 'no-stream') {
      await poll(path.replace(/stream(?=\?|$)/, 'changes'), onMessage, ended)
      return
    }
    if (failures++ > 0 || outcome === 'unreachable') setConnectionState('stale')
    await wait(RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 4000, ended)
  }
}

interface ChangesDocument {
  readonly id: string
  /** `from`: the seq of the state that a message changes. */
  readonly messages: readonly { readonly event: string; readonly from?: number; readonly data: unknown }[]
  /** The query of the next document, where not all messages fit into this one. */
  readonly next?: string
}

/** Polls for what came after the last document. */
async function poll(path: string, onMessage: OnStreamMessage, ended: AbortSignal): Promise<void> {
  const [place = '', query = ''] = path.split('?')
  const follower = { place, query, lastId: '0', seqs: new Map<string, number>() }
  while (!ended.aborted) {
    const reached = await requestChanges(follower, onMessage)
    if (ended.aborted) return
    setConnectionState(reached ? 'polling' : 'stale')
    await wait(document.hidden ? POLL_INTERVAL_MS * 5 : POLL_INTERVAL_MS, ended)
  }
}

interface ChangesFollower {
  readonly place: string
  /** The query besides `after`; may be empty. */
  readonly query: string
  lastId: string
  /** By game: the last event that its messages have covered. */
  readonly seqs: Map<string, number>
}

/** Requests the changes and handles them; returns whether the service was reached. */
async function requestChanges(follower: ChangesFollower, onMessage: OnStreamMessage): Promise<boolean> {
  const documents: ChangesDocument[] = []
  let query: string | undefined =
    `?after=${follower.lastId}${follower.query === '' ? '' : `&${follower.query}`}`
  while (query !== undefined) {
    const answer: ApiResult<ChangesDocument> = await requestJson<ChangesDocument>(`${follower.place}${query}`)
    // The handler's own requests are refused as well, and it shows why.
    if (!answer.ok) return onMessage({ event: 'poll', data: null })
    if (!answer.changed && documents.length === 0) return true
    documents.push(answer.value)
    query = answer.value.next
  }
  for (const { event, from = 0, data } of documents.flatMap(({ messages }) => messages)) {
    const { game = '', seq, state, games } = data as FollowedData
    if ((follower.seqs.get(game) ?? 0) < from) {
      // A message was missed: the next request is for everything.
      follower.lastId = '0'
      return true
    }
    if (!(await onMessage({ event, data }))) return false
    for (const each of games ?? []) follower.seqs.set(each.game, each.state.seq)
    follower.seqs.set(game, state?.seq ?? seq ?? 0)
  }
  follower.lastId = documents[0]?.id ?? '0'
  return true
}

/** The part of a message's data from which the last event of a game can be read. */
interface FollowedData {
  readonly game?: string
  readonly seq?: number
  readonly state?: { readonly seq: number }
  readonly games?: readonly { readonly game: string; readonly state: { readonly seq: number } }[]
}

type Outcome = 'no-stream' | 'unreachable' | 'ended'

async function listen(
  path: string,
  lastId: string | null,
  onMessage: OnStreamMessage,
  ended: AbortSignal,
  onId: (id: string) => void,
): Promise<Outcome> {
  const broken = new AbortController()
  const signal = AbortSignal.any([ended, broken.signal])
  const headers: Record<string, string> = { accept: 'text/event-stream' }
  const bearer = sessionToken.peek()
  if (bearer !== null) headers['authorization'] = `Bearer ${bearer}`
  if (lastId !== null) headers['last-event-id'] = lastId
  let timer = setTimeout(() => broken.abort(), STREAM_TIMEOUT_MS)
  globalThis.addEventListener('offline', () => broken.abort(), { signal })
  try {
    const response = await fetch(path, { headers, signal, cache: 'no-store' })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    if (!response.ok || !isStream || response.body === null)
      return response.status >= 500 ? 'unreachable' : 'no-stream'
    setConnectionState('live')
    const queue: StreamMessage[] = []
    let busy = false
    const drain = async () => {
      if (busy) return
      busy = true
      try {
        for (let message = queue.shift(); message !== undefined && !ended.aborted; message = queue.shift())
          await onMessage(message)
      } catch (error) {
        // Without a message that cannot be applied the page would show an old state as live, so the stream is opened again.
        console.error(error)
        broken.abort()
      } finally {
        busy = false
      }
    }
    const parser = createParser({
      onEvent({ id, event = 'message', data }) {
        if (id !== undefined) onId(id)
        if (data !== '') queue.push({ event, data: parseJson(data) ?? null })
      },
    })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'ended'
      clearTimeout(timer)
      timer = setTimeout(() => broken.abort(), STREAM_TIMEOUT_MS)
      setConnectionState('live')
      parser.feed(decoder.decode(value, { stream: true }))
      void drain()
    }
  } catch {
    return 'unreachable'
  } finally {
    clearTimeout(timer)
  }
}

const wait = (ms: number, ended: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    ended.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
    // The wait ends early when the page becomes visible, or the network comes back.
    for (const event of ['online', 'visibilitychange'])
      globalThis.addEventListener(event, () => resolve(), { once: true, signal: ended })
  })
