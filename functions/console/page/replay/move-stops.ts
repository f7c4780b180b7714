/** Where a replay that goes from move to move stops: at the first place of the record that shows a move as the last one. */
import { openFold, publicState, step } from '../../../../domain/game/index.ts'
import type { StoredEvent } from '../../../../events/index.ts'
import type { StateResponse } from '../api/shapes.ts'
import type { RecordReplay } from './record-replay.ts'

export interface MoveStop {
  /** Seq of the event that made the move. */
  readonly move: number
  /** Seq of the event after which the move is shown: the moves of a sensor board are read from later edges. */
  readonly seq: number
  /** The instant of the stop, ms since 1970. */
  readonly at: number
}

/** The stops of all moves of a record, including moves that were taken back. Moves that were read at once have one stop, of the last. */
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

  /** Without a press, a board at rest shows the move before the next piece is lifted. `k`: the number of events until then. */
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
 * The stops of the moves that the public may see. The public is not shown which moves a sensor board read: a stop is at the press of a
 * move, and without one at the last event before the next move.
 */
export function publicStops({ moves, seq: head }: Pick<StateResponse, 'moves' | 'seq'>): MoveStop[] {
  return moves.map(({ seq, at, completedSeq }, k) => {
    const until = (moves[k + 1]?.seq ?? head + 1) - 1
    const isPressed = completedSeq !== null && completedSeq > seq && completedSeq <= until
    return { move: seq, seq: isPressed ? completedSeq : until, at }
  })
}

/** Seq of the event after which play begins: the start of the session, else the opening. */
export const startOf = (events: readonly StoredEvent[]): number =>
  events.find(({ type }) => type === 'session-started')?.seq ?? 1

/** The same where only moves are known: seq of the event before the first. */
export const publicStart = ({ moves: [first], seq }: Pick<StateResponse, 'moves' | 'seq'>): number =>
  first === undefined ? seq : Math.max(1, first.seq - 1)
