/** A game that is followed live: its record where the token may read it, else its public states. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import {
  applyChangeMessage,
  type GameDocument,
  type MessageName,
} from '../../../../domain/formats/change-messages.ts'
import type { GameDetails } from '../../../../domain/game/index.ts'
import type { StoredEvent } from '../../../../events/index.ts'
import { type ApiRefusal, requestJson } from '../api/client.ts'
import { delayOfRefusal } from '../api/late.ts'
import { sessionToken } from '../api/session.ts'
import type { EventsResponse, StateResponse } from '../api/shapes.ts'
import { type StreamMessage, subscribeStream } from '../live/subscription.ts'
import { type GameSource, publicSource, recordSource } from '../replay/source.ts'

export interface GameSession {
  readonly game: string
  readonly source: ReadonlySignal<GameSource | null>
  /** The record, where it is open to the reader. */
  readonly events: ReadonlySignal<readonly StoredEvent[] | null>
  /** Rises when an earlier public state has come. */
  readonly arrived: ReadonlySignal<number>
  /** What was said of the game when it was opened, as corrected; null for the public. */
  readonly details: ReadonlySignal<GameDetails | null>
  /** Why there is nothing to be seen. */
  readonly problem: ReadonlySignal<ApiRefusal | null>
  /** Minutes by which the public sees it late. */
  readonly delayMinutes: ReadonlySignal<number>
  refresh(): Promise<boolean>
  close(): void
}

export function openGameSession(game: string): GameSession {
  const events = signal<readonly StoredEvent[] | null>(null)
  const shown = signal<StateResponse | null>(null)
  const problem = signal<ApiRefusal | null>(null)
  const arrived = signal(0)
  const late = signal(0)
  const earlier = new Map<number, StateResponse | 'asked'>()

  const prefix = () => (late.peek() > 0 ? `/delayed/${late.peek()}` : '')

  const before = (seq: number): StateResponse | null => {
    const known = earlier.get(seq)
    if (known === undefined) {
      earlier.set(seq, 'asked')
      void requestJson<StateResponse>(`${prefix()}/games/${game}/state?seq=${seq}`).then((answer) => {
        if (answer.ok) earlier.set(seq, answer.value)
        else earlier.delete(seq)
        arrived.value++
      })
    }
    return known === undefined || known === 'asked' ? null : known
  }

  const source = computed(() => {
    if (events.value !== null) return recordSource(events.value)
    return shown.value === null ? null : publicSource(shown.value, before)
  })

  const refreshRecord = async (): Promise<boolean | null> => {
    const have = events.peek() ?? []
    const answer = await requestJson<EventsResponse>(`/games/${game}/events?after=${have.length}`)
    if (answer.ok) {
      const { events: more, head } = answer.value
      const all = more.length === 0 ? have : [...have, ...more]
      if (all !== have || events.peek() === null) events.value = all
      problem.value = null
      // A long record comes in pages.
      return all !== have && all.length < head ? refreshRecord() : true
    }
    if (answer.status === 0) return false
    if (answer.status === 401 || answer.status === 403) return null
    problem.value = answer
    return true
  }

  const refreshPublic = async (): Promise<boolean> => {
    const answer = await requestJson<StateResponse>(`${prefix()}/games/${game}`)
    if (answer.ok) {
      if (answer.changed || shown.peek() === null) shown.value = answer.value
      problem.value = null
      return true
    }
    const minutes = delayOfRefusal(answer.status, answer.problem)
    if (minutes !== null && late.peek() === 0) {
      late.value = minutes
      return refreshPublic()
    }
    problem.value = answer
    return answer.status !== 0
  }

  let refreshing: Promise<boolean> | null = null
  const refresh = (): Promise<boolean> => {
    refreshing ??= (async () => {
      const record = sessionToken.peek() === null ? null : await refreshRecord()
      return record ?? (await refreshPublic())
    })().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  /** Messages of the stream: the public's are the picture itself, a reader's tell that the record has grown. */
  const onMessage = ({ event, data }: StreamMessage): Promise<boolean> => {
    const { seq = 0 } = (data ?? {}) as { seq?: number }
    const record = events.peek()
    if (record !== null) return event !== 'poll' && seq <= record.length ? Promise.resolve(true) : refresh()
    if (event === 'poll' || sessionToken.peek() !== null) return refresh()
    if (event === 'end') return Promise.resolve(true)
    const held = shown.peek() as GameDocument | null
    shown.value = applyChangeMessage(
      held,
      event as MessageName,
      data as Record<string, unknown>,
    ) as unknown as StateResponse
    return Promise.resolve(true)
  }
  const follow = () => subscribeStream(`${prefix()}/games/${game}/stream`, onMessage)

  let subscription = follow()
  let who = sessionToken.peek()
  const ends = effect(() => {
    if (sessionToken.value === who) return
    // Another reader sees another part of the game.
    who = sessionToken.value
    events.value = null
    shown.value = null
    late.value = 0
    earlier.clear()
    subscription.close()
    subscription = follow()
    void refresh()
  })
  const ofDelay = late.subscribe((minutes) => {
    if (minutes === 0) return
    subscription.close()
    subscription = follow()
  })
  void refresh()

  return {
    game,
    source,
    events,
    arrived,
    details: computed(() => {
      const now = source.value
      return now === null ? null : (now.frame(now.head)?.gameState?.details ?? null)
    }),
    problem,
    delayMinutes: late,
    refresh,
    close() {
      ends()
      ofDelay()
      subscription.close()
    },
  }
}
