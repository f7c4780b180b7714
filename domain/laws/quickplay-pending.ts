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

/** Was the game stopped by a claim that was referred because no arbiter was present? A flag that falls afterwards decides nothing. */
export const referredElsewhere = (game: Game): boolean =>
  latestVerdict(game, (verdict) => verdict.rule === 'quickplay-no-arbiter' && isOpenVerdict(verdict)) !== null

/** The verdict on a flag that waits for the arbiter's decision. */
export const flagPending = (game: Game): Verdict | null =>
  latestVerdict(
    game,
    ({ rule, status }) =>
      rule === 'flag-fall-result' && (status === 'awaits-arbiter' || status === 'undetermined'),
  )

const playerOfClaim = (game: Game, claim: Verdict): Side | null => {
  const { by } = game.state.claims.find(({ seq }) => seq === claim.seq) ?? {}
  return by === 'white' || by === 'black' ? by : null
}

/**
 * A flag has fallen while the decision on a claim is postponed: the arbiter decides now. It is a draw if the side that would win
 * (in 2009: the claimant's opponent) could not win by normal means or made no effort to; else the flag's result holds. Returns
 * false where no claim is postponed.
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
  const claimant = playerOfClaim(game, claim)
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
