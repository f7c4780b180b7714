/** The events of a game, for readers who may read its record. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { StoredEvent } from '../../../../events/index.ts'
import { type ApiRefusal, requestJson } from '../api/client.ts'
import type { EventsResponse } from '../api/shapes.ts'

export interface RecordEvents {
  /** Null until they are fetched, and where the reader may not read the record. */
  readonly events: ReadonlySignal<readonly StoredEvent[] | null>
  /** Requests new events; returns whether the service was reached, or null where the reader may not read the record. */
  refresh(): Promise<boolean | null>
  /** Forgets everything, so that nothing that one reader saw is shown to the next. */
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
