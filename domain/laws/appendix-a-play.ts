/** Appendices A.1, B.1 and A.3.2, B.3.2 (2023: A.4.3, B.2.3): what rapid and blitz are, and asking to see the arbiter's scoresheet. */

import type { EventOf } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import type { Game } from '../state/game.ts'
import type { Article } from './article.ts'
import { playByLength, timeForSixtyMoves } from './play-by-time.ts'
import { remark } from './remark.ts'
import { raise } from './verdicts.ts'

/** The game is judged as the kind of play that the event declares; the verdict says where its time control is of another kind. */
function opened(game: Game, event: EventOf<'game-opened'>): void {
  const { timeControl, play } = event.data
  if (timeControl === undefined || game.state.details !== event.data) return
  const ms = timeForSixtyMoves(timeControl)
  const measured = playByLength(ms, game.laws)
  if (measured === play) return
  raise(game, 'game-type', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'final',
    notes: [remark('game-type', { lengthMs: ms, play: remark(measured), called: remark(play) })],
  })
}

/** Asking too often, or while the opponent is on move, distracts (11.5). The right exists in supervised play only. */
function shown(game: Game, event: EventOf<'scoresheet-shown'>): void {
  const { laws, state } = game
  const { side } = event.data
  if (laws.showScoresheetMax === null || laws.play === 'standard' || laws.unsupervised) return
  const offMove = state.status === 'running' && turnOf(game.position) !== side
  const tooMany = state.scoresheets[side].shown > laws.showScoresheetMax
  if (!tooMany && !offMove) return
  raise(game, 'show-scoresheet', {
    against: side,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: laws.penalties,
    notes: [
      ...(offMove ? [remark('asked-off-move')] : []),
      ...(tooMany
        ? [remark('sheet-shown', { n: state.scoresheets[side].shown, m: laws.showScoresheetMax })]
        : []),
    ],
    alsoUnder: ['no-distraction', 'penalty-list'],
  })
}

export const appendixAPlay: Article = { on: { 'game-opened': opened, 'scoresheet-shown': shown } }
