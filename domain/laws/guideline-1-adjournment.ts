/** Guidelines I (2009: Guidelines; 2014: Appendix E): adjourned games. */
import type { EventOf } from '../../events/index.ts'
import { type Game, otherSide } from '../game/game.ts'
import type { MoveMade } from '../game/state.ts'
import type { Article } from './article.ts'
import { completeByEnd } from './article-06-completed.ts'
import { raise, win } from './verdicts.ts'
import { readWrittenMove } from './written-move.ts'

/** I.8: an ambiguous, undecipherable or illegal sealed move loses, unless the game was decided otherwise before. */
function opened(game: Game, event: EventOf<'envelope-opened'>): void {
  const { adjournment } = game.state
  if (game.made !== null || adjournment === null || adjournment.envelope?.seq !== event.seq) return
  const { side, sealed } = adjournment
  const matches = sealed !== null && readWrittenMove(game.position, event.data.text).move === null
  raise(game, 'bad-sealed-move', {
    against: side,
    seq: event.seq,
    evidence: [...(sealed === null ? [] : [sealed.seq]), event.seq],
    status: 'awaits-arbiter',
    remedy: { result: win(otherSide(side)) },
    options: ['loss'],
    notes: [
      matches
        ? `the text names no single legal move: ${event.data.text}`
        : 'the text does not match what was committed to when the move was sealed',
    ],
  })
}

/** I.1: the sealed move is completed by the clock stopped after sealing, so it is complete once it stands on the board. */
const sealedMoveMade = (game: Game, move: MoveMade): void => {
  if (game.state.adjournment?.envelope?.seq === move.seq) completeByEnd(game, move)
}

export const guideline1: Article = { on: { 'envelope-opened': opened }, made: sealedMoveMade }
