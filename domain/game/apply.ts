/**
 * Writes down what happened: what stands on the board, whose clock runs, what was touched, offered, claimed, ruled.
 * It knows nothing of right and wrong; the Laws judge afterwards.
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

/** `report-corrected` and corrections of the description look back: the fold itself sees to them. */
const lookBack = { 'report-corrected': () => {}, 'details-corrected': () => {} }

const APPLIERS: Appliers = {
  ...openingAppliers,
  ...lookBack,
  ...boardAppliers,
  ...clockAppliers,
  ...claimAppliers,
  ...arbiterAppliers,
  ...scoresheetAppliers,
  ...adjournmentAppliers,
  ...announcingAppliers,
}

/** By type, in a map: a type read from JSON is a text that no engine has seen as a property's name. */
const BY_TYPE = new Map(Object.entries(APPLIERS)) as ReadonlyMap<
  EventType,
  (game: Game, event: EventOf) => void
>

export function apply(game: Game, event: EventOf): void {
  BY_TYPE.get(event.type)?.(game, event)
}
