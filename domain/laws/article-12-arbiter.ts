/** Article 12 (2009: 13): the arbiter's acts answer the verdicts that wait for him. */
import type { EventOf, Side } from '../../events/index.ts'
import { type Game, otherSide } from '../game/game.ts'
import type { Score, Verdict } from '../game/state.ts'
import type { Article } from './article.ts'
import { COUNTED, establish } from './article-07-penalty.ts'
import type { RuleId } from './citations.ts'
import { answer, close, isOpen, lapseAtEnd, latest, raise } from './verdicts.ts'

const sameScore = (a: Score, b: Score): boolean => a.white === b.white && a.black === b.black

/** Forfeit signs and points of played games are one decision written two ways: `+`/`-` answers 1 and 0. */
const points = (score: Score): Score => ({
  white: score.white === '+' ? '1' : score.white === '-' ? '0' : score.white,
  black: score.black === '+' ? '1' : score.black === '-' ? '0' : score.black,
})

/** Where the Laws leave the opponent's score to him (11.7), any score that has the offender lose is what was due. */
function answers(verdict: Verdict, due: Score, given: Score): boolean {
  if (verdict.rule === 'persistent-refusal' && verdict.against !== null)
    return points(given)[verdict.against] === '0'
  return sameScore(points(due), points(given))
}

/** A verdict that could not say what the result is, for nobody could tell who can mate: any result settles it. */
const isUnsettled = ({ rule, status, remedy }: Verdict): boolean =>
  remedy.result === null &&
  (status === 'undetermined' ||
    (status === 'awaits-arbiter' && remedy.clock === null && COUNTED.includes(rule)))

/** A result given answers what waited for one, and overrules what the Laws had decided otherwise. */
function resultGiven(game: Game, given: Score, seq: number): void {
  for (const verdict of game.state.verdicts) {
    if (verdict.rule === 'draw-offer-regulation' && verdict.status === 'awaits-arbiter') {
      close(verdict, given.white === '½' && given.black === '½' ? 'applied' : 'overruled', seq)
    }
    if (isUnsettled(verdict) && verdict.seq !== seq) close(verdict, 'applied', seq)
    const { result } = verdict.remedy
    if (result === null || verdict.seq === seq) continue
    const agrees = answers(verdict, result, given)
    if (verdict.status === 'awaits-arbiter' || verdict.status === 'undetermined') {
      close(verdict, agrees ? 'applied' : 'overruled', seq)
    } else if (verdict.status === 'final' && !agrees) close(verdict, 'overruled', seq)
  }
  lapseAtEnd(game, seq)
}

/** 11.10: who decides an appeal may give another result, as the arbiter may. */
function appealDecided(game: Game, event: EventOf<'appeal-decided'>): void {
  const { result } = game.state
  if (result?.seq === event.seq) resultGiven(game, result, event.seq)
}

/** The position restored is what was due, if it lies before what was wrong; one that lies elsewhere is his own decision. */
function restored(game: Game, event: EventOf<'position-restored'>): void {
  const { points, here } = game.state
  const verdict = latest(game, (candidate) => isOpen(candidate) && candidate.due.includes('restore'))
  if (verdict === null) {
    const displaced = latest(
      game,
      (candidate) => candidate.rule === 'displaced-piece-found' && isOpen(candidate),
    )
    if (displaced !== null) close(displaced, 'applied', event.seq)
    return
  }
  const wrong = points.find(({ move }) => move !== null && verdict.evidence.includes(move.seq))
  const before = wrong === undefined || (points[here]?.ply ?? 0) <= wrong.ply - 1
  if (before) answer(verdict, 'restore', event.seq)
}

/** Time given to a side answers the latest verdict by which that side is to get time. */
function timeGiven(game: Game, side: Side, seq: number): boolean {
  const verdict = latest(
    game,
    (candidate) =>
      isOpen(candidate) && candidate.due.includes('clock') && candidate.remedy.clock?.[side] !== undefined,
  )
  if (verdict === null) return false
  if (verdict.status === 'awaits-claim') establish(game, verdict, seq)
  answer(verdict, 'clock', seq)
  return true
}

/** Assistants for whom a player's clock is adjusted (6.2.6, 8.1.6). */
const ADJUSTED: readonly RuleId[] = ['clock-assistant', 'scorer-assistant']

function clockSet(game: Game, event: EventOf<'clock-set'>): void {
  for (const side of ['white', 'black'] as const) {
    if (event.data[side] === undefined) continue
    timeGiven(game, side, event.seq)
    const adjusted = latest(
      game,
      ({ rule, against, status }) =>
        ADJUSTED.includes(rule) && against === side && status === 'awaits-arbiter',
    )
    if (adjusted !== null) close(adjusted, 'applied', event.seq)
  }
  const setting = latest(
    game,
    ({ rule, status }) => rule === 'clock-setting-wrong' && status === 'awaits-arbiter',
  )
  if (setting !== null) close(setting, 'applied', event.seq)
}

/** A penalty answers what waited for one against that player: time, a loss, or whatever he may choose. */
function penalised(game: Game, event: EventOf<'penalty-imposed'>): void {
  const { on, penalty } = event.data
  if (penalty === 'opponent-time') {
    timeGiven(game, otherSide(on), event.seq)
    return
  }
  if (!game.laws.penalties.includes(penalty)) notAnOption(game, event)
  const waits = (candidate: Verdict) =>
    candidate.against === on && candidate.status === 'awaits-arbiter' && candidate.options.includes(penalty)
  const verdict = latest(game, waits)
  if (verdict !== null) close(verdict, 'applied', event.seq)
}

/** 12.9 (2009: 13.4): the penalty is none that the edition lists. The arbiter's word stands on record; so does this. */
function notAnOption(game: Game, event: EventOf<'penalty-imposed'>): void {
  raise(game, 'penalty-list', {
    against: event.data.on,
    seq: event.seq,
    evidence: [event.seq],
    status: 'awaits-arbiter',
    options: game.laws.penalties,
    notes: [`${event.data.penalty} is not among the penalties of this edition`],
  })
}

/** 12.5 (2009: 13.5): additional time for a disturbance from outside. */
function granted(game: Game, event: EventOf<'time-granted'>): void {
  const { white, black } = event.data
  const wasDue = [
    white !== undefined && timeGiven(game, 'white', event.seq),
    black !== undefined && timeGiven(game, 'black', event.seq),
  ]
  if (wasDue.includes(true)) return
  raise(game, 'extra-time-for-disturbance', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'applied',
    remedy: {
      clock: { ...(white === undefined ? {} : { white }), ...(black === undefined ? {} : { black }) },
    },
  })
}

/** A decision on a claim that a verdict waits for; claims of illegal moves are Article 7's. */
function decided(game: Game, event: EventOf<'claim-decided'>): void {
  const verdict = latest(
    game,
    (candidate) =>
      candidate.seq === event.data.claim &&
      candidate.status === 'awaits-arbiter' &&
      candidate.due.length === 0,
  )
  if (verdict === null || verdict.rule === 'quickplay-draw-claim' || event.data.decision === 'deferred')
    return
  close(verdict, event.data.decision === 'upheld' ? 'applied' : 'overruled', event.seq)
}

/** 12.6 (2009: 13.6): the arbiter may not speak of what only the players may claim. */
function spoke(game: Game, event: EventOf<'irregularity-noticed'>): void {
  const { kind } = event.data
  if (kind !== 'repetition' && kind !== 'seventy-five') return
  raise(game, 'arbiter-non-intervention', {
    seq: event.seq,
    evidence: [event.seq],
    status: 'final',
    notes: ['only a player may claim this; the game goes on'],
  })
}

export const article12: Article = {
  on: { 'irregularity-noticed': spoke },
  always: {
    'result-set': (game, { data: { white, black }, seq }) => resultGiven(game, { white, black }, seq),
    'appeal-decided': appealDecided,
    'position-restored': restored,
    'clock-set': clockSet,
    'time-granted': granted,
    'penalty-imposed': penalised,
    'claim-decided': decided,
  },
}
