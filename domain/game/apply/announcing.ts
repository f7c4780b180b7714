/** Moves that are spoken (Appendix D; 2009: E). */
import type { Side } from '../../../events/index.ts'
import { turnOf } from '../../chess/index.ts'
import { inForce } from '../../laws/in-force.ts'
import { type Game, otherSide } from '../game.ts'
import { lastMove } from '../history.ts'
import { makeMove } from '../moves.ts'
import { announcedNow } from '../unannounced.ts'
import type { AppliersOf } from './appliers-of.ts'

/** D.2.8 (2009: E.2.6): a slip of the tongue is corrected before the opponent's clock is started, or not at all. */
export function tooLateToCorrect(game: Game, by: Side): boolean {
  const { clock } = game.state
  if (clock.running !== null) return clock.running === otherSide(by)
  const own = lastMove(game.state, (move) => move.side === by, 2)
  return turnOf(game.position) !== by && own !== null && own.completedSeq !== null
}

/** What the player on move says; the opponent's repeating it changes nothing. */
function say(game: Game, by: Side, text: string, seq: number): void {
  const { state } = game
  if (by !== turnOf(game.position) || state.result !== null) return
  state.announcement = { by, text, seq }
  state.announces[by] = true
  const report = announcedNow(game, by)
  if (report !== null) makeMove(game, report, seq)
}

export const announcingAppliers: AppliersOf<'move-announced' | 'announcement-corrected'> = {
  'move-announced': (game, event) => say(game, event.by, event.data.text, event.seq),

  'announcement-corrected': (game, event) => {
    if (!tooLateToCorrect(game, event.by) || !inForce(game, 'blind-slip'))
      say(game, event.by, event.data.text, event.seq)
  },
}
