/** A game as the public may see it: its present state, updated by messages, and earlier states, which are fetched when needed. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import {
  applyChangeMessage,
  type GameDocument,
  type MessageName,
} from '../../../../domain/formats/change-messages.ts'
import { type ApiRefusal, requestJson } from '../api/client.ts'
import { delayOfRefusal } from '../api/late.ts'
import type { StateResponse } from '../api/shapes.ts'
import type { StreamMessage } from '../live/subscription.ts'
import { type GameSource, publicSource } from '../replay/source.ts'

export interface PublicStates {
  readonly source: ReadonlySignal<GameSource | null>
  /** Rises when an earlier state was fetched. */
  readonly arrived: ReadonlySignal<number>
  /** The public's delay, minutes. */
  readonly delayMinutes: ReadonlySignal<number>
  /** Path of the game, with the delay. */
  path(): string
  /** Requests the present state; returns whether the service was reached. */
  refresh(): Promise<boolean>
  /** Applies a message of the stream. */
  apply(message: StreamMessage): void
  /** Forgets everything, so that nothing that one reader saw is shown to the next. */
  clear(): void
}

export function createPublicStates(game: string, problem: Signal<ApiRefusal | null>): PublicStates {
  const shown = signal<StateResponse | null>(null)
  const delayMinutes = signal(0)
  const path = () => `${delayMinutes.peek() > 0 ? `/delayed/${delayMinutes.peek()}` : ''}/games/${game}`
  const earlier = createEarlierStates(path)
  const source = computed(() => (shown.value === null ? null : publicSource(shown.value, earlier.stateAfter)))

  const refresh = async (): Promise<boolean> => {
    const answer = await requestJson<StateResponse>(path())
    if (answer.ok) {
      if (answer.changed || shown.peek() === null) shown.value = answer.value
      problem.value = null
      return true
    }
    const minutes = delayOfRefusal(answer.status, answer.problem)
    if (minutes !== null && delayMinutes.peek() === 0) {
      delayMinutes.value = minutes
      return refresh()
    }
    problem.value = answer
    return answer.status !== 0
  }

  return {
    ...{ source, arrived: earlier.arrived, delayMinutes, path, refresh },
    apply({ event, data }) {
      shown.value = applyChangeMessage(
        shown.peek() as GameDocument | null,
        event as MessageName,
        data as Record<string, unknown>,
      ) as unknown as StateResponse
    },
    clear() {
      shown.value = null
      delayMinutes.value = 0
      earlier.clear()
    },
  }
}

/** States after earlier events, each requested once. */
function createEarlierStates(path: () => string) {
  const arrived = signal(0)
  const states = new Map<number, StateResponse | 'asked'>()
  const ask = async (seq: number) => {
    states.set(seq, 'asked')
    const answer = await requestJson<StateResponse>(`${path()}/state?seq=${seq}`)
    if (answer.ok) states.set(seq, answer.value)
    else states.delete(seq)
    arrived.value++
  }
  return {
    arrived,
    /** The state after an event; null while it is being fetched. */
    stateAfter(seq: number): StateResponse | null {
      const known = states.get(seq)
      if (known === undefined) void ask(seq)
      return known === undefined || known === 'asked' ? null : known
    },
    clear: () => states.clear(),
  }
}
