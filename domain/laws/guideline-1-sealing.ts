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

/** I.1.1: with the clock stopped on it the sealed move is fixed, and complete if it stands on the board already. */
function stopped(game: Game): void {
  const held = game.state.adjournment
  if (held === null || held.sealed === null || held.fixedAt !== null || held.adjournedSeq !== null) return
  held.fixedAt = game.state.at
  const played = lastMove(game.state, ({ seq }) => seq === held.played?.seq, 2)
  if (played !== null) completeByEnd(game, played)
}

/** I.1.1: another envelope after that comes too late. */
function sealed(game: Game, event: EventOf<'move-sealed'>): void {
  const held = game.state.adjournment
  if (held === null || held.resumedSeq !== null || held.sealed?.seq === event.seq) return
  raise(game, 'seal-move', {
    against: event.by,
    seq: event.seq,
    evidence: [held.sealed?.seq ?? held.requestedSeq, event.seq],
    status: 'final',
    notes: [remark('sealed-holds')],
  })
}

/** I.1.1: who makes a move on the board after the order has to seal this one. A move out of an envelope was complete when sealed. */
function made(game: Game, move: MoveMade): void {
  const held = game.state.adjournment
  if (held === null) return
  if (openedBy(held, move.seq) !== null) {
    completeByEnd(game, move)
    return
  }
  const ordered = held.adjournedSeq === null && held.fixedAt === null && move.side === held.side
  if (ordered && held.played === null && inForce(game, 'seal-move'))
    held.played = { uci: move.uci, seq: move.seq }
}

/** The position immediately before the sealed move: that on the board, unless the move was made there already. */
function beforeSealed(game: Game, held: Adjournment): Position {
  const { points } = game.state
  const point = points.find(({ move }) => move !== null && move.seq === held.played?.seq)
  return positionAt(game.state, points[point?.parent ?? -1]) ?? game.position
}

/** I.2, I.3: the arbiter checks what stands on the envelope. Names, position, times and a current offer are on record. */
function envelopeFaults(game: Game, held: Adjournment): Remark[] {
  const faults: Remark[] = []
  const due = fullmoveNumber(beforeSealed(game, held))
  if (held.sealed === null) faults.push(remark('none-sealed'))
  else if (held.sealed.moveNumber !== due)
    faults.push(remark('sealed-number', { n: due, m: held.sealed.moveNumber }))
  if (held.resumesAt === null) faults.push(remark('no-resumption'))
  return faults
}

/** I.1.2: who adjourns before the session ends is charged to its end. */
function charge(game: Game, held: Adjournment, seq: number): void {
  const { state } = game
  const early = held.sessionEnds === null ? 0 : held.sessionEnds - (held.fixedAt ?? state.at)
  if (early <= 0 || !inForce(game, 'seal-move')) return
  state.clock = grantTime(state.clock, { [held.side]: -early }, state.at)
  raise(game, 'seal-move', {
    against: held.side,
    seq,
    evidence: [held.requestedSeq, seq],
    status: 'applied',
    notes: [remark('adjourned-early', { earlyMs: early })],
  })
}

function adjourned(game: Game, event: EventOf<'game-adjourned'>): void {
  const held = game.state.adjournment
  if (held === null || held.requestedSeq === event.seq || held.adjournedSeq !== event.seq) return
  charge(game, held, event.seq)
  const faults = envelopeFaults(game, held)
  if (faults.length === 0) return
  raise(game, 'envelope-data', {
    seq: event.seq,
    evidence: [...(held.sealed === null ? [] : [held.sealed.seq]), event.seq],
    status: 'awaits-arbiter',
    options: [remark('complete-envelope')],
    notes: faults,
  })
}

/** I.1.1: does the envelope hold the move that was made on the board? True where nothing more is to be said. */
function holdsPlayed(game: Game, held: Adjournment, event: EventOf<'envelope-opened'>): boolean {
  if (held.played === null || held.envelope?.seq !== event.seq || !held.envelope.matches) return false
  const { uci } = readWrittenMove(game, held.side, event.data.text, beforeSealed(game, held))
  if (uci === null) return false
  if (uci === held.played.uci) return true
  raise(game, 'seal-move', {
    against: held.side,
    seq: event.seq,
    evidence: [held.requestedSeq, held.played.seq, event.seq],
    status: 'awaits-arbiter',
    options: [remark('board-holds'), remark('decide-otherwise')],
    notes: [remark('was-sealed', { san: event.data.text })],
  })
  return true
}

/** I.8: an ambiguous, undecipherable or illegal sealed move loses, unless the game was decided otherwise before. */
function opened(game: Game, event: EventOf<'envelope-opened'>): void {
  const held = game.state.adjournment
  const found = openedBy(held, event.seq)
  if (held === null || found === null || game.made !== null || holdsPlayed(game, held, event)) return
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
