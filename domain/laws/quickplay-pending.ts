/** Quickplay claims not decided yet: what a flag means while one is postponed (10.2.b; III.5.2) or referred (D.1; III.6). */

import type { Side } from '../../events/index.ts'
import { type Game, otherSide } from '../state/game.ts'
import type { Score, Verdict } from '../state/state.ts'
import { remark } from './remark.ts'
import {
  DRAW_SCORE,
  isOpenVerdict,
  latestVerdict,
  raise,
  setRemedy,
  type VerdictFinding,
} from './verdicts.ts'

/** The claim on which the arbiter postponed the decision. */
export function postponedClaim(game: Game): Verdict | null {
  const deferred = (seq: number) =>
    game.state.claims.some((claim) => claim.seq === seq && claim.decision === 'deferred')
  return latestVerdict(
    game,
    (verdict) => verdict.rule === 'quickplay-draw-claim' && isOpenVerdict(verdict) && deferred(verdict.seq),
  )
}

/** Was the game stopped by a claim that no arbiter was there to hear? A flag that falls afterwards decides nothing. */
export const referredElsewhere = (game: Game): boolean =>
  latestVerdict(game, (verdict) => verdict.rule === 'quickplay-no-arbiter' && isOpenVerdict(verdict)) !== null

/** The verdict on the flag that waits for the arbiter's decision on the claim. */
export const flagPending = (game: Game): Verdict | null =>
  latestVerdict(
    game,
    ({ rule, status }) =>
      rule === 'flag-fall-result' && (status === 'awaits-arbiter' || status === 'undetermined'),
  )

const claimantOf = (game: Game, claim: Verdict): Side | null => {
  const { by } = game.state.claims.find(({ seq }) => seq === claim.seq) ?? {}
  return by === 'white' || by === 'black' ? by : null
}

/**
 * A flag has fallen while the decision is postponed: now the arbiter decides. A draw if the side that would win could not do so
 * by normal means or made no effort, which in 2009 is asked of the claimant's opponent; else what the flag gives.
 * False where no claim waits.
 */
export function decidePostponedClaim(
  game: Game,
  flagged: Side,
  score: Score | null,
  finding: Omit<VerdictFinding, 'status'>,
): boolean {
  const claim = postponedClaim(game)
  if (claim === null) return false
  if (flagPending(game) !== null) return true
  const claimant = claimantOf(game, claim)
  const ofClaimant = game.laws.quickplayPostponedJudges === 'opponent-of-claimant' && claimant !== null
  const judged = otherSide(ofClaimant ? claimant : flagged)
  raise(game, 'flag-fall-result', {
    ...finding,
    status: score === null ? 'undetermined' : 'awaits-arbiter',
    remedy: { result: score },
    notes: [remark('postponed-first')],
  })
  setRemedy(game, claim, { result: DRAW_SCORE })
  claim.evidence.push(finding.seq)
  claim.options = [remark('draw-normal', { side: remark(judged) }), remark('flag-result')]
  return true
}
