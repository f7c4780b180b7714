/** Article 10 (2009: 11): points. */
import type { EventData, Points } from '../../events/index.ts'
import type { Score } from '../game/state.ts'
import type { Article } from './article.ts'
import { raise } from './verdicts.ts'

const WORTH = { '1': 1, '+': 1, '½': 0.5, '0': 0, '-': 0 } as const

type Scoring = NonNullable<EventData<'game-opened'>['regulations']>['scoring']

/** 10.1: one point, half a point, none, unless the event announced otherwise; a forfeit counts as a win or a loss. */
export function pointsOf(points: Points, scoring: Scoring): number {
  const { win = 1, draw = 0.5, loss = 0, forfeitWin = win, forfeitLoss = loss } = scoring ?? {}
  return { '1': win, '½': draw, '0': loss, '+': forfeitWin, '-': forfeitLoss }[points]
}

/** What a result is worth to both, in the scoring of the event. */
export const scoreInPoints = (score: Score, scoring: Scoring): { white: number; black: number } => ({
  white: pointsOf(score.white, scoring),
  black: pointsOf(score.black, scoring),
})

/** 10.2: the usual scores only, and never more than one point together. */
export const article10: Article = {
  always: {
    'result-set': (game, event) => {
      const { white, black } = event.data
      if (!game.laws.scoresLimited || WORTH[white] + WORTH[black] <= 1) return
      raise(game, 'points-limits', {
        seq: event.seq,
        evidence: [event.seq],
        status: 'awaits-arbiter',
        notes: ['the total of both scores may not exceed that of one game'],
      })
    },
  },
}
