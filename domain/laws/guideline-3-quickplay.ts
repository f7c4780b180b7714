/** Guidelines III (2009: Article 10; 2014: Appendix G): games without increment, the quickplay finish. */

import type { EventOf } from '../../events/index.ts'
import { turnOf } from '../chess/index.ts'
import { flagFalls, setClock, stopClocks } from '../clock/index.ts'
import type { RuleId } from '../editions/rules.ts'
import type { Remark } from '../reasons.ts'
import { type Game, otherSide } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { Verdict } from '../state/state.ts'
import type { Article } from './article.ts'
import { timeOf } from './article-06-flag.ts'
import { flagPending } from './quickplay-pending.ts'
import { remark } from './remark.ts'
import { closeVerdict, conclude, DRAW_SCORE, latestVerdict, raise, setRemedy } from './verdicts.ts'

const TWO_MINUTES_MS = 120_000
const INCREMENT_MS = 5000

type Decided = EventOf<'claim-decided'>

/** The rules of this guideline on whose verdicts an arbiter's decision falls. */
const DECIDED_BY_ARBITER: readonly RuleId[] = [
  'quickplay-draw-claim',
  'quickplay-no-arbiter',
  'quickplay-request-increment',
]

/** Why such a claim or request is not possible: the guideline was not announced, blitz, an increment, enough time left; null: it is. */
function unavailable(game: Game, by: 'white' | 'black'): { rule: RuleId; note: Remark } | null {
  const { laws, state } = game
  const { control, period } = state.clock
  if (laws.play === 'blitz' && (laws.quickplay === 'announced' || laws.unsupervised)) {
    return { rule: 'quickplay-claims-not-in-blitz', note: remark('not-in-blitz') }
  }
  if (laws.quickplay === 'announced' && !laws.quickplayAnnounced)
    return { rule: 'quickplay-scope', note: remark('not-announced') }
  if (laws.quickplay === 'announced' && (control?.periods[period[by] - 1]?.bonus ?? 0) > 0) {
    return { rule: 'quickplay-scope', note: remark('without-increment') }
  }
  if (period[by] < (control?.periods.length ?? 1))
    return { rule: 'quickplay-scope', note: remark('all-remaining') }
  if (turnOf(game.position) !== by) return { rule: 'quickplay-scope', note: remark('on-move-asks') }
  const left = timeOf(game, by)
  if (left === null || left >= TWO_MINUTES_MS) return { rule: 'quickplay-scope', note: remark('under-two') }
  if (flagFalls(state.clock, by, state.at).length > 0)
    return { rule: 'quickplay-scope', note: remark('before-flag') }
  return null
}

function refused(game: Game, event: EventOf<'draw-claimed'> | EventOf<'increment-requested'>): boolean {
  const bar = unavailable(game, event.by)
  if (bar === null || !inForce(game, bar.rule)) return false
  raise(game, bar.rule, {
    against: event.by,
    seq: event.seq,
    evidence: [event.seq],
    status: 'final',
    notes: [bar.note],
  })
  return true
}

/** III.6 (2009: D.1): without an arbiter the claim stops play and is referred to one who decides later. Returns whether it was. */
function referred(game: Game, event: EventOf<'draw-claimed'>): boolean {
  const { laws, state } = game
  if (laws.play !== 'standard' || laws.supervision === 'full' || !inForce(game, 'quickplay-no-arbiter'))
    return false
  raise(game, 'quickplay-no-arbiter', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    remedy: { result: DRAW_SCORE },
    options: [remark('agree-drawn'), remark('reject')],
    notes: [
      event.data.basis === 'opponent-cannot-win-normally'
        ? remark('final-written')
        : remark('final-submitted'),
    ],
  })
  state.clock = stopClocks(state.clock, state.at)
  state.status = 'stopped'
  return true
}

/** III.5: the opponent cannot win, or makes no effort to win, by normal means: the arbiter agrees, postpones or rejects. */
function claimed(game: Game, event: EventOf<'draw-claimed'>): void {
  const { basis } = event.data
  if (basis !== 'opponent-cannot-win-normally' && basis !== 'opponent-makes-no-effort') return
  if (refused(game, event) || referred(game, event)) return
  raise(game, 'quickplay-draw-claim', {
    against: null,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: [remark('agree-drawn'), remark('postpone'), remark('reject-two')],
  })
}

/** III.5.1–III.5.3: upheld draws at once; rejected gives the opponent two minutes; deferred waits. */
function decidedClaim(game: Game, verdict: Verdict, event: Decided): void {
  const { decision, claim } = event.data
  const finding = { seq: event.seq, evidence: [verdict.seq, event.seq] }
  const flag = flagPending(game)
  if (decision === 'upheld') {
    closeVerdict(verdict, 'applied', event.seq)
    if (flag !== null) closeVerdict(flag, 'overruled', event.seq)
    conclude(game, verdict.rule, finding, DRAW_SCORE)
    return
  }
  if (decision !== 'rejected') return
  if (flag !== null || verdict.rule === 'quickplay-no-arbiter') closeVerdict(verdict, 'overruled', event.seq)
  if (flag?.remedy.result != null) {
    closeVerdict(flag, 'applied', event.seq)
    conclude(game, 'flag-fall-result', { ...finding, against: flag.against }, flag.remedy.result)
    return
  }
  const by = game.state.claims.find((entry) => entry.seq === claim)?.by
  if (flag === null && verdict.rule === 'quickplay-draw-claim' && (by === 'white' || by === 'black'))
    setRemedy(game, verdict, { clock: { [otherSide(by)]: TWO_MINUTES_MS } })
}

/** Adds five seconds a move for both players from the current period on. The opponent's two minutes are given by another event. */
function introduceIncrement(game: Game): void {
  const { state } = game
  const { control } = state.clock
  if (control === null) return
  const from = Math.min(state.clock.period.white, state.clock.period.black)
  const periods = control.periods.map((period, i) =>
    i + 1 < from ? period : { ...period, bonus: INCREMENT_MS, mode: 'fischer' as const },
  )
  state.clock = { ...setClock(state.clock, {}, state.at), control: { ...control, periods } }
}

/** III.4: the arbiter agrees, and the clocks are set; the opponent's two minutes stay due until the arbiter gives them. */
function decidedRequest(game: Game, verdict: Verdict, event: Decided): void {
  if (event.data.decision === 'upheld') {
    introduceIncrement(game)
    verdict.establishedBy = event.seq
  } else if (event.data.decision === 'rejected') closeVerdict(verdict, 'overruled', event.seq)
}

function decided(game: Game, event: Decided): void {
  const verdict = latestVerdict(
    game,
    ({ rule, seq, status }) =>
      seq === event.data.claim && status === 'awaits-arbiter' && DECIDED_BY_ARBITER.includes(rule),
  )
  if (verdict === null) return
  if (verdict.rule === 'quickplay-request-increment') decidedRequest(game, verdict, event)
  else decidedClaim(game, verdict, event)
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
    options: [remark('agree-increment'), remark('refuse')],
  })
}

export const guideline3: Article = {
  on: { 'draw-claimed': claimed, 'claim-decided': decided, 'increment-requested': requested },
}
