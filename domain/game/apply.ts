/**
 * Writes down what happened: what stands on the board, whose clock runs, what was touched, offered, claimed, ruled.
 * It knows nothing of right and wrong; the Laws judge afterwards.
 */
import type { EventOf, EventType } from '../../events/index.ts'
import { adjournment } from './apply/adjournment.ts'
import { announcing } from './apply/announcing.ts'
import { arbiter } from './apply/arbiter.ts'
import { board } from './apply/board.ts'
import { claims } from './apply/claims.ts'
import { clock } from './apply/clock.ts'
import { opening } from './apply/opening.ts'
import { scoresheet } from './apply/scoresheet.ts'
import type { Game } from './game.ts'

type Appliers = { [T in EventType]: (game: Game, event: EventOf<T>) => void }

/** `report-corrected` and corrections of the description look back: the fold itself sees to them. */
const lookBack = { 'report-corrected': () => {}, 'details-corrected': () => {} }

const APPLIERS: Appliers = {
  ...opening,
  ...lookBack,
  ...board,
  ...clock,
  ...claims,
  ...arbiter,
  ...scoresheet,
  ...adjournment,
  ...announcing,
}

/** By type, in a map: a type read from JSON is a text that no engine has seen as a property's name. */
const BY_TYPE = new Map(Object.entries(APPLIERS)) as ReadonlyMap<
  EventType,
  (game: Game, event: EventOf) => void
>

export function apply(game: Game, event: EventOf): void {
  BY_TYPE.get(event.type)?.(game, event)
}
