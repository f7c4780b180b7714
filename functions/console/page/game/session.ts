/** Follows a game live: its record where the token may read it, else its public states. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type { GameDetails } from '../../../../domain/game/index.ts'
import type { StoredEvent } from '../../../../events/index.ts'
import type { ApiRefusal } from '../api/client.ts'
import { sessionToken } from '../api/session.ts'
import { type StreamMessage, subscribeStream } from '../live/subscription.ts'
import { type GameSource, recordSource } from '../replay/source.ts'
import { createPublicStates } from './public-states.ts'
import { createRecordEvents } from './record-events.ts'

export interface GameSession {
  readonly game: string
  readonly source: ReadonlySignal<GameSource | null>
  /** The record; null where the reader may not read it. */
  readonly events: ReadonlySignal<readonly StoredEvent[] | null>
  /** Rises when an earlier public state was fetched. */
  readonly arrived: ReadonlySignal<number>
  /** The game's description, as corrected; null for the public. */
  readonly details: ReadonlySignal<GameDetails | null>
  /** Why the game cannot be shown. */
  readonly problem: ReadonlySignal<ApiRefusal | null>
  /** The public's delay, minutes. */
  readonly delayMinutes: ReadonlySignal<number>
  refresh(): Promise<boolean>
  close(): void
}

export function openGameSession(game: string): GameSession {
  const problem = signal<ApiRefusal | null>(null)
  const record = createRecordEvents(game, problem)
  const states = createPublicStates(game, problem)
  const { events } = record
  const { arrived, delayMinutes } = states
  const source = computed(() => (events.value === null ? states.source.value : recordSource(events.value)))

  const refresh = sharedWhileRunning(async () => {
    const outcome = sessionToken.peek() === null ? null : await record.refresh()
    return outcome ?? (await states.refresh())
  })

  /** Handles a message of the stream: the public's state is updated by it, a reader of the record requests the new events. */
  const onMessage = async (message: StreamMessage): Promise<boolean> => {
    const { event, data } = message
    const { seq = 0 } = (data ?? {}) as { seq?: number }
    const known = events.peek()
    if (known !== null) return event !== 'poll' && seq <= known.length ? true : refresh()
    if (event === 'poll' || sessionToken.peek() !== null) return refresh()
    if (event !== 'end') states.apply(message)
    return true
  }
  const stream = openStream(() => subscribeStream(`${states.path()}/stream`, onMessage))

  const endOfReader = onNextReader(() => {
    // Another reader sees another part of the game.
    record.clear()
    states.clear()
    stream.reopen()
    void refresh()
  })
  const endOfDelay = delayMinutes.subscribe((minutes) => {
    if (minutes > 0) stream.reopen()
  })
  void refresh()

  return {
    ...{ game, source, events, arrived, problem, delayMinutes, refresh },
    details: computed(() => {
      const now = source.value
      return now === null ? null : (now.frame(now.head)?.gameState?.details ?? null)
    }),
    close() {
      endOfReader()
      endOfDelay()
      stream.close()
    },
  }
}

/** A function that, called while a call is running, returns the answer of that call. */
function sharedWhileRunning<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= ask().finally(() => {
      running = null
    })
    return running
  }
}

/** A stream that can be opened again, with another path. */
function openStream(subscribe: () => { close(): void }) {
  let subscription = subscribe()
  return {
    reopen() {
      subscription.close()
      subscription = subscribe()
    },
    close: () => subscription.close(),
  }
}

/** Calls back when the user signs in or out. Returns the function that ends this. */
function onNextReader(changed: () => void): () => void {
  let token = sessionToken.peek()
  return effect(() => {
    if (sessionToken.value === token) return
    token = sessionToken.value
    changed()
  })
}
