/** Article 3.10.3 (2014: 3.10.c): an illegal position, as far as the position itself shows that no legal moves lead to it. */

import type { EventOf } from '../../events/index.ts'
import { requireLegal } from '../chess/index.ts'
import type { Remark } from '../reasons.ts'
import type { Game } from '../state/game.ts'
import type { Article } from './article.ts'
import { establishOffence } from './article-07-penalty.ts'
import { remark } from './remark.ts'
import { closeVerdict, isOpenVerdict, latestVerdict, raise } from './verdicts.ts'

const openFinding = (game: Game) =>
  latestVerdict(game, (verdict) => verdict.rule === 'illegal-position' && isOpenVerdict(verdict))

/** Why the position is illegal; null where it does not show that, or the edition does not define illegal positions. */
function faultOf(game: Game): Remark | null {
  if (!game.laws.definesIllegalPosition) return null
  const checked = requireLegal(game.position)
  return checked.ok ? null : (checked.error.reason ?? null)
}

/** The arbiter intervenes at once; unsupervised they wait for a claim, save in the cases of A.4.4. */
function noticed(game: Game, event: EventOf<'irregularity-noticed'>): void {
  const { kind } = event.data
  const { unsupervised } = game.laws
  if (kind !== 'wrong-position' && (kind !== 'both-kings-in-check' || unsupervised)) return
  const fault = faultOf(game)
  if (fault === null || openFinding(game) !== null) return
  raise(game, 'illegal-position', {
    seq: event.seq,
    evidence: [event.seq],
    status: unsupervised ? 'awaits-claim' : 'awaits-arbiter',
    options: [remark('restore-before')],
    notes: [fault],
  })
  if (!unsupervised) establishCause(game, event.seq)
}

/** The notice of an illegal position establishes the illegal move that led to it (7.5). */
function establishCause(game: Game, seq: number): void {
  const cause = latestVerdict(
    game,
    (verdict) => isOpenVerdict(verdict) && !verdict.counted && verdict.rule === 'illegal-move-completed',
  )
  if (cause !== null) establishOffence(game, cause, seq)
}

function claimed(game: Game, event: EventOf<'claim-made'>): void {
  if (event.data.about !== 'wrong-position') return
  const fault = faultOf(game)
  if (fault === null) return
  const waits = openFinding(game)
  if (waits !== null) {
    waits.status = 'awaits-arbiter'
    waits.establishedBy = event.seq
    return
  }
  raise(game, 'illegal-position', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: [remark('restore-before')],
    notes: [fault],
  })
}

/** The arbiter has put the position right. */
function restored(game: Game, event: EventOf<'position-restored'>): void {
  const finding = openFinding(game)
  if (finding !== null && faultOf(game) === null) closeVerdict(finding, 'applied', event.seq)
}

/** Is an illegal position found that only a claim lets the arbiter touch? */
export const waitsForClaim = (game: Game): boolean => openFinding(game)?.status === 'awaits-claim'

export const article03Position: Article = {
  on: { 'irregularity-noticed': noticed, 'claim-made': claimed, 'position-restored': restored },
}
