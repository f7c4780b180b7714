/**
 * A look at the board: what the decoder makes of the window is told in acts; where it makes something else of what was told
 * already, the record is folded again so.
 */
import { movePromotion } from '../chess/index.ts'
import { type Game, positionAt } from '../state/game.ts'
import { inForce } from '../state/in-force.ts'
import type { SensorWindow } from '../state/sensor-state.ts'
import type { MoveMade } from '../state/state.ts'
import type { SensorAct, SensorActs } from './acts.ts'
import { actsOf, planOf } from './acts-of-ways.ts'
import { showAnalysis } from './analysis.ts'
import { commitMoves } from './commit.ts'
import { decode } from './decode.ts'
import { differencesFrom } from './differences.ts'
import { ASK, QUIET } from './durations.ts'
import { tellUnseen } from './gap.ts'
import { goesOn, recogniseHands } from './hands.ts'
import { offerResult, withoutKingsWay } from './kings.ts'
import { askOrNot } from './question.ts'
import { isMade, type Leading, leading } from './verdict-of-ways.ts'
import type { Decoded, Placed, Way } from './ways.ts'
import { type Look, lettersAt, rebase, toldSince, windowOf } from './window.ts'

/** What the stage made of the board before an event: the acts as they must be instead, and whether the event's own move is among them. */
export interface Outcome {
  readonly plan: readonly SensorAct[] | null
  readonly isTold: boolean
  /** The acts are those before the event, which is to be taken again. */
  readonly isEarlier?: true
}

export const NOTHING: Outcome = { plan: null, isTold: false }

/** Reads the board if it has been quiet until an instant. */
export function* readQuiet(
  game: Game,
  before: number,
  at: number,
  isOver = false,
): SensorActs<readonly SensorAct[] | null> {
  const { edgeAt, looked, window } = game.state
  if (edgeAt === null || window === undefined || at - edgeAt < QUIET) return null
  if (looked?.seq === window.seen.at(-1)?.seq && !isOver && (looked?.long === true || at - edgeAt < ASK))
    return null
  return yield* lookAtBoard(game, { at, before, press: null, isOver })
}

/** Reads the board as it stands at an instant. */
export function* lookAtBoard(game: Game, looked: Look): SensorActs<readonly SensorAct[] | null> {
  if (offerResult(game)) return withoutKingsWay(game)
  const window = windowOf(game)
  if (toldSince(game, window) === null) rebase(game, game.state.astray, [])
  if (yield* tellUnseen(game, looked)) return null
  return yield* tellMoves(game, decodeWindow(game, windowOf(game), looked.at), looked)
}

/** The ways of a window. */
export function decodeWindow(game: Game, window: SensorWindow, at: number): Decoded {
  const { state } = game
  const position = positionAt(state, state.points[window.base]) ?? game.position
  const ply = state.points[window.base]?.ply ?? 0
  return decode({ position, before: window.from, seen: window.seen, ply, at }, window)
}

/** Tells what leads of the ways. */
export function* tellMoves(
  game: Game,
  decoded: Decoded,
  looked: Look,
): SensorActs<readonly SensorAct[] | null> {
  const { state } = game
  const window = windowOf(game)
  const edge = window.seen.at(-1)?.seq ?? 0
  const quiet = state.edgeAt === null ? 0 : looked.at - state.edgeAt
  if (looked.press === null && quiet >= QUIET) state.looked = { seq: edge, long: quiet >= ASK }
  const shown = toldSince(game, window) ?? []
  const lead = leading(decoded, shown)
  const made = held(game, lead, shown, looked)
  const isStanding = shown.every((move, ply) => made[ply] !== undefined && isMade(made[ply], move))
  const isSettling = looked.press === null && quiet < QUIET
  const standing = isStanding ? shown.length : mayStay(shown, lead, isSettling) ? null : 0
  if (standing === null) {
    askOrNot(game, decoded, lead, made.length, looked, window)
    return null
  }
  const acts = actsOf(game, window, made, looked.before, lead)
  const fresh = acts.slice(shown.length)
  if (!isStanding || fresh.some(({ before }) => before < looked.before)) return planOf(game, window, acts)
  if (state.result !== null) return null
  for (const act of fresh) {
    if (state.result !== null) break
    yield act
  }
  if (state.unannounced !== null) return null
  yield* afterwards(game, decoded, lead, looked, window)
  return null
}

/** What was told stays while nothing else leads, save where the player has pressed and either may be. */
function mayStay(
  shown: readonly MoveMade[],
  { best, made, rivals, lead }: Leading,
  isSettling: boolean,
): boolean {
  const ply = shown.findIndex((move, index) => made[index] === undefined || !isMade(made[index], move))
  if (made.length > ply) return false
  const last = shown[ply] as MoveMade
  const isIn = (way: Way) =>
    shown.every((move, index) => way.made[index] !== undefined && isMade(way.made[index], move))
  if (isSettling && isIn(best) && (lead[ply] ?? 0) > 0) return true
  const way = [best, ...rivals].find(isIn)
  return way !== undefined && last.completedBy !== 'press' && way.made[ply]?.press === null
}

/** A king beside its square in Chess960 may castle yet, a promotion waits for its piece. */
function held(
  game: Game,
  { made, best }: Leading,
  shown: readonly MoveMade[],
  { press, isOver: hasReplied }: Look,
): readonly Placed[] {
  const next = made[shown.length]
  if (next === undefined || made.length > shown.length + 1) return made
  if (
    movePromotion(next.move) !== null &&
    game.state.act.placed === null &&
    !inForce(game, 'promotion-procedure')
  )
    return made.slice(0, shown.length)
  const isOver =
    hasReplied === true ||
    press !== null ||
    next.press !== null ||
    best.made.length > made.length ||
    next.reported !== null
  return goesOn(game, next.move, isOver) ? made.slice(0, shown.length) : made
}

/** What is left once all that may be told has been: hands that did no legal move, moves nobody saw, a question, the next window. */
export function* afterwards(
  game: Game,
  decoded: Decoded,
  lead: Leading,
  looked: Look,
  window: SensorWindow,
): SensorActs<void> {
  const count = lead.made.length
  settleBoard(game, decoded, lead, window)
  if (offerResult(game)) return
  if (yield* readMore(game, lead, looked, window)) return
  askOrNot(game, decoded, lead, count, looked, window)
  commitMoves(game, lead, window)
}

/** Where the board differs once the moves told are made; what is paid for as agreeing does not. */
function settleBoard(
  game: Game,
  { letters }: Decoded,
  { best, made }: Leading,
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

/** How sure it is what hands did that is no legal move. */
const BY_HANDS = 0.6

/** What hands did that is no legal move, where its player pressed for it. */
function* readMore(game: Game, lead: Leading, looked: Look, window: SensorWindow): SensorActs<boolean> {
  const { state } = game
  const { best, made } = lead
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
    sensed: { confidence: BY_HANDS, edges: pending.map(({ seq }) => seq) },
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
