/** Article 5: how a game ends by mate, stalemate, dead position or resignation. Agreed draws are in article-09-offers.ts. */

import type { EventOf } from '../../events/index.ts'
import { inCheck, turnOf } from '../chess/index.ts'
import type { RuleId } from '../editions/rules.ts'
import { type Game, legalOf, otherSide, pointOf } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { MoveMade, Score } from '../state/state.ts'
import { isDead, isDeadBySearch, isPlainlyAlive } from '../winnable/index.ts'
import { onPositionRestored } from './answers.ts'
import type { Article } from './article.ts'
import { breachOf } from './article-04-touch.ts'
import { positionThatCounts } from './article-07-penalty.ts'
import { mayEndNow } from './guideline-1-resumption.ts'
import { remark } from './remark.ts'
import { lacksKing, pawnOnLastRank } from './unplayable.ts'
import {
  CANNOT_MATE_NODES,
  closeVerdict,
  conclude,
  DEAD_POSITION_NODES,
  DRAW_SCORE,
  isOpenVerdict,
  latestVerdict,
  raise,
  winFor,
  winUnlessCannotMate,
} from './verdicts.ts'

/** 5.1.1, 5.2.1, 5.2.2: the end that the position itself is, or null. `led`: a legal move led to it. */
export function endByPosition(game: Game, led = false): { rule: RuleId; score: Score } | null {
  // Nearly every position of a game is plainly alive, which excludes all three ends at once.
  if (isPlainlyAlive(game.position, { led })) return null
  const turn = turnOf(game.position)
  if (legalOf(game).length === 0) {
    if (lacksKing(game.position, turn)) return null
    return inCheck(game.position, turn)
      ? { rule: 'checkmate', score: winFor(otherSide(turn)) }
      : { rule: 'stalemate', score: DRAW_SCORE }
  }
  if (pawnOnLastRank(game.position) || !inForce(game, 'neither-can-mate')) return null
  if (isDead(game.position, { nodes: DEAD_POSITION_NODES }) === 'dead')
    return { rule: 'dead-position', score: DRAW_SCORE }
  return null
}

/**
 * Mate, stalemate and the dead position end the game at once, provided the move was in accordance with Article 3 and,
 * from 2014, 4.2–4.7. A breach of Article 4 on the mating move leaves the arbiter to decide (D17).
 */
function endByMove(game: Game, move: MoveMade): void {
  if (!move.legal) return
  const end = endByPosition(game, move.illegality === undefined)
  if (end === null) return
  const finding = { against: null, seq: move.seq, evidence: [move.seq] }
  const breach = game.laws.mateNeedsProperMove ? breachOf(move) : null
  if (breach === null) {
    conclude(game, end.rule, finding, end.score)
    return
  }
  raise(game, end.rule, {
    ...finding,
    status: 'awaits-arbiter',
    remedy: { result: end.score },
    notes: [remark('broke-touch')],
    alsoUnder: [breach.rule ?? 'touch-own'],
  })
}

/** A position that the arbiter set up may itself be the end, e.g. where a queen for an unpromoted pawn gives stalemate. */
function endByRestoring(game: Game, event: EventOf<'position-restored'>): void {
  const end = endByPosition(game)
  if (end === null) return
  const waits = latestVerdict(game, (verdict) => verdict.rule === end.rule && isOpenVerdict(verdict))
  if (waits !== null) closeVerdict(waits, 'applied', event.seq)
  // The restoration answers the offence first, so that it counts although the game ends with it (7.5.2, 7.5.5).
  onPositionRestored(game, event)
  conclude(game, end.rule, { seq: event.seq, evidence: [event.seq] }, end.score)
}

/**
 * 5.2.2: a claim or notice that the position is dead. It is searched longer than after a move, and without the precheck. A
 * completed illegal move does not lead to a dead position.
 */
function deadPositionReported(game: Game, seq: number): void {
  const { move } = pointOf(game.state)
  if (move !== null && !move.legal && move.completedSeq !== null) return
  const position = positionThatCounts(game)
  if (pawnOnLastRank(position) || lacksKing(position, 'white') || lacksKing(position, 'black')) return
  const answer = isDeadBySearch(position, { nodes: CANNOT_MATE_NODES })
  const finding = { seq, evidence: [seq] }
  if (answer === 'dead') conclude(game, 'dead-position', finding, DRAW_SCORE)
  if (answer !== 'undetermined') return
  raise(game, 'dead-position', {
    ...finding,
    status: 'undetermined',
    notes: [remark('either-mate')],
  })
}

/** 5.1.2: a player who resigns loses; 2023: a draw where the opponent could not mate. */
function resigned(game: Game, event: EventOf<'resigned'>): void {
  if (!mayEndNow(game)) return
  const winner = otherSide(event.by)
  const finding = { against: event.by, seq: event.seq, evidence: [event.seq] }
  const score = game.laws.resignationDrawsIfOpponentCannotMate
    ? winUnlessCannotMate(positionThatCounts(game), winner)
    : winFor(winner)
  if (score !== null) {
    conclude(game, 'resignation', finding, score)
    return
  }
  raise(game, 'resignation', {
    ...finding,
    status: 'undetermined',
    notes: [remark('opponent-mate')],
  })
}

export const article05: Article = {
  made: endByMove,
  on: {
    'position-restored': endByRestoring,
    resigned,
    'claim-made': (game, { data, seq }) => {
      if (data.about === 'dead-position') deadPositionReported(game, seq)
    },
    'irregularity-noticed': (game, { data, seq }) => {
      if (data.kind === 'dead-position') deadPositionReported(game, seq)
    },
  },
}
