/** Article 11 (2009: 12): the conduct of the players. The arbiter records the incident; the Laws say what is due. */
import type { EventOf, Incident, Side } from '../../events/index.ts'
import { type Game, otherSide } from '../game/game.ts'
import type { Score } from '../game/state.ts'
import { canMate } from '../winnable/index.ts'
import type { Article } from './article.ts'
import type { RuleId } from './citations.ts'
import { CANNOT_MATE_NODES, close, latest, raise, win } from './verdicts.ts'

/** 11.3.2 (2014: 11.3.b; 2009: 12.3.b): the offender loses; in 2009 the opponent gets a draw where he could not win. */
function phoneScore(game: Game, side: Side): Score {
  const winner = otherSide(side)
  if (!game.laws.phone.opponentDrawIfCannotWin) return win(winner)
  const { answer } = canMate(game.position, winner, { nodes: CANNOT_MATE_NODES })
  if (answer !== 'no') return win(winner)
  return winner === 'white' ? { white: '½', black: '0' } : { white: '0', black: '½' }
}

function phone(game: Game, side: Side, event: EventOf<'incident-recorded'>): void {
  const milder = game.laws.milderPhonePenalty
  raise(game, 'electronic-devices', {
    against: side,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    remedy: milder === 'fine' ? {} : { result: phoneScore(game, side) },
    options: [milder ?? 'loss'],
  })
}

/** 11.7, 11.8: persistent refusal loses; where both are guilty both lose. The opponent's score is the arbiter's. */
function refusal(game: Game, side: Side, event: EventOf<'incident-recorded'>): void {
  const both =
    latest(game, ({ rule, against }) => rule === 'persistent-refusal' && against === otherSide(side)) !== null
  raise(game, 'persistent-refusal', {
    against: side,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    remedy: { result: both ? { white: '0', black: '0' } : win(otherSide(side)) },
    options: both
      ? ['both lose']
      : ['loss; the opponent’s score is decided by the arbiter', ...game.laws.penalties],
  })
}

/** Incidents of players that are answered from the penalty list (11.6; 2009: 12.7). */
const CONDUCT: Partial<Record<Incident, RuleId>> = {
  'left-venue': 'leaving-areas',
  notes: 'no-notes-advice-analysis',
  advice: 'no-notes-advice-analysis',
  distraction: 'no-distraction',
  conduct: 'no-disrepute',
  smoking: 'smoking',
  inspection: 'inspection',
  'clock-handling': 'clock-handling',
  hovering: 'no-finger-on-clock',
}

function breach(game: Game, rule: RuleId, side: Side, seq: number): void {
  raise(game, rule, {
    against: side,
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    options: game.laws.penalties,
    alsoUnder: ['conduct-penalties', 'penalty-list'],
  })
}

/** Players who have finished are spectators (11.4), and spectators may not interfere (12.7, 12.8; 2009: 13.7). */
function thirdParty(game: Game, kind: Incident, seq: number): void {
  const rule = kind === 'phone' ? 'phones-of-others' : 'spectators-and-others'
  raise(game, rule, {
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    options: ['no action', 'expel the offender from the playing venue'],
    alsoUnder: kind === 'phone' ? [] : ['finished-players-are-spectators'],
  })
}

/** What no article settles: the arbiter rules by analogy (Preface). */
function unregulated(game: Game, against: Side | null, seq: number): void {
  raise(game, 'unregulated-case', {
    against,
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    options: ['rule by the nearest case that the Laws regulate'],
  })
}

function incident(game: Game, event: EventOf<'incident-recorded'>): void {
  const { kind, side } = event.data
  if (kind === 'late' || kind === 'medical') return
  if (side === undefined) {
    if (kind === 'other') unregulated(game, null, event.seq)
    else thirdParty(game, kind, event.seq)
    return
  }
  const rule = CONDUCT[kind]
  if (kind === 'phone') phone(game, side, event)
  else if (kind === 'refusal') refusal(game, side, event)
  else if (rule !== undefined) breach(game, rule, side, event.seq)
  else unregulated(game, side, event.seq)
}

/** 11.5: the opponent distracts or annoys; the arbiter has to step in. */
function claimed(game: Game, event: EventOf<'claim-made'>): void {
  if (event.by === 'assistant') return
  if (event.data.about === 'distraction') breach(game, 'no-distraction', otherSide(event.by), event.seq)
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
    notes: final ? ['not admissible: a decision on a quickplay claim is final'] : [],
  })
}

function appealDecided(game: Game, event: EventOf<'appeal-decided'>): void {
  const open = latest(game, (verdict) => verdict.rule === 'appeal' && verdict.status === 'awaits-arbiter')
  if (open !== null) close(open, 'applied', event.seq)
}

export const article11: Article = {
  on: { 'incident-recorded': incident, 'claim-made': claimed },
  always: { 'appeal-lodged': appealed, 'appeal-decided': appealDecided },
}
