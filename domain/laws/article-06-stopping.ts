/** Articles 6.10, 6.11 and 7.1 (2009: 6.10, 6.12, 6.13): stopping the clocks, faulty clocks, times after a restored position. */

import type { EventOf, Side } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import { clockFace } from '../clock/index.ts'
import { standsUnderAnywhere } from '../editions/citations.ts'
import { replySealed } from '../state/envelope.ts'
import type { Game } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { closeVerdict, latestVerdict, raise } from './verdicts.ts'

const STOPPED = 'player-stops-clock'
const NO_PIECE = 'promotion-piece-unavailable'

/** A player bound to promote stops the clocks to have the wanted piece brought; no piece binds the player yet (6.11.2). */
function stoppedForPiece(game: Game, side: Side, seq: number): boolean {
  const { mustPlay } = game.state.act
  const promotes = turnOf(game.position) === side && (mustPlay ?? []).some((uci) => uci.length > 4)
  if (!promotes || !inForce(game, NO_PIECE)) return false
  raise(game, NO_PIECE, {
    against: null,
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    options: [remark('bring-piece')],
    notes: [remark('valid-reason')],
  })
  return true
}

/** A player who has sealed a move stops the clock on it (I.1.1; a sealed reply: I.9.3). */
function stoppedOnSealing(game: Game, side: Side): boolean {
  const adjournment = game.state.adjournment
  if (adjournment === null || !inForce(game, 'seal-move')) return false
  return (
    (adjournment.side === side && adjournment.sealed !== null && adjournment.adjournedSeq === null) ||
    replySealed(game.state, side)
  )
}

/** 6.11.2: a player stops the clocks only to call the arbiter, who decides when play goes on and whether the reason was valid. */
function stopped(game: Game, event: EventOf<'clocks-stopped'>): void {
  if (event.by !== 'white' && event.by !== 'black') return
  if (stoppedForPiece(game, event.by, event.seq) || stoppedOnSealing(game, event.by)) return
  raise(game, STOPPED, {
    against: event.by,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: [remark('start-again'), remark('no-reason')],
    alsoUnder: ['unjustified-stop'],
  })
}

const openStop = (game: Game) =>
  latestVerdict(game, ({ rule, status }) => rule === STOPPED && status === 'awaits-arbiter')

/** 6.11.4: a stop without a valid reason is penalised; a penalty under this article says that the reason was not valid. */
function penalised(game: Game, event: EventOf<'penalty-imposed'>): void {
  const { article, on } = event.data
  if (article === undefined || !standsUnderAnywhere('unjustified-stop', article)) return
  const stop = openStop(game)
  if (stop === null || stop.against !== on) return
  closeVerdict(stop, 'overruled', event.seq)
  raise(game, 'unjustified-stop', {
    against: on,
    seq: event.seq,
    evidence: [stop.seq, event.seq],
    status: 'applied',
    alsoUnder: ['penalty-list'],
  })
}

/** 6.10.1: what the clock shows counts unless it is evidently defective; the arbiter sets the new one by their judgement. */
function replaced(game: Game, event: EventOf<'clock-replaced'>): void {
  const { white, black } = event.data
  const reading = game.state.clock.lastReading
  raise(game, 'clock-indication-conclusive', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'applied',
    notes: [
      remark('new-clock', { whiteMs: white, blackMs: black }),
      ...(reading === null ? [] : [remark('old-clock', { whiteMs: reading.white, blackMs: reading.black })]),
    ],
  })
}

/** 7.1 (2009: 6.13): times and counter after a restored position are the arbiter's judgement, while play can go on. */
function restored(game: Game, event: EventOf<'position-restored'>): void {
  if (game.state.clock.control === null || game.state.result !== null) return
  const { white, black } = clockFace(game.state.clock, game.state.at)
  raise(game, 'restore-times', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: [remark('set-times'), ...(game.laws.arbiterMayLeaveTimes ? [remark('leave-times')] : [])],
    notes: [remark('clocks-stand', { whiteMs: white, blackMs: black })],
  })
}

export const article06Stopping: Article = {
  on: {
    'clocks-stopped': stopped,
    'clock-replaced': replaced,
    'position-restored': restored,
  },
  always: { 'penalty-imposed': penalised },
}
