/** The record of a game, for readers who may see it whole: its events, and those that have come since. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { StoredEvent } from '../../../../events/index.ts'
import { type ApiRefusal, requestJson } from '../api/client.ts'
import type { EventsResponse } from '../api/shapes.ts'

export interface RecordEvents {
  /** Null until they have come, and where the record is not open to the reader. */
  readonly events: ReadonlySignal<readonly StoredEvent[] | null>
  /** Asks for what is new; answers whether the service could be reached, null: the record is not open to the reader. */
  refresh(): Promise<boolean | null>
  /** Nothing that one reader saw is shown to the next. */
  clear(): void
}

export function createRecordEvents(game: string, problem: Signal<ApiRefusal | null>): RecordEvents {
  const events = signal<readonly StoredEvent[] | null>(null)

  const refresh = async (): Promise<boolean | null> => {
    const have = events.peek() ?? []
    const answer = await requestJson<EventsResponse>(`/games/${game}/events?after=${have.length}`)
    if (answer.ok) {
      const { events: more, head } = answer.value
      const all = more.length === 0 ? have : [...have, ...more]
      if (all !== have || events.peek() === null) events.value = all
      problem.value = null
      // A long record comes in pages.
      return all !== have && all.length < head ? refresh() : true
    }
    if (answer.status === 0) return false
    if (answer.status === 401 || answer.status === 403) return null
    problem.value = answer
    return true
  }

  return {
    events,
    refresh,
    clear() {
      events.value = null
    },
  }
}
