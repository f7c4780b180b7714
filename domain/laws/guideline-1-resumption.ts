/** Guidelines I.4–I.7, I.9–I.13 (2009: Guidelines 4–7, 9–12; 2014: E.4–E.7, E.9–E.13): resuming an adjourned game. */

import type { EventOf, Side } from '../../events/index.ts'
import type { RuleId } from '../editions/rules.ts'
import { isClosed, openedBy } from '../state/envelope.ts'
import { type Game, otherSide } from '../state/game.ts'
import { pathOf } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import type { MoveMade } from '../state/state.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { closeVerdict, isOpenVerdict, latestVerdict, raise, setRemedy, winFor } from './verdicts.ts'

const openOf = (game: Game, rule: RuleId) =>
  latestVerdict(game, (verdict) => verdict.rule === rule && isOpenVerdict(verdict))

const answerOpen = (game: Game, rule: RuleId, seq: number): void => {
  const verdict = openOf(game, rule)
  if (verdict !== null) closeVerdict(verdict, 'applied', seq)
}

/** I.4: was the move sealed before the offer was made? Then it does not refuse the offer. */
export function sealedBeforeOffer(game: Game, move: MoveMade): boolean {
  const { adjournment, offer } = game.state
  const { sealed = null } = openedBy(adjournment, move.seq) ?? {}
  return sealed !== null && offer !== null && offer.seq > sealed.seq && inForce(game, 'offer-after-sealing')
}

/** I.6: between adjournment and resumption an agreement or a resignation ends the game, where the guideline says so. */
export const mayEndNow = (game: Game): boolean =>
  game.state.status !== 'adjourned' || inForce(game, 'resume-setup')

/** I.9.2: the envelope stays closed while the player who has to reply is absent, and that player's clock runs. */
function resumed(game: Game, event: EventOf<'play-resumed'>): void {
  const adjournment = game.state.adjournment
  if (adjournment === null || !isClosed(adjournment)) return
  raise(game, 'resumption-absence', {
    against: otherSide(adjournment.side),
    seq: event.seq,
    evidence: [adjournment.adjournedSeq ?? adjournment.requestedSeq, event.seq],
    status: 'awaits-arbiter',
    options: [remark('open-envelope')],
  })
}

function opened(game: Game, event: EventOf<'envelope-opened'>): void {
  answerOpen(game, 'resumption-absence', event.seq)
  const data = openOf(game, 'envelope-data')
  if (data !== null) closeVerdict(data, 'lapsed', event.seq)
}

/** I.10 (2009: more than an hour): a player who comes too late loses, unless the arbiter decides otherwise; if both do, both lose. */
function late(game: Game, side: Side, seq: number): void {
  const { state, laws } = game
  const adjournment = state.adjournment
  if (adjournment === null || adjournment.adjournedSeq === null) return
  const due = adjournment.resumesAt ?? adjournment.resumedAt
  const limit = laws.resumptionLate === 'default-time' ? laws.defaultTime : laws.resumptionLate
  if (due === null || limit === null || state.at - due <= limit) return
  const known = (of: Side) =>
    latestVerdict(
      game,
      ({ rule, against, seq: arose }) =>
        rule === 'resumption-lateness' && against === of && arose > (adjournment.adjournedSeq ?? 0),
    )
  if (known(side) !== null) return
  const other = known(otherSide(side))
  const result = other === null ? winFor(otherSide(side)) : ({ white: '0', black: '0' } as const)
  raise(game, 'resumption-lateness', {
    against: side,
    seq,
    evidence: [adjournment.adjournedSeq, seq],
    status: 'awaits-arbiter',
    remedy: { result },
    options: ['loss', remark('otherwise-on')],
  })
  if (other !== null && isOpenVerdict(other)) setRemedy(game, other, { result })
}

function incident(game: Game, event: EventOf<'incident-recorded'>): void {
  const { kind, side } = event.data
  if (kind !== 'late' || side === undefined) return
  if (game.state.adjournment?.arrived[side] === null) late(game, side, event.seq)
}

/** I.12: with the envelope lost the game goes on from the adjourned position; without the position it is annulled. */
function lost(game: Game, event: EventOf<'envelope-lost'>): void {
  const adjournment = game.state.adjournment
  if (adjournment === null || openOf(game, 'envelope-missing') !== null) return
  raise(game, 'envelope-missing', {
    seq: event.seq,
    evidence: [...(adjournment.sealed === null ? [] : [adjournment.sealed.seq]), event.seq],
    status: 'awaits-arbiter',
    options: [remark('as-recorded'), remark('as-set'), remark('annul')],
  })
}

function made(game: Game, move: MoveMade): void {
  const adjournment = game.state.adjournment
  if (adjournment?.lost === true && move.side === adjournment.side)
    answerOpen(game, 'envelope-missing', move.seq)
}

/** Has the player made a move since play was resumed, other than the sealed one? */
const hasMovedSince = (game: Game, side: Side, resumedSeq: number): boolean =>
  pathOf(game.state).some(
    ({ move }) =>
      move !== null &&
      move.side === side &&
      move.seq > resumedSeq &&
      openedBy(game.state.adjournment, move.seq) === null,
  )

/**
 * I.13: a wrong time is put right if a player points it out before their first move; later it stays, unless the arbiter decides
 * otherwise. Returns whether the complaint was one of this kind.
 */
export function wrongTimeAtResumption(game: Game, event: EventOf<'setup-corrected'>): boolean {
  const resumedSeq = game.state.adjournment?.resumedSeq ?? null
  if (resumedSeq === null || !inForce(game, 'resumption-wrong-time')) return false
  const byPlayer = event.by === 'white' || event.by === 'black'
  const tooLate = byPlayer && hasMovedSince(game, event.by as Side, resumedSeq)
  raise(game, 'resumption-wrong-time', {
    seq: event.seq,
    evidence: [resumedSeq, event.seq],
    status: tooLate ? 'final' : 'awaits-arbiter',
    options: tooLate ? [] : [remark('correct-time')],
    notes: tooLate ? [remark('moved-since')] : [],
  })
  return true
}

export const guideline1Resumption: Article = {
  made,
  on: {
    'play-resumed': resumed,
    'envelope-opened': opened,
    'player-arrived': (game, event) => late(game, event.data.side, event.seq),
    'incident-recorded': incident,
    'envelope-lost': lost,
  },
}
