/**
 * Articles 7.5.3 and 7.5.4 (2017: 7.8, 7.7; 2014: 6.2.c as `clock-handling`, and 4.1; 2009: 4.1 alone): a press without a move,
 * and two hands for one move.
 */

import type { EventOf } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import { replySealed } from '../state/envelope.ts'
import type { Game } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import type { MoveMade } from '../state/state.ts'
import type { Article } from './article.ts'
import { completedBy, unpressedMove } from './article-06-completed.ts'
import { positionThatCounts, raiseOffence } from './article-07-penalty.ts'
import { remark } from './remark.ts'
import { raise } from './verdicts.ts'

/** 7.5.3 (2017: 7.8): a press although the player on move has made no move. The player must still move. */
function pressWithoutMove(game: Game, event: EventOf<'clock-pressed'>): void {
  const { state, laws } = game
  if (state.status !== 'running' || turnOf(game.position) !== event.by) return
  if (replySealed(state, event.by) || state.unannounced?.side === event.by) return
  const finding = { against: event.by, seq: event.seq, evidence: [event.seq] }
  if (laws.pressWithoutMove === 'penalty') {
    raise(game, 'clock-handling', {
      ...finding,
      status: 'awaits-arbiter',
      options: laws.penalties,
      alsoUnder: ['penalty-list'],
    })
  }
  if (laws.pressWithoutMove !== 'illegal') return
  raiseOffence(game, {
    ...finding,
    rule: 'press-without-move',
    restore: null,
    position: positionThatCounts(game),
    options: [remark('accident')],
  })
}

/** 7.5.4 (2017: 7.7): two hands for one move. The move itself stands. */
export function twoHands(game: Game, move: MoveMade, seq: number, evidence: number[]): void {
  raiseOffence(game, {
    rule: 'two-hands',
    against: move.side,
    seq,
    evidence,
    restore: null,
    position: game.position,
  })
}

function pressed(game: Game, event: EventOf<'clock-pressed'>): void {
  const move = completedBy(game, event)
  if (move === null) {
    const own = lastMove(game.state, (made) => made.side === event.by, 2)
    const alreadyDone = own !== null && turnOf(game.position) !== event.by
    if (!alreadyDone && unpressedMove(game, event.by) === null) pressWithoutMove(game, event)
    return
  }
  const stands = move.legal || move.outOfTurn
  if (stands && move.hands === 2 && game.laws.twoHands === 'on-press')
    twoHands(game, move, event.seq, [move.seq, event.seq])
}

/** Two hands before any press: by the edition of July 2017 an offence at once; before that a breach of 4.1 alone. */
function made(game: Game, move: MoveMade): void {
  if (!move.legal || move.outOfTurn || move.hands !== 2) return
  const named = move.castling !== null || move.captured !== null || move.promotion !== null
  if (game.laws.twoHands === 'at-once' && named) twoHands(game, move, move.seq, [move.seq])
  if (game.laws.twoHands === 'penalty') {
    raise(game, 'one-hand-only', {
      against: move.side,
      seq: move.seq,
      evidence: [move.seq],
      status: 'awaits-arbiter',
      options: game.laws.penalties,
      alsoUnder: ['penalty-list'],
    })
  }
}

export const article07PressAndHands: Article = { made, on: { 'clock-pressed': pressed } }
