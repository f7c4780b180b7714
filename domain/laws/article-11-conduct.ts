/** Article 11 (2009: 12): the conduct of the players. An incident is recorded; the verdict says what the arbiter may do. */

import type { EventOf, Incident, Side } from '../../events/index.ts'
import { articlesOf, standsUnder } from '../editions/citations.ts'
import type { RuleId } from '../editions/rules.ts'
import { type Game, otherSide } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { Article } from './article.ts'
import { claimantOf } from './claimant.ts'
import { remark } from './remark.ts'
import { closeVerdict, isOpenVerdict, latestVerdict, raise, setRemedy, winFor } from './verdicts.ts'

type Recorded = EventOf<'incident-recorded'>

/** Rules that a report may name by their article, whatever the kind of incident. */
const NAMED_BY_ARTICLE: readonly RuleId[] = [
  'leaving-areas',
  'no-notes-advice-analysis',
  'inspection',
  'smoking',
  'no-distraction',
  'no-finger-on-clock',
  'clock-handling',
  'scoresheet-use',
  'record-moves',
]

/** The rule of an incident that names no article, by its kind. */
const DEFAULT_RULE: Partial<Record<Incident, RuleId>> = {
  'left-venue': 'leaving-areas',
  notes: 'no-notes-advice-analysis',
  advice: 'no-notes-advice-analysis',
  distraction: 'no-distraction',
  conduct: 'no-disrepute',
}

/** 11.6 (2009: 12.7): a breach of conduct is answered from the penalty list. */
function breach(game: Game, rule: RuleId, side: Side, seq: number): void {
  raise(game, rule, {
    against: side,
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    options: inForce(game, 'conduct-penalties') ? game.laws.penalties : [],
    alsoUnder: ['conduct-penalties', 'penalty-list'],
  })
}

/** 11.7, 11.8: persistent refusal loses, and the arbiter decides the opponent's score; where both are guilty both lose. */
function refusal(game: Game, side: Side, seq: number): void {
  const other = latestVerdict(
    game,
    ({ rule, against }) => rule === 'persistent-refusal' && against === otherSide(side),
  )
  const both = { white: '0', black: '0' } as const
  raise(game, 'persistent-refusal', {
    against: side,
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    remedy: { result: other === null ? winFor(otherSide(side)) : both },
    options: other === null ? ['loss', ...game.laws.penalties] : [remark('both-lose')],
  })
  if (other !== null && isOpenVerdict(other)) setRemedy(game, other, { result: both })
}

/** 11.11 (from 2017): while moves are reconstructed the players have to help; refusing is a breach of its own. */
function helpRefused(game: Game): boolean {
  const { reconstruction } = game.state
  const duty = articlesOf('duty-to-help-reconstruct', game.laws.edition).length > 0
  return duty && reconstruction !== null && reconstruction.endedSeq === null
}

/** A case that no article settles: the arbiter rules by analogy (Preface). */
function unregulated(game: Game, against: Side | null, seq: number): void {
  raise(game, 'unregulated-case', {
    against,
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    options: [remark('nearest-case')],
  })
}

/** 11.9: a player asks for an explanation of the Laws: the arbiter explains the rule, not the position. */
function explained(game: Game, seq: number): void {
  raise(game, 'explanation-right', {
    seq,
    evidence: [seq],
    status: 'final',
    notes: [remark('rule-explained')],
  })
}

function playersIncident(game: Game, event: Recorded, side: Side): void {
  const { kind, article } = event.data
  const { edition } = game.laws
  const named =
    article === undefined ? undefined : NAMED_BY_ARTICLE.find((rule) => standsUnder(rule, article, edition))
  if (article !== undefined && standsUnder('explanation-right', article, edition)) explained(game, event.seq)
  else if (
    named === 'leaving-areas' &&
    kind === 'left-venue' &&
    article === game.laws.reportLeavingArticle &&
    !game.laws.reportLeaving
  )
    return
  else if (named !== undefined) breach(game, named, side, event.seq)
  else if (kind === 'refusal' && helpRefused(game)) breach(game, 'duty-to-help-reconstruct', side, event.seq)
  else if (kind === 'refusal') refusal(game, side, event.seq)
  else if (DEFAULT_RULE[kind] !== undefined) breach(game, DEFAULT_RULE[kind], side, event.seq)
  else if (kind === 'other') unregulated(game, side, event.seq)
}

/** 12.7, 12.8 (2009: 13.7): those who do not play may not interfere, nor telephone in the venue. */
function thirdParty(game: Game, event: Recorded): void {
  const { kind } = event.data
  if (kind === 'late' || kind === 'medical' || kind === 'left-venue') return
  if (kind === 'other') {
    unregulated(game, null, event.seq)
    return
  }
  raise(game, kind === 'phone' ? 'phones-of-others' : 'spectators-and-others', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: ['expulsion'],
  })
}

/** 11.4 (2009: 12.5): a player who has finished is a spectator. What they do to other games is no breach in their own. */
function afterTheGame(game: Game, event: Recorded, side: Side): void {
  const { kind } = event.data
  if (kind === 'conduct') breach(game, 'no-disrepute', side, event.seq)
  if (kind !== 'distraction' && kind !== 'advice') return
  raise(game, 'finished-players-are-spectators', {
    against: side,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: ['expulsion'],
    alsoUnder: ['spectators-and-others'],
  })
}

function recorded(game: Game, event: Recorded): void {
  const { side } = event.data
  if (side === undefined) thirdParty(game, event)
  else if (game.state.result !== null) afterTheGame(game, event, side)
  else playersIncident(game, event, side)
}

/** 11.5: the opponent distracts or annoys; the arbiter has to step in. */
function claimed(game: Game, event: EventOf<'claim-made'>): void {
  const claimant = claimantOf(game, event)
  if (claimant === null) return
  if (event.data.about === 'distraction') breach(game, 'no-distraction', otherSide(claimant), event.seq)
  if (event.data.about === 'other') unregulated(game, null, event.seq)
}

/** 11.10 (2009: 12.10): an appeal is recorded and play goes on; in 2009 there is none against a quickplay decision. */
function appealed(game: Game, event: EventOf<'appeal-lodged'>): void {
  const decided = game.state.claims.findLast((claim) => claim.decision !== null)
  const onQuickplay = decided?.about.startsWith('opponent-') ?? false
  const final = onQuickplay && game.laws.quickplayDecisionsFinal
  raise(game, 'appeal', {
    seq: event.seq,
    evidence: [event.seq],
    status: final ? 'final' : 'awaits-arbiter',
    notes: final ? [remark('not-admissible')] : [],
  })
}

/** A decision that names a result grants the appeal; one that names none dismisses it. */
function appealDecided(game: Game, event: EventOf<'appeal-decided'>): void {
  const open = latestVerdict(
    game,
    (verdict) => verdict.rule === 'appeal' && verdict.status === 'awaits-arbiter',
  )
  if (open !== null) closeVerdict(open, event.data.result === undefined ? 'overruled' : 'applied', event.seq)
}

export const article11: Article = {
  on: { 'claim-made': claimed },
  always: { 'incident-recorded': recorded, 'appeal-lodged': appealed, 'appeal-decided': appealDecided },
}
