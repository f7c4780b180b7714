/** Article 9.1 with 5.2.3: offering and agreeing a draw. */

import type { EventOf, Side } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import type { Game } from '../state/game.ts'
import { movesOfBoth } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import { offerDraw, offerTo, refuseOffer } from '../state/offers.ts'
import type { MoveMade } from '../state/state.ts'
import type { Article } from './article.ts'
import { unpressedMove } from './article-06-completed.ts'
import { mayEndNow, sealedBeforeOffer } from './guideline-1-resumption.ts'
import { remark } from './remark.ts'
import { conclude, DRAW_SCORE, raise } from './verdicts.ts'

/** 9.1.1: does the event forbid agreeing now? Its limit is a number of moves, made by both players. */
function forbidden(game: Game): boolean {
  const { noDrawOffersBefore } = game.laws
  if (noDrawOffersBefore === null) return false
  if (noDrawOffersBefore === 'ever') return true
  return movesOfBoth(game.state) < noDrawOffersBefore
}

/** 5.2.3, 9.1: agreement ends the game, where the Laws and the event let the players agree. */
function accepted(game: Game, event: EventOf<'draw-accepted'>): void {
  const { state, laws } = game
  const offer = offerTo(state, event.by)
  if (offer === null || !mayEndNow(game)) return
  const finding = { seq: event.seq, evidence: [offer.seq, event.seq] }
  state.offer = null
  state.counterOffer = undefined
  if (forbidden(game)) {
    raise(game, 'draw-offer-regulation', {
      ...finding,
      status: 'awaits-arbiter',
      options: [remark('agreement-void'), remark('consent-draw')],
      notes: offer.kind === 'claim' ? [remark('check-claim-d25')] : [],
    })
    return
  }
  const moved = movesOfBoth(game.state)
  if (moved < laws.agreedDrawMinMoves) {
    raise(game, 'draw-by-agreement', {
      ...finding,
      status: 'awaits-arbiter',
      options: [remark('agreement-not-valid')],
      notes: [remark('both-moved')],
    })
    return
  }
  conclude(game, 'draw-by-agreement', finding, DRAW_SCORE)
}

/** 9.1.2.1: an offer ends with a refusal, spoken or by touching a piece; it cannot be withdrawn. */
function declined(game: Game, by: Side): void {
  if (inForce(game, 'draw-offer-lifetime')) refuseOffer(game.state, by)
}

function touched(game: Game, event: EventOf<'piece-touched'>): void {
  if (game.state.act.touches.some((touch) => touch.seq === event.seq)) declined(game, event.by)
}

/** Making a move refuses the opponent's offer, since a piece is touched; the offering player's own move leaves it open. */
const moved = (game: Game, move: MoveMade): void => {
  if (!sealedBeforeOffer(game, move)) declined(game, move.side)
}

/** 9.1.2.1: a draw is offered after making a move and before the press; at another time it may distract (11.5; 2009: 12.6). */
function offered(game: Game, event: EventOf<'draw-offered'>): void {
  const { state, laws } = game
  if (laws.offeringMayBeForbidden && forbidden(game)) {
    raise(game, 'draw-offer-regulation', {
      against: event.by,
      seq: event.seq,
      evidence: [event.seq],
      status: 'awaits-arbiter',
      options: [remark('offer-void'), remark('consent-offer')],
    })
  }
  if (state.status === 'adjourned') {
    if (!inForce(game, 'offer-after-sealing')) state.offer = null
    return
  }
  if (unpressedMove(game, event.by) !== null || state.clock.control === null) return
  const onMove = turnOf(game.position) === event.by
  if (onMove && state.status !== 'running') return
  raise(game, 'draw-offer', {
    against: event.by,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: laws.penalties,
    notes: [onMove ? remark('offered-before') : remark('offered-thinking')],
    alsoUnder: ['no-distraction'],
  })
}

/** 9.1.2.3: a claim is an offer too, right or wrong; so is a request for an increment (III.4). An offer that stands stays. */
function claimOffers(game: Game, by: Side, seq: number, kind: 'claim' | 'increment'): void {
  if (inForce(game, 'claim-is-draw-offer')) offerDraw(game.state, { by, seq, kind })
}

export const article09Offers: Article = {
  made: moved,
  on: {
    'draw-claimed': (game, event) => {
      const quickplay = event.data.basis.startsWith('opponent-')
      if (!quickplay || game.laws.quickplayClaimOffers) claimOffers(game, event.by, event.seq, 'claim')
    },
    'increment-requested': (game, event) => claimOffers(game, event.by, event.seq, 'increment'),
    'draw-accepted': accepted,
    'draw-declined': (game, event) => declined(game, event.by),
    'piece-touched': touched,
    'draw-offered': offered,
  },
}
