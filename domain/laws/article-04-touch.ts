/** Article 4: the act of moving the pieces. What was touched, released or announced obliges the player; other moves are a breach. */

import type { EventOf } from '../../events/index.ts'
import { legalMoves, type Position, turnOf, uciOf } from '../chess/index.ts'
import type { RuleId } from '../editions/rules.ts'
import { type Game, otherSide, pointOf, positionAt } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import type { MoveMade, Verdict } from '../state/state.ts'
import type { Article } from './article.ts'
import { claimantOf } from './claimant.ts'
import { actBefore, obligationOf, renewObligation } from './obligation.ts'
import { remark } from './remark.ts'
import { closeVerdict, isOpenVerdict, latestVerdict, pointOfOffence, raise } from './verdicts.ts'

function positionBefore(game: Game): Position | null {
  const { state } = game
  return positionAt(state, state.points[pointOf(state).parent])
}

/** 7.5.1 with 4.3 and 4.7: an uncompleted illegal move is replaced by a move of the pieces it touched. */
function bindToReplace(game: Game, move: MoveMade): void {
  const position = positionBefore(game)
  if (position === null) return
  const { act } = game.state
  const obligation = obligationOf(position, legalMoves(position), actBefore(move, act))
  act.mustPlay = obligation?.moves.map((legal) => uciOf(position, legal)) ?? null
  act.binding = obligation?.rule ?? null
}

const brokeObligation = (move: MoveMade): boolean =>
  move.legal && move.obliged !== undefined && !move.obliged.moves.includes(move.uci)

/** The obligation that a move breaks; null where it breaks none. */
export function breachOf(move: MoveMade): NonNullable<MoveMade['obliged']> | null {
  return brokeObligation(move) && move.obliged !== undefined ? move.obliged : null
}

function raiseBreach(game: Game, move: MoveMade, seq: number): Verdict | null {
  const breach = breachOf(move)
  if (breach === null) return null
  const touches = (move.touched ?? []).map((touch) => touch.seq)
  return raise(game, breach.rule ?? 'touch-own', {
    against: move.side,
    seq,
    evidence: [...new Set([...touches, move.seq])],
    status: inForce(game, 'arbiter-acts-on-article4') ? 'awaits-arbiter' : 'awaits-claim',
    remedy: { restore: move.seq - 1 },
    notes: [
      ...(breach.rule === 'draw-claim-incorrect' ? [remark('claimed-not-made')] : []),
      remark('due-one', { moves: breach.moves }),
    ],
  })
}

/** Rules whose verdicts are breaches of 4.1–4.7; so is `draw-claim-incorrect` where it asks for the position before the move (9.5.3). */
const BREACHES: readonly RuleId[] = [
  'one-hand-only',
  'touch-own',
  'touch-opponent',
  'touch-both-colours',
  'touch-king-and-rook',
  'touch-rook-then-king',
  'touch-castling-illegal',
  'promotion-choice-final',
  'released-piece-fixed',
  'move-made-castling',
  'chess960-touch',
]

const isBreach = ({ rule, remedy }: Verdict): boolean =>
  BREACHES.includes(rule) || (rule === 'draw-claim-incorrect' && remedy.restore !== null)

/** 4.8: with a move of their own, legal or not, the opponent has touched a piece and forfeits the right to claim. */
function forfeitClaims(game: Game, move: MoveMade): void {
  for (const verdict of game.state.verdicts)
    if (verdict.against === otherSide(move.side) && isOpenVerdict(verdict) && isBreach(verdict))
      closeVerdict(verdict, 'lapsed', move.seq)
}

/** Has the claimant touched a piece since the breach, so that the claim is too late (4.8)? */
function claimForfeited(game: Game, move: MoveMade): boolean {
  const { state } = game
  return state.act.touches.length > 0 || pointOf(state).move !== move
}

/** A touch-move claim: too late, it is refused; in time, it establishes the breach, or raises it where the arbiter may not act unasked. */
function claimMade(game: Game, event: EventOf<'claim-made'>): void {
  if (event.data.about !== 'touch-move') return
  const claimant = claimantOf(game, event)
  if (claimant === null) return
  const offender = otherSide(claimant)
  const move = lastMove(game.state, (made) => made.side === offender, 2)
  if (move === null || breachOf(move) === null) return
  if (claimForfeited(game, move)) {
    raise(game, 'article4-claim-forfeited', {
      against: claimant,
      seq: event.seq,
      evidence: [move.seq, ...game.state.act.touches.map((touch) => touch.seq), event.seq],
      status: 'final',
    })
    return
  }
  const standing = latestVerdict(
    game,
    (verdict) =>
      verdict.evidence.includes(move.seq) && verdict.against === offender && isOpenVerdict(verdict),
  )
  if (standing === null) raiseBreach(game, move, event.seq)
  else standing.establishedBy = event.seq
}

/** When the position before a move that has to be replaced is restored, what bound its player binds again (4.3, 4.4, 4.7, 9.5.3; 7.5.1). */
function bindAgain(game: Game, event: EventOf<'position-restored'>): void {
  const { state } = game
  if (state.result !== null) return
  const replaced = latestVerdict(
    game,
    (verdict) =>
      verdict.remedy.restore !== null &&
      pointOfOffence(game, verdict)?.parent === state.here &&
      verdict.seq < event.seq,
  )
  const move = replaced === null ? undefined : pointOfOffence(game, replaced)?.move
  if (move == null) return
  state.act = actBefore(move, state.act)
  renewObligation(game)
}

/** The arbiter rejects a touch-move claim: nothing was broken, or the contact was clearly accidental (4.2.2) and obliges to nothing. */
function decided(game: Game, event: EventOf<'claim-decided'>): void {
  const claim = game.state.claims.find(({ seq }) => seq === event.data.claim)
  if (claim?.about !== 'touch-move' || event.data.decision !== 'rejected') return
  for (const verdict of game.state.verdicts) {
    const isMeant = verdict.establishedBy === claim.seq || verdict.seq === claim.seq
    if (isMeant && isOpenVerdict(verdict) && isBreach(verdict)) closeVerdict(verdict, 'overruled', event.seq)
  }
  if (claim.by === turnOf(game.position) || !inForce(game, 'unannounced-touch-is-intent')) return
  game.state.act.touches = game.state.act.touches.filter(({ seq }) => seq > event.data.claim)
  renewObligation(game)
}

/** Does the arbiter act on Article 4 unasked? By 12.1, save unsupervised in 2009 (A.4.b, B.3.a). */
function arbiterActs(game: Game): boolean {
  const onRequest = game.laws.unsupervised && game.laws.article4OnRequestUnsupervised
  if (onRequest && inForce(game, 'rapid-article4-on-request')) return false
  return inForce(game, 'arbiter-acts-on-article4')
}

export const article04: Article = {
  on: {
    'claim-decided': decided,
    'piece-touched': renewObligation,
    'piece-lifted': (game, event) => {
      if (event.by !== 'board' && game.made === null) renewObligation(game)
    },
    'piece-placed': (game) => {
      if (game.state.act.placed !== null) renewObligation(game)
    },
    'piece-released': bindUnlessMade,
    'castling-announced': renewObligation,
    'claim-made': claimMade,
    'position-restored': bindAgain,
  },
  made: (game, move) => {
    forfeitClaims(game, move)
    if (!move.legal && !move.outOfTurn) bindToReplace(game, move)
    else if (arbiterActs(game)) raiseBreach(game, move, move.seq)
  },
}

function bindUnlessMade(game: Game): void {
  if (game.made === null) renewObligation(game)
}
