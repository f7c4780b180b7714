/** Article 6.12 (2009: 6.14; 2014: 6.13): screens and counters may be there, but no claim rests on them alone. */

import type { EventOf } from '../../events/index.ts'
import type { Game } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { raise } from './verdicts.ts'

/** The claim is refused unheard; it may be made again once something else bears it out. */
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

/** Without the rule a move counter that shows fifty would do for a claim of fifty moves. */
export function counterShowsFifty(game: Game): boolean {
  const { presses } = game.state.clock
  return !inForce(game, 'displays-no-sole-claim') && Math.max(presses.white, presses.black) >= 50
}

export const article06Displays: Article = { on: { 'claim-made': dismiss, 'draw-claimed': dismiss } }
