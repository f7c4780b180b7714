/**
 * Articles 1.1–1.2, 4.4.4, 4.7 and 6.2.2 with the manual: a move by the player who is not on move (`isOutOfTurn` in
 * game/moves.ts).
 */

import { articlesOf } from '../editions/citations.ts'
import type { RuleId } from '../editions/rules.ts'
import type { Game } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import type { MoveMade } from '../state/state.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { raise } from './verdicts.ts'

/**
 * The rule broken by moving the same piece again before the press: another promotion than the one made (4.4.4), or another square
 * than the one it was released on (4.7), whether the report starts from that square or from the original one.
 */
function changedMove(before: MoveMade, move: MoveMade): RuleId | null {
  if (before.side !== move.side || before.completedBy === 'press') return null
  if (before.to === move.from) return 'released-piece-fixed'
  if (before.from !== move.from) return null
  if (before.to !== move.to) return 'released-piece-fixed'
  return before.promotion === move.promotion ? null : 'promotion-choice-final'
}

function ruleOf(game: Game, before: MoveMade | null, move: MoveMade): RuleId {
  const changed = before === null ? null : changedMove(before, move)
  if (changed !== null) return changed
  const running = before?.side === move.side && articlesOf('two-moves-running', game.laws.edition).length > 0
  return running ? 'two-moves-running' : 'alternate-moves'
}

/** D38: no text says whether the second of two moves running is an illegal move, so it is not counted as one. */
function madeOutOfTurn(game: Game, move: MoveMade): void {
  const before = lastMove(game.state, (made) => made !== move, 3)
  raise(game, ruleOf(game, before ?? null, move), {
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
