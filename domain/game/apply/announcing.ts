/** Applies announcements of moves (Appendix D; 2009: E). */
import type { Side } from '../../../events/index.ts'
import { turnOf } from '../../chess/index.ts'
import type { Game } from '../../state/game.ts'
import { inForce } from '../../state/in-force.ts'
import { announcedReport, tooLateToCorrect } from '../../state/unannounced.ts'
import { makeMove } from '../moves.ts'
import type { AppliersOf } from './appliers-of.ts'

/** Records the announcement of the player on move. The opponent's repetition of it changes nothing. */
function announce(game: Game, by: Side, text: string, seq: number): void {
  const { state } = game
  if (by !== turnOf(game.position) || state.result !== null) return
  state.announcement = { by, text, seq }
  state.announces[by] = true
  const report = announcedReport(game, by)
  if (report !== null) makeMove(game, report, seq)
}

export const announcingAppliers: AppliersOf<'move-announced' | 'announcement-corrected'> = {
  'move-announced': (game, event) => announce(game, event.by, event.data.text, event.seq),

  'announcement-corrected': (game, event) => {
    if (!tooLateToCorrect(game, event.by) || !inForce(game, 'blind-slip'))
      announce(game, event.by, event.data.text, event.seq)
  },
}
