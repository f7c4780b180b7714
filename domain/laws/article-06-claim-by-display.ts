/** Article 6.12 (2009: 6.14; 2014: 6.13): no claim rests on screens and move counters alone. */

import type { EventOf } from '../../events/index.ts'
import type { Game } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { raise } from './verdicts.ts'

/** The claim is refused without being examined; it may be made again on other evidence. */
function dismiss(game: Game, event: EventOf<'claim-made'> | EventOf<'draw-claimed'>): void {
  if (event.data.evidence !== 'display' || !inForce(game, 'displays-no-sole-claim')) return
  raise(game, 'displays-no-sole-claim', {
    against: event.by === 'assistant' ? null : event.by,
    seq: event.seq,
    evidence: [event.seq],
    status: 'final',
    notes: [remark('display')],
  })
  game.dismissed = true
}

/** While the rule is out of force: does a move counter show fifty, which would then prove a claim of fifty moves? */
export function counterShowsFifty(game: Game): boolean {
  const { presses } = game.state.clock
  return !inForce(game, 'displays-no-sole-claim') && Math.max(presses.white, presses.black) >= 50
}

export const article06Displays: Article = { on: { 'claim-made': dismiss, 'draw-claimed': dismiss } }
