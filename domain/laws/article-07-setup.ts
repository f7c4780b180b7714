/** Articles 7.2–7.4, 7.6 (2009: 7.1–7.3, 7.5) with A.4.1: wrong array, turned board, reversed colours, displaced pieces. */

import type { EventOf } from '../../events/index.ts'
import type { RuleId } from '../editions/rules.ts'
import type { Remark } from '../reasons.ts'
import type { Game } from '../state/game.ts'
import { movesOfBoth } from '../state/history.ts'
import { beganFromWrongArray, isTooLateToComplain } from './appendix-a-setup.ts'
import { differingBoards } from './appendix-d-blind.ts'
import type { Article } from './article.ts'
import { waitsForClaim } from './article-03-position.ts'
import { wrongTimeAtResumption } from './guideline-1-resumption.ts'
import { remark } from './remark.ts'
import { isOpenVerdict, latestVerdict, raise } from './verdicts.ts'

const raiseOnce = (game: Game, rule: RuleId, seq: number, options: Remark[], notes: Remark[] = []): void => {
  if (latestVerdict(game, (verdict) => verdict.rule === rule && isOpenVerdict(verdict)) !== null) return
  raise(game, rule, { seq, evidence: [seq], status: 'awaits-arbiter', options, notes })
}

/** 7.2.1: the game is cancelled and a new one played. */
const wrongArray = (game: Game, seq: number): void =>
  raiseOnce(game, 'wrong-initial-position', seq, [remark('cancel-and-new')])

/** 7.3: from 2017 fewer than ten moves of either player cancel the game; else it goes on (2009, 2014: unless the arbiter rules otherwise). */
function reversedColours(game: Game, seq: number): void {
  const { reversedColoursRestartBelow } = game.laws
  const finding = { seq, evidence: [seq] }
  if (reversedColoursRestartBelow === null) {
    raise(game, 'colours-reversed', {
      ...finding,
      status: 'awaits-arbiter',
      options: [remark('go-on'), remark('rule-otherwise')],
    })
  } else if (movesOfBoth(game.state) < reversedColoursRestartBelow) {
    raise(game, 'colours-reversed', {
      ...finding,
      status: 'awaits-arbiter',
      options: [remark('new-with-colours')],
    })
  } else {
    raise(game, 'colours-reversed', { ...finding, status: 'final', notes: [remark('game-goes-on')] })
  }
}

function corrected(game: Game, event: EventOf<'setup-corrected'>): void {
  const { what } = event.data
  const begun = movesOfBoth(game.state) > 0 || game.state.points[game.state.here]?.move != null
  if (what === 'colours') reversedColours(game, event.seq)
  else if (what === 'orientation') {
    if (isTooLateToComplain(game, 'orientation', event.seq)) return
    raise(game, 'board-turned', {
      seq: event.seq,
      evidence: [event.seq],
      status: 'final',
      notes: [remark('transferred')],
    })
  } else if (what === 'clock') {
    if (wrongTimeAtResumption(game, event) || isTooLateToComplain(game, 'clock', event.seq)) return
    raiseOnce(game, 'clock-setting-wrong', event.seq, [remark('install-setting')])
  } else if (begun && !isTooLateToComplain(game, 'array', event.seq)) wrongArray(game, event.seq)
}

/** The position is reported to be wrong: since the start, or since a piece was displaced. */
function wrongPosition(game: Game, seq: number): void {
  if (differingBoards(game, seq)) return
  if (!beganFromWrongArray(game)) displaced(game, seq)
  else if (!isTooLateToComplain(game, 'array', seq)) wrongArray(game, seq)
}

function claimed(game: Game, event: EventOf<'claim-made'>): void {
  if (event.data.about === 'wrong-position') wrongPosition(game, event.seq)
}

/** 7.6: the position before the irregularity is restored, or the last identifiable one. */
function displaced(game: Game, seq: number): void {
  const since = game.state.displacedSeq
  const open = latestVerdict(game, ({ rule }) => rule === 'displaced-piece-found')
  if (since !== null && (open === null || !isOpenVerdict(open))) {
    raise(game, 'displaced-piece-found', {
      seq,
      evidence: [since, seq],
      status: 'awaits-arbiter',
      remedy: { restore: since - 1 },
      options: [remark('restore-before'), remark('restore-identifiable')],
    })
    return
  }
  raiseOnce(game, 'displaced-piece-found', seq, [remark('restore-before'), remark('restore-identifiable')])
}

function noticed(game: Game, event: EventOf<'irregularity-noticed'>): void {
  const { kind } = event.data
  if (kind === 'displaced-piece') displaced(game, event.seq)
  if (kind === 'wrong-position' && !waitsForClaim(game)) wrongPosition(game, event.seq)
}

/** 7.4: a player who knocks pieces over puts them back on their own time; the arbiter may penalise. */
function knockedOver(game: Game, event: EventOf<'pieces-displaced'>): void {
  if (event.by !== 'white' && event.by !== 'black') return
  raise(game, 'player-displaces-pieces', {
    against: event.by,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: [remark('no-penalty'), ...game.laws.penalties],
  })
}

export const article07Setup: Article = {
  on: {
    'setup-corrected': corrected,
    'claim-made': claimed,
    'irregularity-noticed': noticed,
    'pieces-displaced': knockedOver,
  },
}
