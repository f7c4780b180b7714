/** Article 10 (2009: 11): points. */
import type { Article } from './article.ts'
import { close, latest, raise } from './verdicts.ts'

const WORTH = { '1': 1, '+': 1, '½': 0.5, '0': 0, '-': 0 } as const

/** 10.2: the usual scores only, and never more than one point together. */
export const article10: Article = {
  always: {
    'result-set': (game, event) => {
      const { white, black } = event.data
      const open = latest(game, ({ rule, status }) => rule === 'points-limits' && status === 'awaits-arbiter')
      if (open !== null) close(open, 'applied', event.seq)
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
