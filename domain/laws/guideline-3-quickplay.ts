/** Guidelines III (2009: Article 10; 2014: Appendix G): games without increment, the quickplay finish. */
import type { EventOf } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import { type Game, otherSide } from '../game/game.ts'
import type { Article } from './article.ts'
import { timeOf } from './article-06-flag.ts'
import type { RuleId } from './citations.ts'
import { close, conclude, DRAW, latest, raise, setRemedy } from './verdicts.ts'

const TWO_MINUTES = 120_000

/** Why no such claim or request exists here: the guideline was not announced, blitz, an increment, time enough left. */
function unavailable(game: Game, by: 'white' | 'black'): { rule: RuleId; note: string } | null {
  const { laws, state } = game
  const { control, period } = state.clock
  if (laws.play === 'blitz' && (laws.quickplay === 'announced' || laws.unsupervised)) {
    return { rule: 'quickplay-claims-not-in-blitz', note: 'not in blitz' }
  }
  if (laws.quickplay === 'announced' && !laws.quickplayAnnounced)
    return { rule: 'quickplay-scope', note: 'not announced beforehand' }
  if (laws.quickplay === 'announced' && (control?.periods[period[by] - 1]?.bonus ?? 0) > 0) {
    return { rule: 'quickplay-scope', note: 'only for games without increment' }
  }
  if (turnOf(game.position) !== by)
    return { rule: 'quickplay-scope', note: 'only the player on move may ask' }
  const left = timeOf(game, by)
  if (left === null || left >= TWO_MINUTES)
    return { rule: 'quickplay-scope', note: 'only with less than two minutes left' }
  return null
}

function refused(game: Game, event: EventOf<'draw-claimed'> | EventOf<'increment-requested'>): boolean {
  const bar = unavailable(game, event.by)
  if (bar === null) return false
  raise(game, bar.rule, {
    against: event.by,
    seq: event.seq,
    evidence: [event.seq],
    status: 'final',
    notes: [bar.note],
  })
  return true
}

/** III.5: the opponent cannot win, or makes no effort to win, by normal means: the arbiter agrees, postpones or rejects. */
function claimed(game: Game, event: EventOf<'draw-claimed'>): void {
  const { basis } = event.data
  if (basis !== 'opponent-cannot-win-normally' && basis !== 'opponent-makes-no-effort') return
  if (refused(game, event)) return
  raise(game, 'quickplay-draw-claim', {
    against: null,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: [
      'agree: the game is drawn',
      'postpone the decision; the opponent may get two minutes',
      'reject: the opponent gets two minutes',
    ],
  })
}

/** III.5.1–III.5.3: upheld draws at once; rejected gives the opponent two minutes; deferred waits. */
function decided(game: Game, event: EventOf<'claim-decided'>): void {
  const verdict = latest(
    game,
    (candidate) => candidate.rule === 'quickplay-draw-claim' && candidate.seq === event.data.claim,
  )
  if (verdict === null || verdict.status !== 'awaits-arbiter') return
  const claim = game.state.claims.find((entry) => entry.seq === event.data.claim)
  if (event.data.decision === 'upheld') {
    close(verdict, 'applied', event.seq)
    conclude(game, 'quickplay-draw-claim', { seq: event.seq, evidence: [verdict.seq, event.seq] }, DRAW)
    return
  }
  if (event.data.decision === 'rejected' && (claim?.by === 'white' || claim?.by === 'black')) {
    setRemedy(game, verdict, { clock: { [otherSide(claim.by)]: TWO_MINUTES } })
  }
}

/** III.4: five seconds a move for both, the opponent getting two minutes; the request is also an offer. */
function requested(game: Game, event: EventOf<'increment-requested'>): void {
  const { incrementRequestBonus } = game.laws
  if (incrementRequestBonus === null || refused(game, event)) return
  raise(game, 'quickplay-request-increment', {
    against: null,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    remedy: { clock: { [otherSide(event.by)]: incrementRequestBonus } },
    options: ['agree: set the clocks with five seconds a move, the opponent getting two minutes', 'refuse'],
  })
}

export const guideline3: Article = {
  on: { 'draw-claimed': claimed, 'claim-decided': decided, 'increment-requested': requested },
}
