/** Guidelines I.1–I.3, I.8 (2009: Guidelines 1–3, 8; 2014: E.1–E.3, E.8): sealing a move, the envelope, and what is in it. */

import type { EventOf } from '../../events/index.ts'
import { fullmoveNumber, type Position } from '../chess/index.ts'
import { grantTime } from '../clock/index.ts'
import type { Remark } from '../reasons.ts'
import { openedBy } from '../state/envelope.ts'
import { type Game, otherSide, positionAt } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import type { Adjournment, MoveMade } from '../state/state.ts'
import type { Article } from './article.ts'
import { completeByEnd } from './article-06-completed.ts'
import { remark } from './remark.ts'
import { raise, winFor } from './verdicts.ts'
import { readWrittenMove } from './written-move.ts'

/** I.1.1: stopping the clock after sealing fixes the sealed move, and completes it if it was made on the board. */
function stopped(game: Game): void {
  const adjournment = game.state.adjournment
  if (
    adjournment === null ||
    adjournment.sealed === null ||
    adjournment.fixedAt !== null ||
    adjournment.adjournedSeq !== null
  )
    return
  adjournment.fixedAt = game.state.at
  const played = lastMove(game.state, ({ seq }) => seq === adjournment.played?.seq, 2)
  if (played !== null) completeByEnd(game, played)
}

/** I.1.1: another envelope after the clock was stopped comes too late. */
function sealed(game: Game, event: EventOf<'move-sealed'>): void {
  const adjournment = game.state.adjournment
  if (adjournment === null || adjournment.resumedSeq !== null || adjournment.sealed?.seq === event.seq) return
  raise(game, 'seal-move', {
    against: event.by,
    seq: event.seq,
    evidence: [adjournment.sealed?.seq ?? adjournment.requestedSeq, event.seq],
    status: 'final',
    notes: [remark('sealed-holds')],
  })
}

/** I.1.1: a player who makes a move on the board after the order has to seal that one. A move from an envelope was completed by sealing. */
function made(game: Game, move: MoveMade): void {
  const adjournment = game.state.adjournment
  if (adjournment === null) return
  if (openedBy(adjournment, move.seq) !== null) {
    completeByEnd(game, move)
    return
  }
  const ordered =
    adjournment.adjournedSeq === null && adjournment.fixedAt === null && move.side === adjournment.side
  if (ordered && adjournment.played === null && inForce(game, 'seal-move'))
    adjournment.played = { uci: move.uci, seq: move.seq }
}

/** The position immediately before the sealed move: the current one, unless the move was made on the board already. */
function beforeSealed(game: Game, adjournment: Adjournment): Position {
  const { points } = game.state
  const point = points.find(({ move }) => move !== null && move.seq === adjournment.played?.seq)
  return positionAt(game.state, points[point?.parent ?? -1]) ?? game.position
}

/** I.2, I.3: what the envelope lacks. Names, position, times and an open offer are in the record. */
function envelopeFaults(game: Game, adjournment: Adjournment): Remark[] {
  const faults: Remark[] = []
  const due = fullmoveNumber(beforeSealed(game, adjournment))
  if (adjournment.sealed === null) faults.push(remark('none-sealed'))
  else if (adjournment.sealed.moveNumber !== due)
    faults.push(remark('sealed-number', { n: due, m: adjournment.sealed.moveNumber }))
  if (adjournment.resumesAt === null) faults.push(remark('no-resumption'))
  return faults
}

/** I.1.2: a player who adjourns before the session ends is charged the time to its end. */
function charge(game: Game, adjournment: Adjournment, seq: number): void {
  const { state } = game
  const early =
    adjournment.sessionEnds === null ? 0 : adjournment.sessionEnds - (adjournment.fixedAt ?? state.at)
  if (early <= 0 || !inForce(game, 'seal-move')) return
  state.clock = grantTime(state.clock, { [adjournment.side]: -early }, state.at)
  raise(game, 'seal-move', {
    against: adjournment.side,
    seq,
    evidence: [adjournment.requestedSeq, seq],
    status: 'applied',
    notes: [remark('adjourned-early', { earlyMs: early })],
  })
}

function adjourned(game: Game, event: EventOf<'game-adjourned'>): void {
  const adjournment = game.state.adjournment
  if (
    adjournment === null ||
    adjournment.requestedSeq === event.seq ||
    adjournment.adjournedSeq !== event.seq
  )
    return
  charge(game, adjournment, event.seq)
  const faults = envelopeFaults(game, adjournment)
  if (faults.length === 0) return
  raise(game, 'envelope-data', {
    seq: event.seq,
    evidence: [...(adjournment.sealed === null ? [] : [adjournment.sealed.seq]), event.seq],
    status: 'awaits-arbiter',
    options: [remark('complete-envelope')],
    notes: faults,
  })
}

/** I.1.1: compares the envelope with the move made on the board. True where `bad-sealed-move` is not to be raised. */
function holdsPlayed(game: Game, adjournment: Adjournment, event: EventOf<'envelope-opened'>): boolean {
  if (adjournment.played === null || adjournment.envelope?.seq !== event.seq || !adjournment.envelope.matches)
    return false
  const { uci } = readWrittenMove(game, adjournment.side, event.data.text, beforeSealed(game, adjournment))
  if (uci === null) return false
  if (uci === adjournment.played.uci) return true
  raise(game, 'seal-move', {
    against: adjournment.side,
    seq: event.seq,
    evidence: [adjournment.requestedSeq, adjournment.played.seq, event.seq],
    status: 'awaits-arbiter',
    options: [remark('board-holds'), remark('decide-otherwise')],
    notes: [remark('was-sealed', { san: event.data.text })],
  })
  return true
}

/** I.8: an ambiguous, undecipherable or illegal sealed move loses, unless the game was decided otherwise before. */
function opened(game: Game, event: EventOf<'envelope-opened'>): void {
  const adjournment = game.state.adjournment
  const found = openedBy(adjournment, event.seq)
  if (adjournment === null || found === null || game.made !== null || holdsPlayed(game, adjournment, event))
    return
  raise(game, 'bad-sealed-move', {
    against: found.side,
    seq: event.seq,
    evidence: [...(found.sealed === null ? [] : [found.sealed.seq]), event.seq],
    status: 'awaits-arbiter',
    remedy: { result: winFor(otherSide(found.side)) },
    options: ['loss'],
    notes: [
      found.envelope.matches ? remark('no-single-move', { text: event.data.text }) : remark('not-committed'),
    ],
  })
}

export const guideline1Sealing: Article = {
  made,
  on: {
    'clocks-stopped': stopped,
    'move-sealed': sealed,
    'game-adjourned': adjourned,
    'envelope-opened': opened,
  },
}
