/** Appendix C: the algebraic notation. Only a scoresheet in it is evidence; a player who writes otherwise is warned. */

import type { EventOf, Side } from '../../events/index.ts'
import { parseAnnouncement } from '../notation/index.ts'
import type { Game } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import { isBlind } from '../state/unannounced.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { isOpenVerdict, latestVerdict, raise } from './verdicts.ts'
import { isAlgebraic } from './written-move.ts'

/** Is the text a move in words by a blind player, who may record them on a tape recorder (D.2.7; 2009: E.2.5)? */
function dictated(game: Game, side: Side, text: string): boolean {
  if (!isBlind(game, side) || !inForce(game, 'blind-clock-and-score')) return false
  const announced = parseAnnouncement(game.position, text)
  return announced.ok || announced.error.code !== 'announcement'
}

function recorded(game: Game, event: EventOf<'move-recorded'>): void {
  const { by, data } = event
  if (by !== 'white' && by !== 'black') return
  // Texts of an imported PGN that could not be replayed were on no player's scoresheet.
  if (game.state.details?.source?.kind === 'pgn') return
  if (isAlgebraic(game, data.text) || dictated(game, by, data.text)) return
  const warned = latestVerdict(
    game,
    (verdict) => verdict.rule === 'algebraic-required' && verdict.against === by && isOpenVerdict(verdict),
  )
  if (warned !== null) {
    warned.evidence.push(event.seq)
    return
  }
  raise(game, 'algebraic-required', {
    against: by,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: ['warning'],
    notes: [remark('not-algebraic', { text: data.text })],
  })
}

export const appendixC: Article = { on: { 'move-recorded': recorded } }
