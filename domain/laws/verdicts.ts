/** Verdicts: how they arise, what is due by them, and what becomes of them. A verdict is derived, never stored as a fact. */
import type { Side } from '../../events/index.ts'
import type { Position } from '../chess/index.ts'
import { endGame } from '../game/end.ts'
import type { Game } from '../game/game.ts'
import type { Point, Remedy, Score, Verdict, VerdictStatus } from '../game/state.ts'
import { canMate } from '../winnable/index.ts'
import { articlesOf, type RuleId } from './citations.ts'
import { inForce } from './in-force.ts'

export interface Finding {
  against?: Side | null
  seq: number
  evidence: number[]
  status: VerdictStatus
  remedy?: Partial<Remedy>
  options?: readonly string[]
  notes?: string[]
  /** Articles besides the rule's own, e.g. the ladder's beside the offence's. */
  alsoUnder?: RuleId[]
}

const nothingDue: Remedy = { restore: null, clock: null, result: null }

/** Nodes within which a dead position is looked for; a flag, an illegal move or a resignation may cost more. */
export const DEAD_POSITION_NODES = 20_000
export const CANNOT_MATE_NODES = 50_000

/** Which parts of a remedy wait for the arbiter: a clock's only where there is a clock. */
function dueOf(game: Game, remedy: Remedy): Verdict['due'] {
  const due: Verdict['due'] = []
  if (remedy.restore !== null) due.push('restore')
  if (remedy.clock !== null && game.state.clock.control !== null) due.push('clock')
  if (remedy.result !== null) due.push('result')
  return due
}

export function raise(game: Game, rule: RuleId, finding: Finding): Verdict {
  const { edition } = game.laws
  const remedy: Remedy = { ...nothingDue, ...finding.remedy }
  const articles = [rule, ...(finding.alsoUnder ?? [])].flatMap((id) => articlesOf(id, edition))
  const verdict: Verdict = {
    rule,
    edition,
    articles: [...new Set(articles)],
    against: finding.against ?? null,
    seq: finding.seq,
    evidence: finding.evidence,
    status: finding.status,
    remedy,
    options: [...(finding.options ?? [])],
    notes: finding.notes ?? [],
    due: finding.status === 'final' || finding.status === 'applied' ? [] : dueOf(game, remedy),
    answeredBy: null,
    counted: false,
    establishedBy: null,
  }
  if (inForce(game, rule)) game.state.verdicts.push(verdict)
  return verdict
}

/** A new remedy for a verdict that waits. What has been done of the one before stays done. */
export function setRemedy(game: Game, verdict: Verdict, remedy: Partial<Remedy>): void {
  const done = dueOf(game, verdict.remedy).filter((part) => !verdict.due.includes(part))
  verdict.remedy = { ...verdict.remedy, ...remedy }
  verdict.due = dueOf(game, verdict.remedy).filter((part) => !done.includes(part))
}

/** The Laws decide: a final verdict, and the result by it unless one was reached before. */
export function conclude(
  game: Game,
  rule: RuleId,
  finding: Omit<Finding, 'status' | 'remedy'>,
  score: Score,
): Verdict {
  const verdict = raise(game, rule, { ...finding, status: 'final', remedy: { result: score } })
  const { articles, seq } = verdict
  if (!inForce(game, rule)) return verdict
  if (game.state.result === null) endGame(game, { ...score, rule, articles, seq })
  lapseAtEnd(game, seq)
  return verdict
}

export const win = (side: Side): Score =>
  side === 'white' ? { white: '1', black: '0' } : { white: '0', black: '1' }
export const DRAW: Score = { white: '½', black: '½' }

/**
 * What the loser's opponent gets: a win, or a draw where he could not mate by any series of legal moves
 * (6.9, 7.5.5, A.4.3); null where that cannot be told within the budget.
 */
export function winUnlessCannotMate(position: Position, winner: Side): Score | null {
  const { answer } = canMate(position, winner, { nodes: CANNOT_MATE_NODES })
  if (answer === 'undetermined') return null
  return answer === 'yes' ? win(winner) : DRAW
}

export const isOpen = (verdict: Verdict): boolean =>
  verdict.status === 'awaits-arbiter' || verdict.status === 'awaits-claim'

/** The latest verdict that satisfies `wanted`. */
export function latest(game: Game, wanted: (verdict: Verdict) => boolean): Verdict | null {
  const { verdicts } = game.state
  for (let i = verdicts.length - 1; i >= 0; i--)
    if (wanted(verdicts[i] as Verdict)) return verdicts[i] as Verdict
  return null
}

/** The point to which the move that a verdict is about led; none where it is about no move. */
export const pointOfOffence = ({ state }: Game, { evidence, against }: Verdict): Point | undefined =>
  state.points.find(({ move }) => move !== null && move.side === against && evidence.includes(move.seq))

export function close(verdict: Verdict, status: VerdictStatus, seq: number): void {
  verdict.status = status
  verdict.answeredBy = seq
  verdict.due = []
}

/** The arbiter did one part of what is due; once nothing is left the verdict is applied. */
export function answer(verdict: Verdict, part: Verdict['due'][number], seq: number): void {
  verdict.due = verdict.due.filter((due) => due !== part)
  verdict.answeredBy = seq
  if (verdict.due.length === 0) verdict.status = 'applied'
}

/** What says how a game with both flags down may be decided; nothing any more once it is. */
const OF_BOTH_FLAGS: readonly RuleId[] = ['both-flags-down', 'rapid-win-on-time-claim']

/** With the end of the game, claims not made and times not given have no object any more. */
export function lapseAtEnd(game: Game, seq: number): void {
  for (const verdict of game.state.verdicts) {
    if (verdict.status === 'awaits-claim') close(verdict, 'lapsed', seq)
    else if (verdict.status === 'awaits-arbiter' && OF_BOTH_FLAGS.includes(verdict.rule))
      close(verdict, 'lapsed', seq)
    else if (
      verdict.status === 'awaits-arbiter' &&
      verdict.remedy.result === null &&
      (verdict.due.length > 0 || verdict.rule === 'quickplay-draw-claim')
    ) {
      close(verdict, 'lapsed', seq)
    }
  }
}

/** Counts an illegal move, or what is treated as one, once it is noticed or claimed in time (7.5.5). */
export function count(game: Game, verdict: Verdict, seq: number): void {
  if (verdict.counted || verdict.against === null) return
  verdict.counted = true
  verdict.establishedBy = seq
  game.state.illegalMoves[verdict.against]++
}

export function uncount(game: Game, verdict: Verdict): void {
  if (!verdict.counted || verdict.against === null) return
  verdict.counted = false
  game.state.illegalMoves[verdict.against]--
}
