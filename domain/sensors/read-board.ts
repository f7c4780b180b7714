/**
 * Reads the board: the moves that the decoder finds in the window become acts. Where it finds others than were recorded already, the
 * record is folded again with the new acts.
 */
import { movePromotion } from '../chess/index.ts'
import { type Game, positionAt } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { SensorWindow } from '../state/sensor-state.ts'
import type { MoveMade } from '../state/state.ts'
import type { SensorAct, SensorActs } from './acts.ts'
import { actsOf, planOf } from './acts-of-hypothesis.ts'
import { showAnalysis } from './analysis.ts'
import { commitMoves } from './commit-moves.ts'
import { decode } from './decode.ts'
import { differencesFrom } from './differences.ts'
import { QUESTION_DELAY_MS, SETTLING_MS } from './durations.ts'
import { mayBecomeCastling, recogniseHands } from './hands.ts'
import type { Decoded, DecodedMove, Hypothesis } from './hypotheses.ts'
import { offerResult, withoutKingsMove } from './kings-in-centre.ts'
import { isMade, type LeadingHypothesis, leadingHypothesis } from './leading-hypothesis.ts'
import { askOrNot } from './question.ts'
import { recordUnseenMoves } from './record-unseen-moves.ts'
import { CONFIDENCE } from './weights.ts'
import { type Look, lettersAt, movesInWindow, rebase, windowOf } from './window.ts'

/**
 * What a reading before an event came to. `plan`: all acts of the game as they have to be instead, null where they remain as they are;
 * `isRecorded`: whether the move of the event itself is recorded.
 */
export interface Outcome {
  readonly plan: readonly SensorAct[] | null
  readonly isRecorded: boolean
  /** The plan is of the acts before the event, which has to be applied again. */
  readonly isEarlier?: true
}

export const NOTHING: Outcome = { plan: null, isRecorded: false }

/** Reads the board if no edge has come for long enough before an instant. */
export function* readQuiet(
  game: Game,
  before: number,
  at: number,
  isOver = false,
): SensorActs<readonly SensorAct[] | null> {
  const { edgeAt, looked, window } = game.state
  if (edgeAt === null || window === undefined || at - edgeAt < SETTLING_MS) return null
  if (
    looked?.seq === window.seen.at(-1)?.seq &&
    !isOver &&
    (looked?.long === true || at - edgeAt < QUESTION_DELAY_MS)
  )
    return null
  return yield* lookAtBoard(game, { at, before, press: null, isOver })
}

/** Reads the board as it stands at an instant. */
export function* lookAtBoard(game: Game, looked: Look): SensorActs<readonly SensorAct[] | null> {
  if (offerResult(game)) return withoutKingsMove(game)
  const window = windowOf(game)
  if (movesInWindow(game, window) === null) rebase(game, game.state.astray, [])
  if (yield* recordUnseenMoves(game, looked)) return null
  return yield* recordMoves(game, decodeWindow(game, windowOf(game), looked.at), looked)
}

/** The hypotheses of a window. */
export function decodeWindow(game: Game, window: SensorWindow, at: number): Decoded {
  const { state } = game
  const position = positionAt(state, state.points[window.base]) ?? game.position
  const ply = state.points[window.base]?.ply ?? 0
  return decode({ position, before: window.from, seen: window.seen, ply, at }, window)
}

/** Records the moves of the leading hypothesis. */
export function* recordMoves(
  game: Game,
  decoded: Decoded,
  looked: Look,
): SensorActs<readonly SensorAct[] | null> {
  const { state } = game
  const window = windowOf(game)
  const edge = window.seen.at(-1)?.seq ?? 0
  const quiet = state.edgeAt === null ? 0 : looked.at - state.edgeAt
  if (looked.press === null && quiet >= SETTLING_MS)
    state.looked = { seq: edge, long: quiet >= QUESTION_DELAY_MS }
  const recorded = movesInWindow(game, window) ?? []
  const leading = leadingHypothesis(decoded, recorded)
  const made = withoutUnfinishedMove(game, leading, recorded, looked)
  const isUnchanged = recorded.every((move, ply) => made[ply] !== undefined && isMade(made[ply], move))
  const isSettling = looked.press === null && quiet < SETTLING_MS
  const unchanged = isUnchanged ? recorded.length : mayStay(recorded, leading, isSettling) ? null : 0
  if (unchanged === null) {
    askOrNot(game, decoded, leading, made.length, looked, window)
    return null
  }
  const acts = actsOf(game, window, made, looked.before, leading)
  const fresh = acts.slice(recorded.length)
  if (!isUnchanged || fresh.some(({ before }) => before < looked.before)) return planOf(game, window, acts)
  if (state.result !== null) return null
  for (const act of fresh) {
    if (state.result !== null) break
    yield act
  }
  if (state.unannounced !== null) return null
  yield* afterwards(game, decoded, leading, looked, window)
  return null
}

/** Whether the recorded moves may remain: no other moves lead, and the last was not completed by a press. */
function mayStay(
  recorded: readonly MoveMade[],
  { best, made, rivals, leads }: LeadingHypothesis,
  isSettling: boolean,
): boolean {
  const ply = recorded.findIndex((move, index) => made[index] === undefined || !isMade(made[index], move))
  if (made.length > ply) return false
  const last = recorded[ply] as MoveMade
  const isIn = (hypothesis: Hypothesis) =>
    recorded.every(
      (move, index) => hypothesis.made[index] !== undefined && isMade(hypothesis.made[index], move),
    )
  if (isSettling && isIn(best) && (leads[ply] ?? 0) > 0) return true
  const hypothesis = [best, ...rivals].find(isIn)
  return hypothesis !== undefined && last.completedBy !== 'press' && hypothesis.made[ply]?.press === null
}

/**
 * The moves without a last one that is not finished: a king of Chess960 that may still castle, or, where `promotion-procedure` is out of
 * force, a promotion without its piece.
 */
function withoutUnfinishedMove(
  game: Game,
  { made, best }: LeadingHypothesis,
  recorded: readonly MoveMade[],
  { press, isOver: hasReplied }: Look,
): readonly DecodedMove[] {
  const next = made[recorded.length]
  if (next === undefined || made.length > recorded.length + 1) return made
  if (
    movePromotion(next.move) !== null &&
    game.state.act.placed === null &&
    !inForce(game, 'promotion-procedure')
  )
    return made.slice(0, recorded.length)
  const isOver =
    hasReplied === true ||
    press !== null ||
    next.press !== null ||
    best.made.length > made.length ||
    next.reported !== null
  return mayBecomeCastling(game, next.move, isOver) ? made.slice(0, recorded.length) : made
}

/**
 * What follows once the moves are recorded: the board is compared with the position, a move that is not legal is read, a question is
 * asked, and the window moves on.
 */
export function* afterwards(
  game: Game,
  decoded: Decoded,
  leading: LeadingHypothesis,
  looked: Look,
  window: SensorWindow,
): SensorActs<void> {
  const count = leading.made.length
  settleBoard(game, decoded, leading, window)
  if (offerResult(game)) return
  if (yield* readIllegalMove(game, leading, looked, window)) return
  askOrNot(game, decoded, leading, count, looked, window)
  commitMoves(game, leading, window)
}

/** Notes where the board differs from the position after the recorded moves; squares that are taken to agree do not differ. */
function settleBoard(
  game: Game,
  { letters }: Decoded,
  { best, made }: LeadingHypothesis,
  { seen, from }: SensorWindow,
): void {
  const astray = differencesFrom(game.position, letters)
  if (best.made.length === made.length)
    for (const square in best.paid) if (best.paid[square]?.kind === 'agreed') delete astray[square]
  for (const square of Object.keys(astray))
    if (!(square in from) && !seen.some((each) => 'square' in each && each.square === square))
      delete astray[square]
  game.state.astray = astray
  showAnalysis(game)
}

/** Reads a move of hands that is not legal, where its player pressed for it. Returns whether there was one. */
function* readIllegalMove(
  game: Game,
  leading: LeadingHypothesis,
  looked: Look,
  window: SensorWindow,
): SensorActs<boolean> {
  const { state } = game
  const { best, made } = leading
  if (made.length !== best.made.length || state.result !== null) return false
  const stood = made.at(-1)?.stood ?? -1
  const pending = window.seen.slice(stood + 1).flatMap((each) => ('square' in each ? [each] : []))
  const by = looked.press?.by
  const owed = by === undefined ? undefined : best.owed[by]
  if (looked.press === null || owed === undefined || window.seen[owed]?.seq !== looked.press.seq) return false
  const hands = recogniseHands(game)
  if (hands === null) return false
  const odd = state.astray[hands.to]
  yield {
    report: hands,
    seq: state.seq,
    at: null,
    sensed: { confidence: CONFIDENCE.hands, edges: pending.map(({ seq }) => seq) },
    before: looked.before,
  }
  const after = lettersAt(game, window, window.seen.length)
  state.astray = differencesFrom(game.position, after)
  if (odd !== undefined && state.astray[hands.to] === undefined) delete state.astray[hands.to]
  rebase(game, state.astray, [])
  state.window = { ...windowOf(game), atPress: { base: window.base, from: window.from, seen: window.seen } }
  state.edgeAt = null
  return true
}
