/**
 * Applies an event to the state: what stands on the board, whose clock runs, what was touched, offered, claimed, ruled.
 * It does not ask whether that was right; the Laws judge afterwards.
 */
import type { EventOf, EventType } from '../../events/index.ts'
import type { Game } from '../state/game.ts'
import { adjournmentAppliers } from './apply/adjournment.ts'
import { announcingAppliers } from './apply/announcing.ts'
import { arbiterAppliers } from './apply/arbiter.ts'
import { boardAppliers } from './apply/board.ts'
import { claimAppliers } from './apply/claims.ts'
import { clockAppliers } from './apply/clock.ts'
import { openingAppliers } from './apply/opening.ts'
import { scoresheetAppliers } from './apply/scoresheet.ts'

type Appliers = { [T in EventType]: (game: Game, event: EventOf<T>) => void }

/** Corrections change earlier entries; the fold applies them (`domain/state/correct.ts`). */
const correctionAppliers = { 'report-corrected': () => {}, 'details-corrected': () => {} }

const APPLIERS: Appliers = {
  ...openingAppliers,
  ...correctionAppliers,
  ...boardAppliers,
  ...clockAppliers,
  ...claimAppliers,
  ...arbiterAppliers,
  ...scoresheetAppliers,
  ...adjournmentAppliers,
  ...announcingAppliers,
}

/** By type, in a map: looking up a property by a string that was read from JSON is slower. */
const BY_TYPE = new Map(Object.entries(APPLIERS)) as ReadonlyMap<
  EventType,
  (game: Game, event: EventOf) => void
>

/** Applies one event to the game, in place. Every type has an applier, if an empty one. */
export function apply(game: Game, event: EventOf): void {
  BY_TYPE.get(event.type)?.(game, event)
}
