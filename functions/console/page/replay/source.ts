/** The source of a game's frames: its record where the token may read it, else its public states. */
import type { StoredEvent } from '../../../../events/index.ts'
import type { StateResponse } from '../api/shapes.ts'
import { extrapolateClock } from '../clock/extrapolate.ts'
import type { GameFrame } from './frame.ts'
import { type MoveStop, publicStart, publicStops, recordStops, startOf } from './move-stops.ts'
import { countUpTo, openReplay } from './record-replay.ts'
import { blackBegan, sideOfPly } from './turns.ts'

/** A mark on the timeline: an event of the record, or a move that the public may see. */
export interface TimelineEvent {
  readonly seq: number
  /** Effective time, ms since 1970. */
  readonly at: number
  readonly type: StoredEvent['type']
  readonly by: StoredEvent['by']
  /** The whole event; null where only the move is known. */
  readonly event: StoredEvent | null
}

/** The instant to show for an event that took effect at `at`, ms since 1970: of an opening its own instant is shown. */
export const shownInstant = (event: StoredEvent, at: number): number =>
  event.type === 'game-opened' ? Date.parse(event.at) : at

export interface GameSource {
  readonly head: number
  readonly timelineEvents: readonly TimelineEvent[]
  /** Null while it is being fetched. */
  frame(seq: number): GameFrame | null
  /** The same at an instant (ms since 1970) not before the event, when more may have come to rest on a sensor board. */
  frameAt(seq: number, ms: number): GameFrame | null
  seqAt(ms: number): number
  /** The event after which play begins. */
  readonly startSeq: number
  /** The stops of the moves, in their order. */
  moveStops(): readonly MoveStop[]
}

export function recordSource(events: readonly StoredEvent[]): GameSource {
  const replay = openReplay(events)
  let stops: readonly MoveStop[] | null = null
  return {
    head: events.length,
    timelineEvents: events.map((event, k) => ({
      seq: event.seq,
      at: replay.times[k]!,
      type: event.type,
      by: event.by,
      event,
    })),
    frame: (seq) => replay.frame(seq),
    frameAt: (seq, ms) => replay.frameAt(seq, ms),
    seqAt: (ms) => replay.seqAt(ms),
    startSeq: startOf(events),
    moveStops() {
      stops ??= recordStops(replay)
      return stops
    },
  }
}

/** `earlier`: the state after an earlier event; null while it is being fetched. */
export function publicSource(
  state: StateResponse,
  earlier: (seq: number) => StateResponse | null,
): GameSource {
  const began = blackBegan({ plies: state.moves.length, turn: state.turn })
  const stops = publicStops(state)
  const moves = stops.map(({ seq, at }, k): TimelineEvent => {
    return { seq, at, type: 'move-made', by: sideOfPly(k + 1, began), event: null }
  })
  const last = Date.parse(state.at)
  const seqs = [...new Set([...moves.map(({ seq }) => seq), state.seq])]
  const times = seqs.map((seq) => stops.find((stop) => stop.seq === seq)?.at ?? last)
  const start = publicStart(state)
  return {
    head: state.seq,
    timelineEvents: moves,
    frame(seq) {
      const shown = seq >= state.seq ? state : earlier(seq)
      return shown === null ? null : publicFrame(shown)
    },
    frameAt(seq) {
      return this.frame(seq)
    },
    seqAt: (ms) => seqs[countUpTo(times, ms) - 1] ?? start,
    startSeq: start,
    moveStops: () => stops,
  }
}

function publicFrame(state: StateResponse): GameFrame {
  const at = Date.parse(state.at)
  return {
    seq: state.seq,
    at,
    state: {
      ...state,
      verdicts: state.verdicts ?? [],
      mustPlay: state.mustPlay ?? null,
      offer: state.offer ?? null,
    },
    touches: [],
    gameState: null,
    clockAt: (ms) => (state.clocks === null ? null : extrapolateClock(state.clocks, ms - at)),
  }
}
