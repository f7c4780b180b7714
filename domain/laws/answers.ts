/**
 * Which verdicts an act of the arbiter answers (Article 12; 2009: 13): it carries them out or overrules them. The act is also the
 * notice: it establishes an open offence that it answers, so that no penalty is applied for an offence that does not count.
 */
import { EDITIONS, type EventOf, type Side } from '../../events/index.ts'
import { findLegal, type Position, play, squareOf, turnOf, writePlacement } from '../chess/index.ts'
import { articlesOf, namesOneOf } from '../editions/citations.ts'
import type { RuleId } from '../editions/rules.ts'
import { asCorrected } from '../state/correct.ts'
import { type Game, otherSide } from '../state/game.ts'
import { pathOf } from '../state/history.ts'
import { millisOf } from '../state/instant.ts'
import type { MoveMade, Point, Score, Verdict } from '../state/state.ts'
import {
  COUNTED_OFFENCES,
  dismissOffence,
  establishOffence,
  isCountable,
  positionBefore,
} from './article-07-penalty.ts'
import { flagPending, postponedClaim } from './quickplay-pending.ts'
import {
  carryOutPart,
  closeVerdict,
  countOffence,
  isOpenVerdict,
  lapseAtEnd,
  latestVerdict,
  pointOfOffence,
} from './verdicts.ts'

/** The rules whose verdicts an act answers by its type alone. */
const ANSWERED_BY = {
  'clocks-started': ['player-stops-clock', 'restore-times', 'neither-records', 'promotion-piece-unavailable'],
  'clock-set': ['restore-times', 'clock-setting-wrong', 'resumption-wrong-time'],
  'position-restored': ['blind-differing-boards'],
  'result-set': ['points-limits'],
  'appeal-decided': ['points-limits'],
} as const satisfies Record<string, readonly RuleId[]>

/** Verdicts on a wrong setting: a setting of the clocks that answers one of them gives no side the time due to it (6.10.2, I.13). */
const WRONG_SETTING: readonly RuleId[] = ['clock-setting-wrong', 'resumption-wrong-time']

/** Verdicts on assistants for whom a player's clock is adjusted (6.2.6, 8.1.6). */
const ADJUSTED_FOR_ASSISTANT: readonly RuleId[] = ['clock-assistant', 'scorer-assistant']

/** Arbiters set clocks by whole seconds: a gain counts as the due one within this tolerance. */
const SETTING_TOLERANCE_MS = 1000

const awaits = ({ status }: Verdict): boolean => status === 'awaits-arbiter'

/** Closes a verdict as applied: what was due has been done. An offence counts with that. */
function carryOut(game: Game, verdict: Verdict, seq: number): void {
  if (COUNTED_OFFENCES.includes(verdict.rule)) countOffence(game, verdict, seq)
  closeVerdict(verdict, 'applied', seq)
}

/** Notes that one part of what is due has been done. */
function answerPart(game: Game, verdict: Verdict, part: Verdict['due'][number], seq: number): void {
  if (isCountable(verdict)) establishOffence(game, verdict, seq)
  carryOutPart(verdict, part, seq)
}

/** Carries out the verdicts that an act answers by its type, and returns them. */
function answerByKind(game: Game, { type, seq }: { type: keyof typeof ANSWERED_BY; seq: number }): Verdict[] {
  const rules: readonly RuleId[] = ANSWERED_BY[type]
  const answered = game.state.verdicts.filter(
    (verdict) => rules.includes(verdict.rule) && awaits(verdict) && verdict.seq !== seq,
  )
  for (const verdict of answered) carryOut(game, verdict, seq)
  return answered
}

/** Starting the clocks answers what play was stopped for (6.11.3). A flag that waits for the arbiter is overruled by it. */
export function onClocksStarted(game: Game, event: EventOf<'clocks-started'>): void {
  answerByKind(game, event)
  const flag = flagPending(game)
  if (flag !== null && postponedClaim(game) === null) closeVerdict(flag, 'overruled', event.seq)
}

const looksLike = ({ position }: Game, other: Position): boolean =>
  turnOf(position) === turnOf(other) && writePlacement(position) === writePlacement(other)

/** 7.5.2: the position with the queen that the Laws put in the place of a pawn left on the last rank. */
function withQueen(before: Position, { from, to, promotion }: MoveMade): Position | null {
  const queening = promotion === null ? findLegal(before, squareOf(from), squareOf(to), 'Q') : null
  if (queening === null) return null
  play(before, queening)
  return before
}

/**
 * Does the game stand right before the wrong move? So it does, too, where the arbiter has set that position up anew, or the
 * one that the Laws put in the place of a pawn left unpromoted.
 */
function standsBefore(game: Game, { parent, move }: Point, seq: number): boolean {
  const { points, here } = game.state
  if (here === parent) return true
  if (move === null || points[here]?.seq !== seq) return false
  if (looksLike(game, positionBefore(game, move))) return true
  const queened = withQueen(positionBefore(game, move), move)
  return queened !== null && looksLike(game, queened)
}

/** Overrules a mate or stalemate that waits for the arbiter, once its move was undone (D17, D37). */
function overruleEnds(game: Game, standing: ReadonlySet<Point>, seq: number): void {
  for (const verdict of game.state.verdicts) {
    if (!isOpenVerdict(verdict) || (verdict.rule !== 'checkmate' && verdict.rule !== 'stalemate')) continue
    const point = game.state.points.find(({ move }) => move !== null && verdict.evidence.includes(move.seq))
    if (point !== undefined && !standing.has(point)) closeVerdict(verdict, 'overruled', seq)
  }
}

/**
 * Restoring a position answers the verdicts that asked for it. Restored right before an offence, it also establishes that; a
 * position further back undoes the move as well, but does not establish the offence.
 */
export function onPositionRestored(game: Game, event: EventOf<'position-restored'>): void {
  const { seq } = event
  if (game.state.result !== null) return
  const standing = new Set(pathOf(game.state))
  let answered = answerByKind(game, event).length > 0
  for (const verdict of game.state.verdicts.filter(isOpenVerdict)) {
    if (verdict.seq === seq) continue
    const point = pointOfOffence(game, verdict)
    const asked = verdict.due.includes('restore')
    if (COUNTED_OFFENCES.includes(verdict.rule)) {
      if (point === undefined) continue
      if (standsBefore(game, point, seq)) establishOffence(game, verdict, seq)
      else if (!verdict.counted || standing.has(point)) continue
    } else if (!asked || (point !== undefined && standing.has(point))) continue
    answered = true
    if (asked) answerPart(game, verdict, 'restore', seq)
  }
  overruleEnds(game, standing, seq)
  const displaced = latestVerdict(
    game,
    (verdict) => verdict.rule === 'displaced-piece-found' && isOpenVerdict(verdict),
  )
  if (!answered && displaced !== null) carryOut(game, displaced, seq)
}

/** Is time due to the side by the verdict? In a game without clocks it was never to be given, but it is the answer. */
const owesTime = ({ remedy, due }: Verdict, side: Side): boolean =>
  remedy.clock?.[side] !== undefined && (due.includes('clock') || due.length === 0)

/** Can this penalty be the answer to the verdict? */
function answersPenalty(verdict: Verdict, { on, penalty }: EventOf<'penalty-imposed'>['data']): boolean {
  if (!isOpenVerdict(verdict) || (verdict.status === 'awaits-claim' && !isCountable(verdict))) return false
  if (penalty === 'opponent-time' && owesTime(verdict, otherSide(on)))
    return verdict.against === on || verdict.against === null
  if (verdict.against !== on) return false
  const score = verdict.remedy.result?.[on]
  const loses = isCountable(verdict) && verdict.due.includes('result') && (score === '0' || score === '-')
  return verdict.options.some(({ code }) => code === penalty) || (penalty === 'loss' && loses)
}

/** Is the article one by which illegal moves are penalised, in the numbering of any edition? */
const isOfOffences = (article: string): boolean =>
  EDITIONS.some((edition) =>
    [...COUNTED_OFFENCES, 'illegal-move-penalty' as const].some((rule) =>
      namesOneOf(article, articlesOf(rule, edition)),
    ),
  )

/** Is the offence not noticed yet, so that a penalty under an article of another matter is not for it? */
const isUnnoticed = (verdict: Verdict): boolean => isCountable(verdict) && !verdict.counted

/**
 * Of several verdicts a penalty answers the one whose article it names; else the one that asked for just this time; else
 * the latest.
 */
function penaltyMeant(game: Game, { data, seq }: EventOf<'penalty-imposed'>): Verdict | null {
  const { article, ms } = data
  const list = articlesOf('penalty-list', game.laws.edition)
  const named = article === undefined || namesOneOf(article, list) ? null : article
  let open = game.state.verdicts.filter((verdict) => answersPenalty(verdict, data) && verdict.seq !== seq)
  if (named !== null) {
    const under = open.filter(({ articles }) => namesOneOf(named, articles))
    if (under.length > 0) open = under
    else if (!isOfOffences(named)) open = open.filter((verdict) => !isUnnoticed(verdict))
  }
  const due = (verdict: Verdict) => verdict.remedy.clock?.[otherSide(data.on)]
  return open.findLast((verdict) => ms !== undefined && due(verdict) === ms) ?? open.at(-1) ?? null
}

/** Imposing a penalty answers a verdict against that player. */
export function onPenaltyImposed(game: Game, event: EventOf<'penalty-imposed'>): void {
  const { on, penalty } = event.data
  const verdict = penaltyMeant(game, event)
  if (verdict === null) return
  if (penalty === 'opponent-time' && verdict.remedy.clock?.[otherSide(on)] !== undefined)
    answerPart(game, verdict, 'clock', event.seq)
  else carryOut(game, verdict, event.seq)
}

/** Ms that the event put on the side's clock. */
const gained = ({ state }: Game, side: Side, seq: number): number =>
  state.given?.find((entry) => entry.side === side && entry.seq === seq)?.ms ?? 0

/**
 * Is the gain what the verdict asks for? For an offence that was not noticed it must be that time, or more by at most what the
 * clock has lost since; for all others more will do.
 */
function givesDue(game: Game, verdict: Verdict, side: Side, gain: number): boolean {
  const due = verdict.remedy.clock?.[side] ?? 0
  if (gain < due - SETTING_TOLERANCE_MS) return false
  if (!isCountable(verdict) || verdict.counted) return true
  const arose = asCorrected(game.state.log).find(({ seq }) => seq === verdict.seq)?.at
  const since = arose === undefined ? 0 : game.state.at - millisOf(arose)
  return gain <= due + since + SETTING_TOLERANCE_MS
}

/** Setting the clocks answers a wrong setting, times after a restored position, or time that was due to a side. */
export function onClockSet(game: Game, event: EventOf<'clock-set'>): void {
  const { seq } = event
  const putRight = answerByKind(game, event).some(({ rule }) => WRONG_SETTING.includes(rule))
  for (const side of ['white', 'black'] as const) {
    if (event.data[side] === undefined) continue
    const gain = gained(game, side, seq)
    const meant = (verdict: Verdict) =>
      isOpenVerdict(verdict) &&
      verdict.due.includes('clock') &&
      owesTime(verdict, side) &&
      givesDue(game, verdict, side, gain)
    const owed = putRight ? null : latestVerdict(game, meant)
    if (owed !== null) answerPart(game, owed, 'clock', seq)
    const adjusted = latestVerdict(
      game,
      (verdict) =>
        ADJUSTED_FOR_ASSISTANT.includes(verdict.rule) && verdict.against === side && awaits(verdict),
    )
    if (adjusted !== null) carryOut(game, adjusted, seq)
  }
}

/** Time granted answers no offence, only a claim or request that asked for exactly that time. Returns whether it did. */
export function onTimeGranted(game: Game, { data, seq }: EventOf<'time-granted'>): boolean {
  const exact = ({ remedy }: Verdict) =>
    remedy.clock?.white === data.white && remedy.clock?.black === data.black
  const owed = latestVerdict(
    game,
    (verdict) =>
      awaits(verdict) &&
      verdict.due.includes('clock') &&
      !COUNTED_OFFENCES.includes(verdict.rule) &&
      exact(verdict),
  )
  if (owed !== null) carryOutPart(owed, 'clock', seq)
  return owed !== null
}

const sameScore = (a: Score, b: Score): boolean => a.white === b.white && a.black === b.black

/** A score with forfeit signs as one without them, so that `+`/`-` answers 1 and 0: they are the same decision. */
const withoutForfeitSigns = (score: Score): Score => ({
  white: score.white === '+' ? '1' : score.white === '-' ? '0' : score.white,
  black: score.black === '+' ? '1' : score.black === '-' ? '0' : score.black,
})

/** Is the given score the one that was due? Where the Laws leave the opponent's score to the arbiter (11.7), any in which the offender loses. */
function isDue(verdict: Verdict, due: Score, given: Score): boolean {
  if (verdict.rule === 'persistent-refusal' && verdict.against !== null)
    return withoutForfeitSigns(given)[verdict.against] === '0'
  return sameScore(withoutForfeitSigns(due), withoutForfeitSigns(given))
}

/** Is it a verdict whose result is not known, because the search could not settle who can mate? Any result settles it. */
const isUnsettled = (verdict: Verdict): boolean =>
  verdict.remedy.result === null &&
  (verdict.status === 'undetermined' || (isCountable(verdict) && verdict.remedy.clock === null))

/** Answers one verdict by a result: carries it out where that was due, else overrules it. `ruled`: an arbiter gave the result. */
function answerByResult(game: Game, verdict: Verdict, given: Score, seq: number, ruled: boolean): void {
  const { result } = verdict.remedy
  const waits = isOpenVerdict(verdict) || verdict.status === 'undetermined'
  if (verdict.rule === 'draw-offer-regulation' && awaits(verdict)) {
    const drawn = given.white === '½' && given.black === '½'
    closeVerdict(verdict, drawn ? 'applied' : 'overruled', seq)
  } else if (isUnsettled(verdict)) carryOut(game, verdict, seq)
  else if (result !== null) {
    if (isDue(verdict, result, given)) {
      if (waits) carryOut(game, verdict, seq)
    } else if (waits ? verdict.status !== 'awaits-claim' : verdict.status === 'final')
      closeVerdict(verdict, 'overruled', seq)
  } else if (ruled && awaits(verdict) && verdict.due.length > 0) closeVerdict(verdict, 'overruled', seq)
}

/** Counts the offence of an unpromoted pawn where the queen that replaces it ends the game with the given score (D37). */
function countUnpromoted(game: Game, given: Score, seq: number): void {
  const { verdicts } = game.state
  const end = verdicts.find(
    ({ rule, status, remedy }) =>
      (rule === 'checkmate' || rule === 'stalemate') &&
      status === 'awaits-arbiter' &&
      remedy.result !== null &&
      sameScore(remedy.result, given),
  )
  const offence = verdicts.find(
    (verdict) => verdict.rule === 'unpromoted-pawn' && verdict.seq === end?.seq && isOpenVerdict(verdict),
  )
  if (offence === undefined) return
  establishOffence(game, offence, seq)
  closeVerdict(offence, 'lapsed', seq)
}

/** A result that was set answers verdicts. One by an operator was imported or typed in: it carries out, but overrules no open verdict. */
export function onResultGiven(
  game: Game,
  event: EventOf<'result-set'> | EventOf<'appeal-decided'>,
  given: Score,
): void {
  answerByKind(game, event)
  if (event.by !== 'operator') countUnpromoted(game, given, event.seq)
  for (const verdict of game.state.verdicts)
    if (verdict.seq !== event.seq) answerByResult(game, verdict, given, event.seq, event.by !== 'operator')
  lapseAtEnd(game, event.seq)
}

/** The arbiter decides on a verdict itself: nothing is due (excused, an accident), or what was due was done otherwise. */
export function onVerdictDecided(game: Game, { data, seq }: EventOf<'verdict-decided'>): void {
  const isMeant = (verdict: Verdict) => verdict.rule === data.rule && verdict.seq === data.seq
  const waits = (verdict: Verdict) => isOpenVerdict(verdict) || verdict.status === 'undetermined'
  const verdict = latestVerdict(game, (each) => isMeant(each) && waits(each)) ?? latestVerdict(game, isMeant)
  if (verdict === null) return
  if (data.decision === 'done' && waits(verdict)) carryOut(game, verdict, seq)
  if (data.decision === 'nothing-due' && (waits(verdict) || verdict.status === 'applied'))
    dismissOffence(game, verdict, seq)
}

/** A decision on a claim answers the verdict that waits for it, and dismisses an offence that a rejected claim had established. */
export function onClaimDecided(game: Game, event: EventOf<'claim-decided'>): void {
  const { claim, decision } = event.data
  const { seq } = event
  if (decision === 'deferred') return
  for (const verdict of game.state.verdicts) {
    const established = verdict.establishedBy === claim && COUNTED_OFFENCES.includes(verdict.rule)
    if (established && decision === 'rejected') dismissOffence(game, verdict, seq)
  }
  const verdict = latestVerdict(
    game,
    (candidate) => candidate.seq === claim && awaits(candidate) && candidate.due.length === 0,
  )
  if (verdict === null || verdict.rule === 'quickplay-draw-claim') return
  if (decision === 'upheld') carryOut(game, verdict, seq)
  else dismissOffence(game, verdict, seq)
}
