/** Article 11 (2009: 12): the conduct of the players. The arbiter records the incident; the Laws say what is due. */
import type { EventOf, Side } from '../../events/index.ts'
import { type Game, otherSide } from '../game/game.ts'
import type { Score } from '../game/state.ts'
import { canMate } from '../winnable/index.ts'
import type { Article } from './article.ts'
import { CANNOT_MATE_NODES, DRAW, raise, win } from './verdicts.ts'

/** 11.3.2 (2014: 11.3.b; 2009: 12.3.b): the offender loses; in 2009 the opponent gets a draw where he could not win. */
function phoneScore(game: Game, side: Side): Score {
  const winner = otherSide(side)
  if (!game.laws.phone.opponentDrawIfCannotWin) return win(winner)
  const { answer } = canMate(game.position, winner, { nodes: CANNOT_MATE_NODES })
  if (answer !== 'no') return win(winner)
  return winner === 'white' ? { white: '½', black: '0' } : { white: '0', black: DRAW.black }
}

function phone(game: Game, side: Side, event: EventOf<'incident-recorded'>): void {
  const { laws } = game
  const milder = laws.milderPhonePenalty
  raise(game, 'electronic-devices', {
    against: side,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    remedy: milder === 'fine' ? {} : { result: phoneScore(game, side) },
    options: milder === null ? ['loss'] : [milder],
  })
}

export const article11: Article = {
  on: {
    'incident-recorded': (game, event) => {
      const { kind, side } = event.data
      if (kind === 'phone' && side !== undefined) phone(game, side, event)
    },
  },
}
