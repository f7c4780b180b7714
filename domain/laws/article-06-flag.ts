/** Articles 6.4, 6.8, 6.9: when a fallen flag counts, and the result it gives. */

import type { EventOf, Side } from '../../events/index.ts'
import { clockFace, type FlagFall, firstToFall, flagFalls, type PerSide } from '../clock/index.ts'
import { articlesOf } from '../editions/citations.ts'
import { type Game, otherSide } from '../state/game.ts'
import { pathOf } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import type { Score } from '../state/state.ts'
import type { Article } from './article.ts'
import { positionThatCounts } from './article-07-penalty.ts'
import { claimantOf } from './claimant.ts'
import { decidePostponedClaim, flagPending, referredElsewhere } from './quickplay-pending.ts'
import { remark } from './remark.ts'
import {
  conclude,
  DRAW_SCORE,
  isOpenVerdict,
  latestVerdict,
  raise,
  type VerdictFinding,
  winUnlessCannotMate,
} from './verdicts.ts'

type FlagReport = EventOf<'flag-noticed'> | EventOf<'claim-made'> | EventOf<'flag-fallen'>

/** Moves of a side that were completed by an instant; those that came with the end of the game count as well. */
function completedMoves(game: Game, side: Side, by: number): number {
  return pathOf(game.state).filter(
    ({ move }) => move !== null && move.side === side && move.completedAt !== null && move.completedAt <= by,
  ).length
}

/**
 * 6.4: the first fall by which the side had failed to complete the moves of that period; undefined where there is none.
 * Moves count from the start of the game, so the requirement of a period is the sum up to it; the last period asks for all.
 */
function lostBy(game: Game, side: Side): FlagFall | undefined {
  const { clock, at } = game.state
  const falls = flagFalls(clock, side, at)
  if (!inForce(game, 'flag-fall-check-moves')) return falls[0]
  const periods = clock.control?.periods ?? []
  return falls.find(({ period, at: fell }) => {
    if (period <= game.state.periodsSettled && period < periods.length) return false
    const required = periods
      .slice(0, period)
      .reduce((sum, { moves }) => sum + (moves ?? Number.POSITIVE_INFINITY), 0)
    return completedMoves(game, side, fell) < required
  })
}

const isDown = (game: Game, side: Side): boolean =>
  flagFalls(game.state.clock, side, game.state.at).length > 0

/** 6.9: loss on time, or a draw where the opponent cannot mate by any series of legal moves. */
function loseOnTime(game: Game, side: Side, event: FlagReport): void {
  const winner = otherSide(side)
  const finding = { against: side, seq: event.seq, evidence: flagEvidence(game, side, event.seq) }
  const score = winUnlessCannotMate(positionThatCounts(game), winner)
  if (decidePostponedClaim(game, side, score, finding) || offenceFirst(game, winner, score, finding)) return
  if (score !== null) {
    conclude(game, 'flag-fall-result', finding, score)
    return
  }
  raise(game, 'flag-fall-result', {
    ...finding,
    status: 'undetermined',
    notes: [remark('opponent-mate')],
  })
}

/** Does an established offence of the side that would win wait for the arbiter? Then that is decided first, and the flag waits. */
function offenceFirst(
  game: Game,
  winner: Side,
  score: Score | null,
  finding: Omit<VerdictFinding, 'status'>,
): boolean {
  const offence = latestVerdict(
    game,
    (verdict) => verdict.counted && verdict.against === winner && verdict.status === 'awaits-arbiter',
  )
  if (offence === null) return false
  if (flagPending(game) !== null) return true
  raise(game, 'flag-fall-result', {
    ...finding,
    evidence: [...finding.evidence, offence.seq],
    status: score === null ? 'undetermined' : 'awaits-arbiter',
    remedy: { result: score },
    notes: [remark('offence-first')],
  })
  return true
}

/** The events that prove the fallen flag: the clock's report where there is one, and the notice or claim. */
function flagEvidence(game: Game, side: Side, reportSeq: number): number[] {
  const fell = game.state.flagSeq[side]
  return fell === null ? [reportSeq] : [fell, reportSeq]
}

/** Both flags are down in an unknown order: in the last period a draw, else play goes on; the arbiter declares it. */
function bothFlags(game: Game, event: FlagReport, falls: PerSide<FlagFall>): void {
  const { laws } = game
  if (latestVerdict(game, (verdict) => verdict.rule === 'both-flags-down' && isOpenVerdict(verdict)) !== null)
    return
  const byInterpretation = laws.bothFlags === 'guideline' && !laws.quickplayAnnounced
  const last = game.state.clock.control?.periods.length ?? 1
  const inLastPeriod = falls.white.period === last || falls.black.period === last
  const drawn = inLastPeriod || (laws.unsupervised && laws.bothFlagsDrawUnsupervised)
  raise(game, 'both-flags-down', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    remedy: { result: drawn ? DRAW_SCORE : null },
    options: drawn ? [remark('declare-draw')] : [remark('go-on')],
    notes: byInterpretation ? [remark('guideline-d35')] : [],
    ...(laws.unsupervised ? { alsoUnder: ['rapid-win-on-time-claim' as const] } : {}),
  })
}

/** What follows once a fallen flag is noticed or validly claimed. `claimant` is null where the arbiter noticed it. */
function flagReported(game: Game, side: Side, claimant: Side | null, event: FlagReport): void {
  if (!isDown(game, side) || referredElsewhere(game)) return
  const [white, black] = [lostBy(game, 'white'), lostBy(game, 'black')]
  if ((side === 'white' ? white : black) === undefined) {
    raise(game, 'flag-fall-check-moves', {
      against: side,
      seq: event.seq,
      evidence: flagEvidence(game, side, event.seq),
      status: 'final',
      notes: [remark('period-done')],
    })
    return
  }
  if (white === undefined || black === undefined) {
    loseOnTime(game, side, event)
    return
  }
  const first = firstToFall(game.state.clock, { white, black })
  if (first === null) bothFlags(game, event, { white, black })
  else if (claimant !== null && game.laws.winOnTimeClaimantNeedsOwnTime && game.laws.unsupervised)
    claimFails(game, claimant, event)
  else loseOnTime(game, first, event)
}

/** A.4.3 until 2017: a player whose own flag is down cannot claim a win on time; what follows is the arbiter's to decide. */
function claimFails(game: Game, claimant: Side, event: FlagReport): void {
  const drawn = game.laws.bothFlagsDrawUnsupervised
  raise(game, 'rapid-win-on-time-claim', {
    against: claimant,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    remedy: { result: drawn ? DRAW_SCORE : null },
    options: drawn
      ? [remark('declare-draw')]
      : [remark('flag-sign'), remark('declare-draw'), remark('go-on')],
    notes: [remark('claimant-flag')],
    alsoUnder: ['both-flags-down'],
  })
}

/** May an assistant call a flag? The arbiter's assistants may (12.4, from 2014), and a player's assistant for the player (D.2.10). */
function assistantMayCall(game: Game): boolean {
  if (game.state.assistants.length > 0) return true
  return inForce(game, 'arbiter-assistants') && articlesOf('arbiter-assistants', game.laws.edition).length > 0
}

/** 6.8: a flag is noticed. Unsupervised in 2009 the arbiter does not call it, except where both flags are down (A.4.d). */
function noticed(game: Game, event: EventOf<'flag-noticed'>): void {
  const { side } = event.data
  const byPlayer = event.by === 'white' || event.by === 'black'
  if (event.by === 'assistant' && !assistantMayCall(game)) return
  if (byPlayer) {
    flagReported(game, side, event.by as Side, event)
    return
  }
  const mayCall = !game.laws.unsupervised || game.laws.arbiterCallsFlagUnsupervised
  const both = isDown(game, 'white') && isDown(game, 'black')
  if (mayCall || both) {
    flagReported(game, side, null, event)
    return
  }
  raise(game, 'rapid-flag-claims', {
    against: side,
    seq: event.seq,
    evidence: [event.seq],
    status: 'final',
    notes: [remark('only-player-flag')],
  })
}

/** Both flags are down: the sign of an electronic clock shows which fell first, where the Laws let it decide. */
function bothDown(game: Game, event: FlagReport, falls: PerSide<FlagFall>): void {
  const { laws, state } = game
  const first = firstToFall(state.clock, falls)
  const playersClaim =
    laws.unsupervised && (laws.bothFlagsDrawUnsupervised || laws.winOnTimeClaimantNeedsOwnTime)
  if (first === null || playersClaim) bothFlags(game, event, falls)
  else loseOnTime(game, first, event)
}

/** A claim that both flags are down is checked for each side by its clock and its moves. */
function bothClaimed(game: Game, event: FlagReport): void {
  const [white, black] = [lostBy(game, 'white'), lostBy(game, 'black')]
  if (white !== undefined && black !== undefined) {
    bothDown(game, event, { white, black })
    return
  }
  const down = (['white', 'black'] as const).filter((side) => isDown(game, side))
  const side = white !== undefined ? 'white' : black !== undefined ? 'black' : down[0]
  if (side !== undefined) flagReported(game, side, null, event)
}

/** 6.8: a player's valid claim, or that of a blind player's assistant for the player. */
function claimed(game: Game, event: EventOf<'claim-made'>): void {
  const { about } = event.data
  if (about === 'both-flags') {
    bothClaimed(game, event)
    return
  }
  if (about !== 'flag-fall') return
  const claimant = claimantOf(game, event)
  if (claimant !== null) flagReported(game, otherSide(claimant), claimant, event)
}

/** A flag counts when it falls, noticed or not, while 6.8 is out of force: no edition lacks it, but `judge --without` may take it out. */
function fell(game: Game, event: EventOf<'flag-fallen'>): void {
  if (!inForce(game, 'flag-fallen-when-noticed')) flagReported(game, event.data.side, null, event)
}

export const article06Flag: Article = {
  on: { 'flag-fallen': fell, 'flag-noticed': noticed, 'claim-made': claimed },
}

/** The time left on the side's clock, in ms; null in a game without clocks. */
export const timeOf = (game: Game, side: Side): number | null =>
  game.state.clock.control === null ? null : (clockFace(game.state.clock, game.state.at)[side] ?? null)
