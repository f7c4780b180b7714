/** Raising, answering and closing verdicts. A verdict is derived by the fold, never stored as an event. */
import type { Penalty, Side } from '../../events/index.ts'
import type { Position } from '../chess/index.ts'
import { articlesOf } from '../editions/citations.ts'
import type { LawParameters } from '../editions/parameters.ts'
import type { RuleId } from '../editions/rules.ts'
import type { Remark } from '../reasons.ts'
import { endGame } from '../state/end.ts'
import type { Game } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { Point, Remedy, Score, Verdict, VerdictStatus } from '../state/state.ts'
import { canMate } from '../winnable/index.ts'
import { penaltyOption } from './remark.ts'

/** What an article finds, from which `raise` makes a verdict. */
export interface VerdictFinding {
  against?: Side | null
  seq: number
  evidence: number[]
  status: VerdictStatus
  remedy?: Partial<Remedy>
  /** A penalty is given by its name. */
  options?: readonly (Remark | Penalty)[]
  notes?: readonly Remark[]
  /** Rules whose articles are cited besides the rule's own, e.g. the penalty's beside the offence's. */
  alsoUnder?: RuleId[]
}

const nothingDue: Remedy = { restore: null, clock: null, result: null }

/** Nodes of the search for a dead position after each move. */
export const DEAD_POSITION_NODES = 20_000
/** Nodes of a search that somebody's report asks for: a dead position, a flag, an illegal move, a resignation, a phone. */
export const CANNOT_MATE_NODES = 50_000

/** The parts of a remedy that wait for the arbiter; time only in a game with clocks. */
function dueOf(game: Game, remedy: Remedy): Verdict['due'] {
  const due: Verdict['due'] = []
  if (remedy.restore !== null) due.push('restore')
  if (remedy.clock !== null && game.state.clock.control !== null) due.push('clock')
  if (remedy.result !== null) due.push('result')
  return due
}

/** Is the rule in force, and does an article of the edition state it? */
const isCited = (game: Game, rule: RuleId): boolean =>
  inForce(game, rule) && articlesOf(rule, game.laws.edition).length > 0

/** The articles without those on the other kind of play: in rapid those on blitz, in blitz those on rapid unless blitz only refers to them. */
function ofPlay(articles: readonly string[], { play, blitzRefersToRapid }: LawParameters): string[] {
  if (play === 'rapid') return articles.filter((article) => !article.startsWith('B.'))
  const ownOfBlitz = articles.some(
    (article) => article.startsWith('B.') && !blitzRefersToRapid.includes(article),
  )
  return play === 'blitz' && ownOfBlitz
    ? articles.filter((article) => !article.startsWith('A.'))
    : [...articles]
}

/**
 * Raises a verdict: it joins the game's verdicts if the rule is in force and the edition states it; otherwise it is only returned,
 * and has no effect.
 */
export function raise(game: Game, rule: RuleId, finding: VerdictFinding): Verdict {
  const { edition } = game.laws
  const remedy: Remedy = { ...nothingDue, ...finding.remedy }
  const articles = [rule, ...(finding.alsoUnder ?? [])].flatMap((id) =>
    ofPlay(articlesOf(id, edition), game.laws),
  )
  const verdict: Verdict = {
    rule,
    edition,
    articles: [...new Set(articles)],
    against: finding.against ?? null,
    seq: finding.seq,
    evidence: finding.evidence,
    status: finding.status,
    remedy,
    options: (finding.options ?? []).map((option) =>
      typeof option === 'string' ? penaltyOption(option) : option,
    ),
    notes: [...(finding.notes ?? [])],
    due: finding.status === 'final' || finding.status === 'applied' ? [] : dueOf(game, remedy),
    answeredBy: null,
    counted: false,
    establishedBy: null,
  }
  if (isCited(game, rule)) game.state.verdicts.push(verdict)
  return verdict
}

/** Gives a waiting verdict a new remedy. Parts that were carried out stay done. */
export function setRemedy(game: Game, verdict: Verdict, remedy: Partial<Remedy>): void {
  const done = dueOf(game, verdict.remedy).filter((part) => !verdict.due.includes(part))
  verdict.remedy = { ...verdict.remedy, ...remedy }
  verdict.due = dueOf(game, verdict.remedy).filter((part) => !done.includes(part))
}

/** Ends the game by a final verdict, unless it has a result already. */
export function conclude(
  game: Game,
  rule: RuleId,
  finding: Omit<VerdictFinding, 'status' | 'remedy'>,
  score: Score,
): Verdict {
  const verdict = raise(game, rule, { ...finding, status: 'final', remedy: { result: score } })
  const { articles, seq } = verdict
  if (!isCited(game, rule)) return verdict
  if (game.state.result === null) endGame(game, { ...score, rule, articles, seq })
  lapseAtEnd(game, seq)
  return verdict
}

export const winFor = (side: Side): Score =>
  side === 'white' ? { white: '1', black: '0' } : { white: '0', black: '1' }
export const DRAW_SCORE: Score = { white: '½', black: '½' }

/**
 * The score where the winner's opponent has lost: a win, or a draw where the winner could not mate by any series of legal moves
 * (6.9, 7.5.5, A.4.3); null where the search does not settle that within its budget.
 */
export function winUnlessCannotMate(position: Position, winner: Side): Score | null {
  const { answer } = canMate(position, winner, { nodes: CANNOT_MATE_NODES })
  if (answer === 'undetermined') return null
  return answer === 'yes' ? winFor(winner) : DRAW_SCORE
}

/** Whether a verdict waits for the arbiter or for a claim. */
export const isOpenVerdict = (verdict: Verdict): boolean =>
  verdict.status === 'awaits-arbiter' || verdict.status === 'awaits-claim'

/** The latest verdict that satisfies `wanted`, or null. */
export function latestVerdict(game: Game, wanted: (verdict: Verdict) => boolean): Verdict | null {
  const { verdicts } = game.state
  for (let i = verdicts.length - 1; i >= 0; i--)
    if (wanted(verdicts[i] as Verdict)) return verdicts[i] as Verdict
  return null
}

/** The point to which the move at fault led; undefined where the verdict is not about a move. */
export const pointOfOffence = ({ state }: Game, { evidence, against }: Verdict): Point | undefined =>
  state.points.find(({ move }) => move !== null && move.side === against && evidence.includes(move.seq))

export function closeVerdict(verdict: Verdict, status: VerdictStatus, seq: number): void {
  verdict.status = status
  verdict.answeredBy = seq
  verdict.due = []
}

/** Reopens a closed verdict: it waits for the arbiter, and all of its remedy is due. */
export function reopenVerdict(game: Game, verdict: Verdict): void {
  verdict.status = 'awaits-arbiter'
  verdict.answeredBy = null
  verdict.due = dueOf(game, verdict.remedy)
}

/** Notes that the arbiter carried out one part of what is due; with the last part the verdict is applied. */
export function carryOutPart(verdict: Verdict, part: Verdict['due'][number], seq: number): void {
  verdict.due = verdict.due.filter((due) => due !== part)
  verdict.answeredBy = seq
  if (verdict.due.length === 0) verdict.status = 'applied'
}

/** Verdicts that are about the rest of the game: they lapse with its end, whatever their remedy. */
const LAPSE_AT_END: readonly RuleId[] = ['both-flags-down', 'rapid-win-on-time-claim', 'restore-times']

/** Lapses the verdicts that the end of the game leaves without object: claims not made, times not given, clocks not set. */
export function lapseAtEnd(game: Game, seq: number): void {
  for (const verdict of game.state.verdicts) {
    if (verdict.status === 'awaits-claim') closeVerdict(verdict, 'lapsed', seq)
    else if (verdict.status === 'awaits-arbiter' && LAPSE_AT_END.includes(verdict.rule))
      closeVerdict(verdict, 'lapsed', seq)
    else if (
      verdict.status === 'awaits-arbiter' &&
      verdict.remedy.result === null &&
      (verdict.due.length > 0 || verdict.rule === 'quickplay-draw-claim')
    ) {
      closeVerdict(verdict, 'lapsed', seq)
    }
  }
}

/** Counts an illegal move, or what is treated as one, once it is noticed or claimed in time (7.5.5). */
export function countOffence(game: Game, verdict: Verdict, seq: number): void {
  if (verdict.counted || verdict.against === null) return
  verdict.counted = true
  verdict.establishedBy = seq
  game.state.illegalMoves[verdict.against]++
}

export function uncountOffence(game: Game, verdict: Verdict): void {
  if (!verdict.counted || verdict.against === null) return
  verdict.counted = false
  game.state.illegalMoves[verdict.against]--
}
