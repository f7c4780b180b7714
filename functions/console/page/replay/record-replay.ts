/** Folds the record of a game to any event within milliseconds, by snapshots. */
import { clockFace, hasClock } from '../../../../domain/clock/index.ts'
import {
  effectiveTimes,
  type GameState,
  openFold,
  publicState,
  resumeFold,
  step,
} from '../../../../domain/game/index.ts'
import type { Edition, StoredEvent } from '../../../../events/index.ts'
import type { GameFrame } from './frame.ts'

/** Events between two snapshots. */
const EVENTS_PER_SNAPSHOT = 32
const MAX_FRAMES = 400

export interface RecordReplay {
  readonly events: readonly StoredEvent[]
  /** Effective time of each event, by seq − 1. */
  readonly times: readonly number[]
  /** The state after an event; 0 is before the first. */
  frame(seq: number): GameFrame
  /** The same at a later instant, ms since 1970, when the pieces of a sensor board have come to rest, or cannot be read. */
  frameAt(seq: number, ms: number): GameFrame
  /** Seq of the last event effective at an instant, 0 before any. */
  seqAt(ms: number): number
}

/** `edition`: the edition of the Laws to judge by, in place of the game's own. */
export function openReplay(events: readonly StoredEvent[], edition?: Edition): RecordReplay {
  const read = edition === undefined ? events : events.map((event) => underEdition(event, edition))
  const times = effectiveTimes(events)
  const states: GameState[] = [copyOf(openFold().state)]
  const frames = new Map<number, GameFrame>()

  /** The snapshot at or before a seq; missing ones are made. */
  const snapshotBefore = (seq: number): GameState => {
    const wanted = Math.floor(seq / EVENTS_PER_SNAPSHOT)
    while (states.length <= wanted) {
      const fold = resumeFold(copyOf(states.at(-1)!))
      const from = (states.length - 1) * EVENTS_PER_SNAPSHOT
      for (const event of read.slice(from, from + EVENTS_PER_SNAPSHOT)) step(fold, event)
      states.push(copyOf(fold.state))
    }
    return states[wanted]!
  }

  const make = (seq: number): GameFrame => {
    const fold = resumeFold(copyOf(snapshotBefore(seq)))
    for (const event of read.slice(Math.floor(seq / EVENTS_PER_SNAPSHOT) * EVENTS_PER_SNAPSHOT, seq))
      step(fold, event)
    return frameOf(fold.state, times[seq - 1] ?? times[0] ?? 0)
  }

  return {
    events,
    times,
    frame(seq) {
      const bounded = Math.max(0, Math.min(seq, events.length))
      const known = frames.get(bounded)
      const frame = known ?? make(bounded)
      frames.delete(bounded)
      frames.set(bounded, frame)
      const [oldest] = frames.keys()
      if (frames.size > MAX_FRAMES && oldest !== undefined) frames.delete(oldest)
      return frame
    },
    frameAt(seq, ms) {
      const frame = this.frame(seq)
      const { gameState } = frame
      const unsettled = gameState !== null && (gameState.edgeAt !== null || gameState.question !== undefined)
      return unsettled && ms > frame.at ? { ...frame, state: publicState(gameState, ms) } : frame
    },
    seqAt: (ms) => countUpTo(times, ms),
  }
}

/** A copy of a state, to be folded on. The log is its longest part; events are only added to it, so its entries are shared. */
function copyOf({ log, ...state }: GameState): GameState {
  return { ...structuredClone(state), log: [...log] }
}

function frameOf(state: GameState, at: number): GameFrame {
  const clock = state.clock
  return {
    seq: state.seq,
    at,
    state: publicState(state, at),
    touches: state.act.touches,
    gameState: state,
    clockAt: (ms) => (hasClock(clock) ? clockFace(clock, ms) : null),
  }
}

/** How many entries of an ascending list are at most `ms`. */
export function countUpTo(times: readonly number[], ms: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! <= ms) low = middle + 1
    else high = middle
  }
  return low
}

/** The event as it would read had the game been opened under another edition. */
function underEdition(event: StoredEvent, edition: Edition): StoredEvent {
  if (event.type === 'game-opened') return { ...event, data: { ...event.data, edition } }
  if (event.type === 'details-corrected' && event.data.fields.edition !== undefined)
    return { ...event, data: { ...event.data, fields: { ...event.data.fields, edition } } }
  return event
}
