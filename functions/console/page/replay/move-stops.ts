/** Where a replay that goes from move to move stops: at the first place of the record that shows the move as the last one. */
import { openFold, publicState, step } from '../../../../domain/game/index.ts'
import type { StoredEvent } from '../../../../events/index.ts'
import type { StateResponse } from '../api/shapes.ts'
import type { RecordReplay } from './record-replay.ts'

export interface MoveStop {
  /** Seq of the event that made the move, by which scoresheets name it. */
  readonly move: number
  /** The move is shown after this event: a sensor board's is read from its edges later. */
  readonly seq: number
  /** At this instant, ms since 1970. */
  readonly at: number
}

/** Of all moves of a record, those of lines that were taken back too. Moves that were read at once have one stop, of the last. */
export function recordStops(replay: RecordReplay): MoveStop[] {
  const { events, times } = replay
  const fold = openFold()
  const first = new Map<string, MoveStop>()
  let shown = 0
  for (const [k, event] of events.entries()) {
    step(fold, event)
    const at = times[k]!
    const last = publicState(fold.state, at).moves.at(-1)
    if (last === undefined) continue
    const stop =
      last.seq !== shown && last.sensed !== undefined && k > 0 && event.type !== 'clock-pressed'
        ? quietStop(last.seq, k, at)
        : null
    shown = last.seq
    for (const key of [`${last.seq}`, `${last.seq} ${last.uci}`])
      if (!first.has(key)) first.set(key, stop ?? { move: last.seq, seq: event.seq, at })
  }

  /** Where nobody pressed, quiet shows the move before the next hand lifts a piece. `k`: the events until then. */
  function quietStop(move: number, k: number, until: number): MoveStop | null {
    const at = until - 1
    const isShown = replay.frameAt(k, at).state.moves.at(-1)?.seq === move && times[k - 1]! < at
    return isShown ? { move, seq: k, at } : null
  }

  const made = fold.state.points.flatMap(({ move }) => (move === null ? [] : [move]))
  return made
    .flatMap(({ seq, uci }) => first.get(`${seq} ${uci}`) ?? first.get(`${seq}`) ?? [])
    .sort((one, other) => one.seq - other.seq)
}

/**
 * Of the moves that the public may see, who are not told which a sensor board read: such a move is known by its press, and
 * without one by the time the next is made.
 */
export function publicStops({ moves, seq: head }: Pick<StateResponse, 'moves' | 'seq'>): MoveStop[] {
  return moves.map(({ seq, at, completedSeq }, k) => {
    const until = (moves[k + 1]?.seq ?? head + 1) - 1
    const isPressed = completedSeq !== null && completedSeq > seq && completedSeq <= until
    return { move: seq, seq: isPressed ? completedSeq : until, at }
  })
}

/** The event after which play begins: that of the session, else the opening. */
export const startOf = (events: readonly StoredEvent[]): number =>
  events.find(({ type }) => type === 'session-started')?.seq ?? 1

/** The same where only moves are known: the event before the first. */
export const publicStart = ({ moves: [first], seq }: Pick<StateResponse, 'moves' | 'seq'>): number =>
  first === undefined ? seq : Math.max(1, first.seq - 1)
