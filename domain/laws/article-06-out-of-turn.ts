/** Articles 1.3, 4.7 and 6.2.2 with the manual: a move by the player who is not on move. */

import { articlesOf } from '../editions/citations.ts'
import type { Game } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import type { MoveMade } from '../state/state.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { raise } from './verdicts.ts'

/** D38: two moves running. Whether the second is an illegal one no text says: it is not counted. */
function madeOutOfTurn(game: Game, move: MoveMade): void {
  const before = lastMove(game.state, (made) => made !== move, 3)
  const movedOn = before?.side === move.side && before.to === move.from && before.completedBy !== 'press'
  const rule = movedOn
    ? 'released-piece-fixed'
    : before?.side === move.side && articlesOf('two-moves-running', game.laws.edition).length > 0
      ? 'two-moves-running'
      : 'alternate-moves'
  raise(game, rule, {
    against: move.side,
    seq: move.seq,
    evidence: [move.seq],
    status: 'awaits-arbiter',
    remedy: { restore: move.seq - 1 },
    options: [remark('restore-second'), remark('let-stand')],
  })
}

export const article06OutOfTurn: Article = {
  made: (game, move) => {
    if (move.outOfTurn) madeOutOfTurn(game, move)
  },
}
