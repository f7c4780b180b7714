/** Folds a game up to a seq, or up to an instant. */
import type { StoredEvent } from '../../events/index.ts'
import { effectiveTimes } from '../state/instant.ts'
import type { GameState } from '../state/state.ts'
import { openFold, step } from './fold.ts'

/** The state after the events up to and including `seq`; later corrections are not applied. */
export function foldToSeq(events: Iterable<StoredEvent>, seq: number): GameState {
  const open = openFold()
  for (const event of events) {
    if (event.seq > seq) break
    step(open, event)
  }
  return open.state
}

/** The state at an instant (ms): the longest prefix of events whose effective times have come. */
export function foldToInstant(events: Iterable<StoredEvent>, instant: number): GameState {
  const open = openFold()
  const all = [...events]
  const times = effectiveTimes(all)
  for (const [k, event] of all.entries()) {
    if (times[k]! > instant) break
    step(open, event)
  }
  return open.state
}
