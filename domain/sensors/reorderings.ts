/** What later events showed of earlier ones is kept, so that the fold comes out the same whenever it is asked. */

import { earlierInstant, latestInstantOf } from '../state/correct.ts'
import type { Game } from '../state/game.ts'
import type { Reread } from '../state/sensor-state.ts'
import type { LogEntry } from '../state/state.ts'

/** Readings of order that a game may turn over; more tell of a broken board. */
const MAX_REORDERINGS = 100

/** May what was read still be turned over? */
export const mayTurnOver = ({ state }: Game): boolean => (state.reorderings?.length ?? 0) < MAX_REORDERINGS

/** The hand had not let go after this edge; null where that is known already and has not made anything plainer. */
export function hoverCorrection(game: Game, settled: number): Reread | null {
  const isKnown = game.state.reorderings?.some((reread) => 'wait' in reread && reread.wait === settled)
  return isKnown === true || !mayTurnOver(game) ? null : { wait: settled }
}

/** An entry that is read where another stands: before it, and not later than it. `moved`: its own seq then. */
export type ReadEntry = LogEntry & { moved?: number }

/** The entries in the order in which later ones show that they have to be read. */
export function inReadOrder(entries: readonly LogEntry[], reorderings: readonly Reread[]): ReadEntry[] {
  let read: ReadEntry[] = [...entries]
  for (const reread of reorderings) {
    if (!('seqs' in reread)) continue
    const index = read.findIndex(({ seq, moved }) => seq === reread.before && moved === undefined)
    const place = read[index]
    if (place === undefined) continue
    const isMoved = ({ seq }: LogEntry, i: number) => i > index && reread.seqs.includes(seq)
    const moved = read.filter(isMoved).map((entry) => ({
      ...entry,
      seq: reread.before - 1,
      recordedAt: earlierInstant(entry.recordedAt, latestInstantOf(place)),
      moved: entry.seq,
    }))
    const remaining = read.filter((entry, i) => !isMoved(entry, i))
    read = [...remaining.slice(0, index), ...moved, ...remaining.slice(index)]
  }
  return read
}
