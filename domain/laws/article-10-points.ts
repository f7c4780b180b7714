/** Article 10.2 (2009: none): the limits of a score. Points are counted by `pointsOf` (domain/editions/points.ts). */

import type { Game } from '../state/game.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { raise } from './verdicts.ts'

const WORTH = { '1': 1, '+': 1, '½': 0.5, '0': 0, '-': 0 } as const

/** 10.2: the usual scores only, and never more than one point together. */
function scored(game: Game, seq: number): void {
  const { result } = game.state
  if (result?.seq !== seq) return
  if (!game.laws.scoresLimited || WORTH[result.white] + WORTH[result.black] <= 1) return
  raise(game, 'points-limits', {
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    options: [remark('one-point')],
    notes: [remark('total-score')],
  })
}

export const article10: Article = {
  always: {
    'result-set': (game, { seq }) => scored(game, seq),
    'appeal-decided': (game, { seq }) => scored(game, seq),
  },
}
