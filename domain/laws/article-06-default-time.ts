/** Article 6.7 (2009: 6.6): a player who arrives after the default time. */

import type { Side } from '../../events/index.ts'
import { type Game, otherSide } from '../state/game.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { latestVerdict, raise, setRemedy } from './verdicts.ts'

/**
 * A player who arrives after the default time loses; from 2014 unless the arbiter decides otherwise. If both do, both lose. A
 * resumed game is under Guideline I.10.
 */
function late(game: Game, side: Side, seq: number): void {
  const { state, laws } = game
  if (laws.defaultTime === null || state.startedAt === null) return
  if (state.adjournment !== null && state.adjournment.adjournedSeq !== null) return
  if (state.at - state.startedAt <= laws.defaultTime) return
  const standing = (of: Side) =>
    latestVerdict(game, (verdict) => verdict.rule === 'default-time' && verdict.against === of)
  if (standing(side) !== null) return
  const other = standing(otherSide(side))
  const result = other === null ? forfeitOf(side) : ({ white: '-', black: '-' } as const)
  raise(game, 'default-time', {
    against: side,
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    remedy: { result },
    options: laws.arbiterMayExcuseLateness
      ? [remark('forfeit'), remark('otherwise-played')]
      : [remark('forfeit')],
  })
  if (other !== null) setRemedy(game, other, { result })
}

const forfeitOf = (side: Side) =>
  side === 'white' ? ({ white: '-', black: '+' } as const) : ({ white: '+', black: '-' } as const)

export const article06DefaultTime: Article = {
  on: {
    'player-arrived': (game, event) => late(game, event.data.side, event.seq),
    'incident-recorded': (game, event) => {
      const { kind, side } = event.data
      if (kind === 'late' && side !== undefined && game.state.arrived[side] === null)
        late(game, side, event.seq)
    },
  },
}
