/** Appendix A.4.4 (2009: A.4.c; 2023: A.5.4), by B.4 in blitz: both kings in check, or a pawn on the last rank, unsupervised. */

import type { EventOf } from '../../events/index.ts'
import { bothKingsInCheck } from '../chess/index.ts'
import type { Game } from '../state/game.ts'
import type { Article } from './article.ts'
import { completedBy } from './article-06-completed.ts'
import { remark } from './remark.ts'
import { pawnOnLastRank } from './unplayable.ts'
import { closeVerdict, DRAW_SCORE, isOpenVerdict, latestVerdict, raise, setRemedy } from './verdicts.ts'

const stillIllegal = (game: Game): boolean => bothKingsInCheck(game.position) || pawnOnLastRank(game.position)

/**
 * The arbiter sees it and waits until the next move is completed (2009: intervenes, in rapid only). Where the notice establishes
 * the illegal move itself, A.4.2 holds and nothing is raised here (manual to 3.10.3).
 */
function noticed(game: Game, event: EventOf<'irregularity-noticed'>): void {
  const { kind } = event.data
  const { laws } = game
  if (
    !laws.unsupervised ||
    (kind !== 'both-kings-in-check' && kind !== 'unpromoted-pawn') ||
    !stillIllegal(game)
  )
    return
  if (game.state.verdicts.some(({ establishedBy }) => establishedBy === event.seq)) return
  const waits = laws.arbiterActsOnIllegalMoveUnsupervised
  if (!waits && laws.play === 'blitz') return
  raise(game, 'rapid-both-kings-in-check', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: waits ? [remark('wait-for-next')] : [remark('intervene')],
  })
}

const openFinding = (game: Game) =>
  latestVerdict(game, (verdict) => verdict.rule === 'rapid-both-kings-in-check' && isOpenVerdict(verdict))

/** The next move is completed: an illegal position still there is a draw, which the arbiter declares. */
function pressed(game: Game, event: EventOf<'clock-pressed'>): void {
  const verdict = openFinding(game)
  if (verdict === null || !game.laws.arbiterActsOnIllegalMoveUnsupervised || verdict.remedy.result !== null)
    return
  const move = completedBy(game, event)
  if (move === null || move.seq < verdict.seq) return
  if (!stillIllegal(game)) {
    closeVerdict(verdict, 'lapsed', event.seq)
    return
  }
  setRemedy(game, verdict, { result: DRAW_SCORE })
  verdict.options = [remark('declare-draw')]
  verdict.evidence.push(event.seq)
}

/** The arbiter put the position right: in 2009 what was due, later another decision than to wait for the next move. */
function restored(game: Game, { seq }: EventOf<'position-restored'>): void {
  const verdict = openFinding(game)
  if (verdict === null || stillIllegal(game)) return
  closeVerdict(verdict, game.laws.arbiterActsOnIllegalMoveUnsupervised ? 'overruled' : 'applied', seq)
}

export const appendixAUnsupervised: Article = {
  on: { 'irregularity-noticed': noticed, 'clock-pressed': pressed, 'position-restored': restored },
}
