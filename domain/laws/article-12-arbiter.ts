/** Article 12 (2009: 13): the arbiter's acts. Which verdicts they answer is in `answers.ts`. */

import type { EventOf } from '../../events/index.ts'
import type { Game } from '../state/game.ts'
import {
  onClaimDecided,
  onClockSet,
  onClocksStarted,
  onPenaltyImposed,
  onPositionRestored,
  onResultGiven,
  onTimeGranted,
  onVerdictDecided,
} from './answers.ts'
import type { Article } from './article.ts'
import { remark } from './remark.ts'
import { raise } from './verdicts.ts'

/** 11.10: the decision of an appeal may give another result, which answers verdicts as the arbiter's does. */
function appealDecided(game: Game, event: EventOf<'appeal-decided'>): void {
  const { result } = game.state
  if (result?.seq === event.seq) onResultGiven(game, event, result)
}

/** 12.9 (2009: 13.4): a penalty answers a verdict; one that the edition does not list gets a verdict of its own. */
function imposed(game: Game, event: EventOf<'penalty-imposed'>): void {
  if (!game.laws.penalties.includes(event.data.penalty)) notAnOption(game, event)
  onPenaltyImposed(game, event)
}

/** The penalty is not in the edition's list. It is recorded all the same. */
function notAnOption(game: Game, event: EventOf<'penalty-imposed'>): void {
  raise(game, 'penalty-list', {
    against: event.data.on,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: game.laws.penalties,
    notes: [remark('not-in-list', { penalty: event.data.penalty })],
  })
}

/** 12.5 (2009: 13.5): additional time for a disturbance from outside, where no claim or request asked for it. */
function granted(game: Game, event: EventOf<'time-granted'>): void {
  if (onTimeGranted(game, event)) return
  const { white, black } = event.data
  raise(game, 'extra-time-for-disturbance', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'applied',
    remedy: {
      clock: { ...(white === undefined ? {} : { white }), ...(black === undefined ? {} : { black }) },
    },
  })
}

/** 12.6 (2009: 13.6): the arbiter may not call attention to what only the players may claim. */
function calledAttention(game: Game, event: EventOf<'irregularity-noticed'>): void {
  const { kind } = event.data
  if (kind !== 'repetition' && kind !== 'seventy-five') return
  raise(game, 'arbiter-non-intervention', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'final',
    notes: [remark('only-player')],
  })
}

export const article12: Article = {
  on: { 'irregularity-noticed': calledAttention, 'clocks-started': onClocksStarted },
  always: {
    'result-set': (game, event) => onResultGiven(game, event, event.data),
    'appeal-decided': appealDecided,
    'position-restored': onPositionRestored,
    'clock-set': onClockSet,
    'time-granted': granted,
    'penalty-imposed': imposed,
    'claim-decided': onClaimDecided,
    'verdict-decided': onVerdictDecided,
  },
}
