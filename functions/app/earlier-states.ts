/** A record as of an earlier time: as it was known some while ago, after one of its events, or at an instant. */
import { periodStarts } from '../../domain/clock/index.ts'
import { isArchived } from '../../domain/formats/pgn-source.ts'
import {
  effectiveTimes,
  type Fold,
  type GameState,
  type LogEntry,
  openFold,
  step,
} from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import type { GameRecord } from './games.ts'
import type { StreamRecord } from './streams.ts'

/** A time to read as of: `delay` minutes before `now` (ms since 1970); a delay of 0 shows all there is. */
export interface AsOf {
  readonly delay: number
  readonly now: number
}

export const NOW: AsOf = { delay: 0, now: 0 }

/** The time a request reads as of. */
export const asOfRequest = ({ delay, receivedAt }: { delay: number; receivedAt: number }): AsOf => ({
  delay,
  now: receivedAt,
})

/** The unit of delays: a minute. */
export const DELAY_UNIT_MS = 60_000

/** The instant to read as of, ms. */
export const asOfInstant = ({ delay, now }: AsOf): number => now - delay * DELAY_UNIT_MS

/**
 * Seq of the last event visible as of a time, 0 where there is none. With a delay that is the longest prefix whose events
 * both had effect and had been received by then. Nothing has effect after its receipt, so a venue that sends late
 * shows nothing sooner, and a reporter's fast clock shows nothing later.
 */
export function visibleSeq({ known, seq }: Pick<StreamRecord<unknown>, 'known' | 'seq'>, asOf: AsOf): number {
  return asOf.delay === 0 ? seq : countKnown(known, asOfInstant(asOf))
}

/** How many of these instants, which never go back, were over at another (ms). */
export function countKnown(known: readonly number[], instant: number): number {
  let [low, high] = [0, known.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (known[middle]! <= instant) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The state after event `seq`. A reader who follows a game under a name of their own (`follower`) pays only for what came
 * since they last asked; going back costs a fold from the start. The state is changed by later calls: read it before the next
 * await.
 */
export function stateAfter(record: GameRecord, seq: number, follower: string): GameState {
  const { folded, seq: head } = record
  if (seq === head) return folded.fold.state
  const { trailing } = folded
  const previous = trailing.get(follower)
  const fold: Fold = previous === undefined || previous.state.seq > seq ? openFold() : previous
  // Only the fold's own part of an event is read, which is what the log holds.
  const events = folded.fold.state.log as readonly Pick<StoredEvent, Exclude<keyof LogEntry, 'untimed'>>[]
  for (const event of events.slice(fold.state.seq, seq)) step(fold, event as StoredEvent)
  const { size } = trailing
  trailing.set(follower, fold)
  if (trailing.size > size) record.remeasure()
  return fold.state
}

/**
 * The instants after a state's last event at which its running clock begins a period by itself, if nothing happens (ms). No clock
 * of an archived game runs on.
 */
export const periodsAhead = ({ at, clock, details, result }: GameState): number[] =>
  result !== null || isArchived(details) ? [] : periodStarts(clock).filter((start) => start > at)

/** The state as of the last period that had begun by an instant (ms), so that its clocks show it; else as of its last event. */
export function withPeriodBegun(state: GameState, instant: number): GameState {
  const begun = periodsAhead(state).findLast((start) => start <= instant)
  return begun === undefined ? state : { ...state, at: begun }
}

/** Seq of the last event up to `most` that had taken effect at an instant (ms). */
export function seqAt({ folded }: GameRecord, instant: number, most: number): number {
  const { log } = folded.fold.state
  const times = effectiveTimes(log)
  let seq = 0
  for (const [k, event] of log.entries()) {
    if (times[k]! > instant || event.seq > most) break
    seq = event.seq
  }
  return seq
}
