/** Article 7.5.5 (2009: 7.4.b; 2014: 7.5.b; 2017: 7.5.3, 7.7.2, 7.8.2) with A.4.2, B.2–B.4: what an illegal move costs, and when it counts. */

import type { Side } from '../../events/index.ts'
import type { Position } from '../chess/index.ts'
import { type Game, otherSide, positionAt } from '../game/game.ts'
import type { MoveMade, Remedy, Verdict } from '../game/state.ts'
import type { RuleId } from './citations.ts'
import { inForce } from './in-force.ts'
import { count, isOpen, raise, setRemedy, winUnlessCannotMate } from './verdicts.ts'

/** Rules under which something counts as an illegal move (7.5.5). */
export const COUNTED: readonly RuleId[] = [
  'illegal-move-completed',
  'unpromoted-pawn',
  'press-without-move',
  'two-hands',
  'rapid-illegal-move-unsupervised',
  'blitz-illegal-move-unsupervised',
]

/** An offence that waits to be noticed, claimed or answered. */
export const isCountable = (verdict: Verdict): boolean => COUNTED.includes(verdict.rule) && isOpen(verdict)

/** What the arbiter has to find out where the search could not. */
const UNSETTLED: readonly string[] = ['loss', 'draw: the opponent cannot mate by any series of legal moves']

/** 7.5.5: time for the opponent, or from a certain number on the loss; a draw where the opponent could not mate. */
function ladder(
  game: Game,
  offender: Side,
  position: Position,
): Pick<Remedy, 'clock' | 'result'> & { unsettled: boolean } {
  const { laws, state } = game
  const opponent = otherSide(offender)
  if (!inForce(game, 'illegal-move-penalty')) return { clock: null, result: null, unsettled: false }
  const reduced = inForce(game, 'rapid-blitz-time-penalties')
  const bonus = reduced ? laws.illegalMoveBonus : laws.standardPlay.illegalMoveBonus
  if (state.illegalMoves[offender] + 1 < laws.illegalMovesToLose) {
    return { clock: { [opponent]: bonus }, result: null, unsettled: false }
  }
  const result = winUnlessCannotMate(position, opponent)
  return { clock: null, result, unsettled: result === null }
}

/** The position before a move, as the record has it. */
export function positionBefore(game: Game, move: MoveMade): Position {
  const { points } = game.state
  const point = points.findLast((candidate) => candidate.move === move)
  return positionAt(game.state, points[point?.parent ?? -1]) ?? game.position
}

/** An illegal move, or what is treated as one. `restore`: the seq to whose position the game goes back. */
interface Offence {
  rule: RuleId
  against: Side
  seq: number
  evidence: number[]
  restore: number | null
  position: Position
  notes?: string[]
  alsoUnder?: RuleId[]
}

/** The offence, with what is due by the ladder; unsupervised it waits for a claim or the arbiter's notice. */
export function raiseOffence(game: Game, offence: Offence): Verdict {
  const { laws } = game
  const { clock, result, unsettled } = ladder(game, offence.against, offence.position)
  return raise(game, offence.rule, {
    against: offence.against,
    seq: offence.seq,
    evidence: offence.evidence,
    status: laws.unsupervised ? 'awaits-claim' : 'awaits-arbiter',
    remedy: { restore: offence.restore, clock, result },
    options: unsettled ? UNSETTLED : [],
    notes: [
      ...(offence.notes ?? []),
      ...(unsettled ? ['loss, or a draw where the opponent could not mate: that could not be settled'] : []),
    ],
    alsoUnder: [
      ...(offence.alsoUnder ?? []),
      'illegal-move-penalty',
      ...(laws.play === 'standard' ? [] : (['rapid-blitz-time-penalties'] as const)),
    ],
  })
}

/** Noticed or claimed in time: it counts, and what is due is due now. */
export function establish(game: Game, verdict: Verdict, seq: number): void {
  if (verdict.against !== null && !verdict.counted) {
    const position = verdict.remedy.restore === null ? game.position : restoredPosition(game, verdict)
    const { clock, result, unsettled } = ladder(game, verdict.against, position)
    setRemedy(game, verdict, { clock, result })
    verdict.options = unsettled ? [...UNSETTLED] : []
  }
  verdict.status = 'awaits-arbiter'
  count(game, verdict, seq)
}

function restoredPosition(game: Game, verdict: Verdict): Position {
  const move = game.state.points.findLast(
    ({ move: of }) => of !== null && verdict.evidence.includes(of.seq),
  )?.move
  return move == null ? game.position : positionBefore(game, move)
}
