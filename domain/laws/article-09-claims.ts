/** Articles 9.2–9.6: claims of threefold repetition and fifty moves; automatic draws by fivefold repetition and 75 moves. */

import type { EventOf, Side } from '../../events/index.ts'
import { clone, halfmoveClock, hashOf, type Position, play, turnOf, writeFen } from '../chess/index.ts'
import type { RuleId } from '../editions/rules.ts'
import type { Remark } from '../reasons.ts'
import { fenOf } from '../state/fens.ts'
import { type Game, otherSide, pointOf } from '../state/game.ts'
import { occurrencesAfter } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import { positionIdentity } from '../state/position-identity.ts'
import type { MoveMade, Point } from '../state/state.ts'
import type { Article } from './article.ts'
import { counterShowsFifty } from './article-06-claim-by-display.ts'
import { renewObligation } from './obligation.ts'
import { remark } from './remark.ts'
import {
  closeVerdict,
  conclude,
  DRAW_SCORE,
  isOpenVerdict,
  latestVerdict,
  raise,
  type VerdictFinding,
} from './verdicts.ts'
import { readWrittenMove, type WrittenMove } from './written-move.ts'

const CLAIMABLE_COUNT = 3
const FIFTY_MOVES_PLIES = 100

type Claim = EventOf<'draw-claimed'>

function afterIntended(game: Game, written: Pick<WrittenMove, 'move'>): Position | null {
  if (written.move === null) return null
  const after = clone(game.position)
  play(after, written.move)
  return after
}

type Basis = 'threefold' | 'fifty-moves'

/** 9.2.1, 9.3: is the claim right, for the position on the board or for the one the written move leads to? */
function isCorrect(game: Game, basis: Basis, written: WrittenMove | null): boolean {
  if (!inForce(game, ruleOf(basis, written))) return false
  if (written === null) {
    const { count, quiet } = pointOf(game.state)
    return basis === 'threefold'
      ? count >= CLAIMABLE_COUNT
      : quiet >= FIFTY_MOVES_PLIES || counterShowsFifty(game)
  }
  const after = afterIntended(game, written)
  if (after === null) return false
  return basis === 'threefold'
    ? occurrencesAfter(game, after) >= CLAIMABLE_COUNT
    : halfmoveClock(after) >= FIFTY_MOVES_PLIES
}

const ruleOf = (basis: Basis, written: WrittenMove | null): RuleId => {
  if (basis === 'threefold') return written === null ? 'threefold-appeared' : 'threefold-intended'
  return written === null ? 'fifty-completed' : 'fifty-intended'
}

/** 9.2.1, 9.3.1 (from 2014, 2017): the move once written for a claim can no longer be changed. */
function changesWritten(game: Game, claim: Claim, written: WrittenMove | null): boolean {
  const { claimed } = game.state.act
  const { threefold, fifty } = game.laws.writtenMoveStands
  const stands = claim.data.basis === 'threefold' ? threefold : fifty
  return stands && claimed !== null && written !== null && written.uci !== claimed.uci
}

/** Why the player may not claim now: they are not on move (9.2, 9.3), or have touched a piece on this move (9.4); null: they may. */
function barredBy(game: Game, claim: Claim): { rule: RuleId; note: Remark } | null {
  if (turnOf(game.position) !== claim.by && inForce(game, 'draw-claim-procedure')) {
    return { rule: 'draw-claim-procedure', note: remark('on-move-claims') }
  }
  if (game.state.act.touches.length > 0) {
    return {
      rule: 'touch-forfeits-draw-claim',
      note: remark('touched-claims'),
    }
  }
  return null
}

/** 9.2.1.1, 9.3.1: the move has to be written. A declared move is taken as written, unless the player's reported sheet lacks it (D6). */
function unwritten(game: Game, claim: Claim): Remark[] {
  const { moves } = game.state.scoresheets[claim.by]
  const needed = claim.data.move !== undefined && game.laws.intendedMoveClaimNeedsWriting
  if (!needed || moves.length === 0) return []
  const { ply } = pointOf(game.state)
  return moves.some((entry) => entry.ply === ply + 1) ? [] : [remark('not-on-sheet', { n: ply + 1 })]
}

/** D34: the manual also wants the claimant's clock to run; the article asks only that the claimant is on move. */
function manualNotes(game: Game, claim: Claim): Remark[] {
  const { running, control } = game.state.clock
  return control !== null && running === otherSide(claim.by) ? [remark('not-pressed-d34')] : []
}

function claimed(game: Game, claim: Claim): void {
  const { basis, move: text } = claim.data
  if (basis !== 'threefold' && basis !== 'fifty-moves') return
  const { seq, by } = claim
  const barred = barredBy(game, claim)
  if (barred !== null) {
    raise(game, barred.rule, { against: by, seq, evidence: [seq], status: 'final', notes: [barred.note] })
    return
  }
  const written = text === undefined ? null : readWrittenMove(game, by, text)
  if (changesWritten(game, claim, written)) {
    raise(game, ruleOf(basis, written), {
      against: by,
      seq,
      evidence: [game.state.act.claimed?.seq ?? seq, seq],
      status: 'final',
      notes: [remark('written-fixed')],
    })
    return
  }
  const notes = [...manualNotes(game, claim), ...unwritten(game, claim)]
  const basisRule = ruleOf(basis, written)
  const alternatives = alternativesOf(written)
  const rights = alternatives.map((reading) => isCorrect(game, basis, reading))
  if (rights.includes(true) && rights.includes(false)) {
    raiseAmbiguous(game, claim, basisRule, notes)
    return
  }
  if (rights.includes(true)) {
    conclude(
      game,
      'draw-claim-correct',
      { seq, evidence: evidence(game, basis, alternatives[0] ?? null, seq), notes, alsoUnder: [basisRule] },
      DRAW_SCORE,
    )
    return
  }
  // The arbiter needs the reason: the position may well have occurred three times.
  const isNoMove = written !== null && written.move === null && written.either.length === 0
  const reasons = isNoMove ? [...notes, remark('written-not-legal', { san: text ?? '' })] : notes
  raiseWrong(game, by, { seq, evidence: [seq], notes: reasons, alsoUnder: [basisRule] })
  if (written === null) return
  game.state.act.claimed = { uci: written.uci, pieces: written.pieces, seq }
  renewObligation(game)
}

const WRONG = 'draw-claim-incorrect'
const AMBIGUOUS: readonly RuleId[] = ['threefold-intended', 'fifty-intended']

/**
 * The arbiter decides on a claim that has a verdict. Upheld, it draws at once (9.5.2). Rejected, it is incorrect: where the verdict
 * had left that open, the opponent's time is due now (9.5.3).
 */
function decided(game: Game, event: EventOf<'claim-decided'>): void {
  const { data, seq } = event
  const verdict = latestVerdict(
    game,
    (each) =>
      each.seq === data.claim &&
      isOpenVerdict(each) &&
      (each.rule === WRONG || AMBIGUOUS.includes(each.rule)),
  )
  if (verdict === null || verdict.against === null || data.decision === 'deferred') return
  const { against, rule } = verdict
  if (data.decision === 'upheld') {
    closeVerdict(verdict, rule === WRONG ? 'overruled' : 'applied', seq)
    conclude(game, 'draw-claim-correct', { seq, evidence: [verdict.seq, seq] }, DRAW_SCORE)
  } else if (rule !== WRONG) {
    closeVerdict(verdict, 'overruled', seq)
    raiseWrong(game, against, { seq, evidence: [verdict.seq, seq], notes: [], alsoUnder: [rule] })
  } else if (verdict.due.length === 0) closeVerdict(verdict, 'applied', seq)
}

/** 9.5.3: time for the opponent, and the game goes on. */
function raiseWrong(
  game: Game,
  by: Side,
  finding: Required<Pick<VerdictFinding, 'seq' | 'evidence' | 'notes' | 'alsoUnder'>>,
): void {
  const { laws } = game
  const reduced = inForce(game, 'rapid-blitz-time-penalties')
  const bonus = reduced ? laws.wrongClaimBonus : laws.standardPlay.wrongClaimBonus
  raise(game, WRONG, {
    ...finding,
    against: by,
    status: 'awaits-arbiter',
    remedy: { clock: { [otherSide(by)]: bonus } },
    alsoUnder: [
      ...finding.alsoUnder,
      ...(laws.play === 'standard' ? [] : (['rapid-blitz-time-penalties'] as const)),
    ],
  })
}

/** The readings of the written move: one, or several where it is ambiguous. */
const alternativesOf = (written: WrittenMove | null): (WrittenMove | null)[] =>
  written === null || written.either.length === 0
    ? [written]
    : written.either.map((move) => ({ ...written, move }))

/** The text may mean several moves, and not each would make the claim right: the arbiter decides. */
function raiseAmbiguous(game: Game, { seq, by, data }: Claim, rule: RuleId, notes: readonly Remark[]): void {
  raise(game, rule, {
    against: by,
    seq,
    evidence: [seq],
    status: 'awaits-arbiter',
    options: [remark('agree-drawn'), remark('reject')],
    notes: [...notes, remark('means-several', { san: data.move ?? '' })],
  })
}

/**
 * The seqs that prove a right claim: of a repetition those at which the position occurred, the claim's own standing for the
 * position after a written move.
 */
function evidence(game: Game, basis: Basis, written: WrittenMove | null, seq: number): number[] {
  if (basis === 'fifty-moves') return [seq]
  const { state, position } = game
  const after = written === null ? null : afterIntended(game, written)
  if (after !== null) return [...occurrencesUpTo(game, state.here, after), seq]
  return [...occurrencesUpTo(game, state.here, position), seq]
}

/** The seqs of the points with this position, from point `from` back to the start or to a position that was set up. */
function occurrencesUpTo({ state }: Game, from: number, position: Position): number[] {
  const { hi, lo } = hashOf(position)
  const identity = positionIdentity(writeFen(position))
  const seqs: number[] = []
  for (let index = from; index >= 0; index = (state.points[index] as Point).parent) {
    const point = state.points[index] as Point
    const isSame = point.hi === hi && point.lo === lo
    if (isSame && positionIdentity(fenOf(state.points, point)) === identity) seqs.push(point.seq)
    if (point.fresh) break
  }
  return seqs.reverse()
}

function earlierOccurrences(game: Game, here: Point): Point[] {
  const { points } = game.state
  const found: Point[] = []
  for (let index = here.parent; index >= 0; index = (points[index] as Point).parent) {
    const point = points[index] as Point
    if (point.hi === here.hi && point.lo === here.lo) found.push(point)
    if (point.fresh) break
  }
  return found
}

/** 9.6.1: fivefold repetition; in 2014 by consecutive alternate moves, at plies p, p+4 … p+16 (D14). */
function fivefold(game: Game, move: MoveMade): void {
  const rule = game.laws.fivefold
  const here = pointOf(game.state)
  if (rule === null || here.count < rule.count) return
  const before = earlierOccurrences(game, here)
  if (rule.consecutive) {
    const shuttle = before.slice(0, rule.count - 1).every((point, i) => point.ply === here.ply - 4 * (i + 1))
    if (!shuttle || before.length < rule.count - 1) return
  }
  const seqs = before.map((point) => point.seq).reverse()
  conclude(game, 'fivefold-repetition', { seq: move.seq, evidence: [...seqs, move.seq] }, DRAW_SCORE)
}

/** 9.6.2: seventy-five moves of each player; mate by the last of them comes first (article 5 is asked before). */
function seventyFive(game: Game, move: MoveMade): void {
  const moves = game.laws.seventyFiveMoves
  if (moves === null || pointOf(game.state).quiet < 2 * moves) return
  conclude(game, 'seventy-five-moves', { seq: move.seq, evidence: [move.seq] }, DRAW_SCORE)
}

export const article09Claims: Article = {
  on: { 'draw-claimed': claimed, 'claim-decided': decided },
  made: (game, move) => {
    if (!move.legal) return
    fivefold(game, move)
    if (game.state.result === null) seventyFive(game, move)
  },
}
