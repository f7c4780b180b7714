/** Article 7.5.5 (2009: 7.4.b; 2014: 7.5.b; 2017: 7.5.3, 7.7.2, 7.8.2) with A.4.2, B.2–B.4: the penalty of an illegal move, and when it counts. */

import type { Side } from '../../events/index.ts'
import type { Position } from '../chess/index.ts'
import type { RuleId } from '../editions/rules.ts'
import type { Remark } from '../reasons.ts'
import { type Game, otherSide, positionAt } from '../state/game.ts'
import { notCompleted, pathOf } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import type { MoveMade, Remedy, Verdict } from '../state/state.ts'
import { penaltyOption, remark } from './remark.ts'
import {
  carryOutPart,
  closeVerdict,
  countOffence,
  isOpenVerdict,
  pointOfOffence,
  raise,
  setRemedy,
  uncountOffence,
  winUnlessCannotMate,
} from './verdicts.ts'

/** Rules under which something counts as an illegal move (7.5.5). */
export const COUNTED_OFFENCES: readonly RuleId[] = [
  'illegal-move-completed',
  'unpromoted-pawn',
  'press-without-move',
  'two-hands',
  'rapid-illegal-move-unsupervised',
  'blitz-illegal-move-unsupervised',
]

/** Whether the verdict is an open offence: it waits to be noticed, claimed or answered. */
export const isCountable = (verdict: Verdict): boolean =>
  COUNTED_OFFENCES.includes(verdict.rule) && isOpenVerdict(verdict)

/** The arbiter's options where the search could not settle whether the opponent can mate. */
const UNSETTLED: readonly Remark[] = [penaltyOption('loss'), remark('draw-cannot-mate')]

/**
 * 7.5.5: the penalty of a side's `nth` offence: time for the opponent, from `illegalMovesToLose` on the loss, or a draw where the
 * opponent cannot mate. `unsettled`: the search could not settle that.
 */
function penaltyFor(
  game: Game,
  offender: Side,
  nth: number,
  position: () => Position,
): Pick<Remedy, 'clock' | 'result'> & { unsettled: boolean } {
  const { laws } = game
  const opponent = otherSide(offender)
  if (!inForce(game, 'illegal-move-penalty')) return { clock: null, result: null, unsettled: false }
  const reduced = inForce(game, 'rapid-blitz-time-penalties')
  const bonus = reduced ? laws.illegalMoveBonus : laws.standardPlay.illegalMoveBonus
  if (nth < laws.illegalMovesToLose) return { clock: { [opponent]: bonus }, result: null, unsettled: false }
  const result = winUnlessCannotMate(position(), opponent)
  return { clock: null, result, unsettled: result === null }
}

/** The position before a move. */
export function positionBefore(game: Game, move: MoveMade): Position {
  const { points } = game.state
  const point = points.findLast((candidate) => candidate.move === move)
  return positionAt(game.state, points[point?.parent ?? -1]) ?? game.position
}

/** The position that counts: that before an illegal move while it is not completed (7.5.1), else the current one. */
export function positionThatCounts(game: Game): Position {
  const point = notCompleted(game)
  return point === null ? game.position : positionBefore(game, point.move)
}

/** An illegal move, or what is treated as one. `restore`: the seq to whose position the game goes back. */
interface Offence {
  rule: RuleId
  against: Side
  seq: number
  evidence: number[]
  restore: number | null
  position: Position
  notes?: readonly Remark[]
  alsoUnder?: RuleId[]
  /** What the arbiter may choose instead of what is due. */
  options?: readonly Remark[]
}

/** Has the opponent already made the next move, so that unsupervised nobody may act on the offence (A.4.2)? */
function isAnswered(game: Game, { against, evidence }: Offence): boolean {
  const [began = 0] = evidence
  return pathOf(game.state).some(({ move }) => move !== null && move.side !== against && move.seq > began)
}

/** Raises an offence, with the penalty of the side's next one; unsupervised it waits for a claim or the arbiter's notice. */
export function raiseOffence(game: Game, offence: Offence): Verdict {
  const { laws } = game
  const nth = game.state.illegalMoves[offence.against] + 1
  const { clock, result, unsettled } = penaltyFor(game, offence.against, nth, () => offence.position)
  const verdict = raise(game, offence.rule, {
    against: offence.against,
    seq: offence.seq,
    evidence: offence.evidence,
    status: laws.unsupervised ? 'awaits-claim' : 'awaits-arbiter',
    remedy: { restore: offence.restore, clock, result },
    options: [...(offence.options ?? []), ...(unsettled ? UNSETTLED : [])],
    notes: [...(offence.notes ?? []), ...(unsettled ? [remark('loss-or-draw')] : [])],
    alsoUnder: [
      ...(offence.alsoUnder ?? []),
      'illegal-move-penalty',
      ...(laws.play === 'standard' ? [] : (['rapid-blitz-time-penalties'] as const)),
    ],
  })
  if (laws.unsupervised && isAnswered(game, offence)) closeVerdict(verdict, 'lapsed', offence.seq)
  return verdict
}

/** Establishes an offence that was noticed, claimed in time or answered by the arbiter: it counts, and its penalty is due. */
export function establishOffence(game: Game, verdict: Verdict, seq: number): void {
  const { against } = verdict
  verdict.status = 'awaits-arbiter'
  if (against === null || verdict.counted) return
  countOffence(game, verdict, seq)
  renewPenalties(game, against)
  if (verdict.due.includes('restore') && isUndone(game, verdict)) carryOutPart(verdict, 'restore', seq)
}

/** Overrules a verdict: an offence does not count, and nothing is due. */
export function dismissOffence(game: Game, verdict: Verdict, seq: number): void {
  uncountOffence(game, verdict)
  closeVerdict(verdict, 'overruled', seq)
  if (verdict.against !== null && COUNTED_OFFENCES.includes(verdict.rule))
    renewPenalties(game, verdict.against)
}

/** Has the game already gone back before the move at fault? */
function isUndone(game: Game, verdict: Verdict): boolean {
  const point = pointOfOffence(game, verdict)
  return point !== undefined && !pathOf(game.state).includes(point)
}

/** The number of an offence among the side's established ones, from 1; one that is not established comes next. */
function ordinalOf(game: Game, verdict: Verdict): number {
  if (!verdict.counted) return game.state.illegalMoves[verdict.against ?? 'white'] + 1
  const before = (other: Verdict) => (other.establishedBy ?? 0) < (verdict.establishedBy ?? 0)
  const own = game.state.verdicts.filter((other) => other.counted && other.against === verdict.against)
  return own.filter(before).length + 1
}

/** Sets the penalties of the side's open offences again, after one more or one less counts. */
function renewPenalties(game: Game, side: Side): void {
  for (const verdict of game.state.verdicts) {
    if (verdict.against !== side || !isCountable(verdict)) continue
    const nth = ordinalOf(game, verdict)
    const loses = verdict.remedy.clock === null
    if (loses === nth >= game.laws.illegalMovesToLose) continue
    const { clock, result, unsettled } = penaltyFor(game, side, nth, () => positionOf(game, verdict))
    setRemedy(game, verdict, { clock, result })
    const others = verdict.options.filter(({ code }) => !UNSETTLED.some((each) => each.code === code))
    verdict.options = unsettled ? [...others, ...UNSETTLED] : others
  }
}

/** The position in which it is asked whether the opponent can mate: that to which the game goes back, else the one that counts. */
function positionOf(game: Game, verdict: Verdict): Position {
  const move = verdict.remedy.restore === null ? null : pointOfOffence(game, verdict)?.move
  return move == null ? positionThatCounts(game) : positionBefore(game, move)
}
