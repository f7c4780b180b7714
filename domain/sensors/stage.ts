/**
 * When a sensor board is read: once it has been quiet, or the clock is pressed, or a person tells a move. What the decoder
 * makes of the window is told in acts; where it makes something else of what was told already, the record is folded again so.
 */
import type { EventOf, Side } from '../../events/index.ts'
import {
  castlingSide,
  kingTarget,
  moveFrom,
  movePromotion,
  nameOf,
  pieceAt,
  sideOf,
  squareOf,
  turnOf,
  uciOf,
} from '../chess/index.ts'
import { positionHas } from '../state/board.ts'
import { type Game, legalOf, pointOf, positionAt } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import type { Observation, ReportedMove, SensorWindow } from '../state/sensor-state.ts'
import type { MoveMade, MoveReport } from '../state/state.ts'
import { actOf, type SensorAct, type SensorActs } from './acts.ts'
import { type Decoded, decode, type Placed, type Way } from './decode.ts'
import { changesOf, differencesFrom } from './differences.ts'
import { ASK, HOVER_WINDOW_MS, LATE, QUIET } from './durations.ts'
import { goesOn, recogniseHands, showsOver } from './hands.ts'
import { readUnseen } from './unseen-moves.ts'
import { isDisturbed, isMade, type Leading, leading } from './verdict-of-ways.ts'
import { lettersAt, rebase, toldSince, windowOf } from './window.ts'

/** What the stage made of the board before an event: the acts as they must be instead, and whether the event's own move is among them. */
export interface Outcome {
  readonly plan: readonly SensorAct[] | null
  readonly isTold: boolean
  /** The acts are those before the event, which is to be taken again. */
  readonly isEarlier?: true
}

const NOTHING: Outcome = { plan: null, isTold: false }

interface Look {
  /** The instant, ms. */
  readonly at: number
  /** Seq of the event before which is read. */
  readonly before: number
  readonly press: EventOf<'clock-pressed'> | null
  /** The opponent's hand has begun: nobody castles any more. */
  readonly isOver?: boolean
}

/**
 * Reads what stands on the board before an event is applied: the moves that were made come out in their order. `at`: the
 * effective time of the event, ms.
 */
export function* readSensors(game: Game, event: EventOf, at: number): SensorActs<Outcome> {
  const { state } = game
  if (state.sensors !== true && state.window === undefined) return NOTHING
  if (isOver(game, at)) return NOTHING
  if (event.type === 'clock-pressed') {
    windowOf(game).seen.push({ seq: event.seq, at, press: event.by })
    return { plan: yield* look(game, { at, before: event.seq, press: event }), isTold: false }
  }
  if (event.type === 'move-made' && state.window !== undefined) return yield* readTold(game, event, at)
  return { plan: yield* readQuiet(game, event.seq, at, showsOver(game, event)), isTold: false }
}

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
  return yield* look(game, { at, before, press: null, isOver })
}

/** After the record was folded again: what may be told now, and what is asked. */
export function* readAgain(game: Game): SensorActs<null> {
  const { state } = game
  if (state.window === undefined || toldSince(game, state.window) === null) return null
  const decoded = decodeWindow(game, state.window, state.at)
  const lead = leading(decoded, toldSince(game, state.window) ?? [])
  yield* afterwards(game, decoded, lead, { at: state.at, before: state.seq + 1, press: null }, state.window)
  return null
}

/** An edge right after a press may belong before it. */
export function* readLate(game: Game, event: EventOf): SensorActs<readonly SensorAct[] | null> {
  const { state } = game
  if (event.type !== 'piece-lifted' && event.type !== 'piece-placed') return null
  const press = state.window?.seen.findLast((each) => 'press' in each)
  if (press === undefined || state.at - press.at > LATE || isOver(game, state.at)) return null
  return yield* look(game, { at: state.at, before: event.seq + 1, press: null })
}

/** The move that ended the game may have been a hand that hovered; after that nothing is read any more. */
function isOver({ state }: Game, at: number): boolean {
  if (state.result === null) return false
  const { move } = pointOf(state)
  if (state.window === undefined || move === null || state.result.seq !== move.seq) return true
  return at - move.at > HOVER_WINDOW_MS || move.completedBy === 'press'
}

/** A move that a person tells is one more observation, where it can be among what was played. */
function* readTold(game: Game, event: EventOf<'move-made'>, at: number): SensorActs<Outcome> {
  if (game.state.sensors !== true) return NOTHING
  const earlier = yield* readQuiet(game, event.seq, at)
  if (earlier !== null) return { plan: earlier, isTold: false, isEarlier: true }
  if (isToldAlready(game, event)) return { plan: null, isTold: true }
  const window = windowOf(game)
  const { from, to, promotion, castling, hands } = event.data
  const reported: ReportedMove = {
    seq: event.seq,
    from,
    to,
    ...(promotion === undefined ? {} : { promotion }),
    ...(castling === undefined ? {} : { castling }),
    ...(hands === undefined ? {} : { hands }),
    ...plyAsked(game, event),
  }
  window.seen.push({ seq: event.seq, at, reported })
  const decoded = decodeWindow(game, window, at)
  const isIn =
    decoded.ways[0]?.made.some((placed) => placed.reported?.seq === event.seq || isSame(placed, reported)) ===
    true
  if (!isIn) {
    window.seen.pop()
    return NOTHING
  }
  const plan = yield* tell(game, decoded, { at, before: event.seq, press: null })
  const isTaken =
    plan === null ? isMadeSince(game, window, reported) : plan.some((act) => isActOf(act, reported))
  if (isTaken) return { plan, isTold: true }
  // What the board shows does not bear the word of a person: it stands by itself.
  window.seen.splice(
    window.seen.findIndex(({ seq }) => seq === event.seq),
    1,
  )
  return NOTHING
}

const isActOf = ({ answer, report: { from, to } }: SensorAct, reported: ReportedMove): boolean =>
  answer === reported.seq || (from === reported.from && to === reported.to)

/** Is the move that was told among those since the window began? */
const isMadeSince = (game: Game, window: SensorWindow, { seq, from, to }: ReportedMove): boolean =>
  (toldSince(game, window) ?? []).some(
    (move) => move.answer === seq || (move.from === from && move.to === to),
  )

/** The ply that an answer is about, and what was shown before it: the one asked about, or the one before it where the other side's move is told. */
function plyAsked(
  game: Game,
  { by, data }: EventOf<'move-made'>,
): Pick<ReportedMove, 'ply' | 'after'> | null {
  const { question } = game.state
  if (question === undefined) return null
  const piece = pieceAt(game.position, squareOf(data.from))
  const isAsked =
    by === 'white' || by === 'black' ? by === question.side : piece !== 0 && sideOf(piece) === question.side
  const last = pointOf(game.state)
  const shown = isAsked ? last.move : (game.state.points[last.parent]?.move ?? null)
  return {
    ply: last.ply + (isAsked ? 1 : 0),
    ...(shown === null ? {} : { after: `${shown.from}${shown.to}${shown.promotion ?? ''}` }),
  }
}

/** Plies back that a word may come late, while the board went on. */
const WITHIN = 8

/**
 * A person's word of a move that the board has told already: an answer that comes as the question goes, or somebody who enters what
 * they see beside the board. The piece is no longer where it would have to move from.
 */
function isToldAlready(game: Game, { by, data }: EventOf<'move-made'>): boolean {
  if (by !== 'operator' && by !== 'arbiter') return false
  const piece = pieceAt(game.position, squareOf(data.from))
  if (piece !== 0 && sideOf(piece) === turnOf(game.position)) return false
  const isIt = (move: MoveMade) =>
    move.readBefore !== undefined && move.from === data.from && move.to === data.to
  return lastMove(game.state, isIt, WITHIN) !== null
}

const isSame = ({ uci }: Placed, { from, to }: ReportedMove): boolean => uci.startsWith(`${from}${to}`)

function decodeWindow(game: Game, window: SensorWindow, at: number): Decoded {
  const { state } = game
  const position = positionAt(state, state.points[window.base]) ?? game.position
  const ply = state.points[window.base]?.ply ?? 0
  return decode({ position, before: window.from, seen: window.seen, ply, at })
}

function* look(game: Game, looked: Look): SensorActs<readonly SensorAct[] | null> {
  const window = windowOf(game)
  if (toldSince(game, window) === null) rebase(game, game.state.astray, [])
  if (yield* tellUnseen(game, looked)) return null
  return yield* tell(game, decodeWindow(game, windowOf(game), looked.at), looked)
}

function* tell(game: Game, decoded: Decoded, looked: Look): SensorActs<readonly SensorAct[] | null> {
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
    askOrNot(game, decoded, lead, shown.length, looked, window)
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

function actsOf(
  game: Game,
  window: SensorWindow,
  made: readonly Placed[],
  now: number,
  lead: Leading,
): SensorAct[] {
  const shown = toldSince(game, window) ?? []
  const acts: SensorAct[] = []
  let before = now
  for (let ply = made.length - 1; ply >= 0; ply--) {
    const placed = made[ply] as Placed
    const known = shown[ply]
    const press = placed.press === null ? now : (window.seen[placed.press] as Observation).seq
    if (
      known !== undefined &&
      isMade(placed, known) &&
      known.readBefore !== undefined &&
      known.readBefore <= Math.min(press, before)
    )
      before = known.readBefore
    else before = Math.min(before, press)
    const edges = placed.proof.flatMap((index) => {
      const edge = window.seen[index]
      return edge !== undefined && 'square' in edge ? [edge] : []
    })
    const last = edges.at(-1)
    const stood = last ?? window.seen[placed.stood]
    acts.unshift({
      report: reportOf(placed),
      seq: Math.min(stood?.seq ?? now - 1, before - 1),
      at: placed.reported !== null && last === undefined ? null : (stood?.at ?? null),
      sensed:
        placed.reported === null
          ? { confidence: confidenceOf(placed, lead.lead[ply] ?? 0), edges: edges.map(({ seq }) => seq) }
          : null,
      ...(placed.reported === null ? {} : { answer: placed.reported.seq }),
      before,
    })
  }
  return inOrder(acts)
}

/** Each move has a place of its own behind the one before it, as far as the events leave one. */
function inOrder(acts: readonly SensorAct[]): SensorAct[] {
  const ordered: SensorAct[] = []
  for (const act of acts) {
    const next = (ordered.at(-1)?.seq ?? 0) + 1
    ordered.push({ ...act, seq: Math.max(act.seq, Math.min(next, act.before - 1)) })
  }
  return ordered
}

/** How sure moves are that nobody saw, and what hands did that is no legal move. */
const UNSEEN = 0.6
const BY_HANDS = 0.6

/** Measured on the traces of the second generator: docs/boards.md. */
function confidenceOf({ press }: Placed, lead: number): number {
  if (press !== null && lead >= 4) return 0.99
  if (lead >= 8) return 0.97
  if (lead >= 6) return 0.95
  return lead >= 4 ? 0.9 : 0.8
}

function reportOf({ move, side, reported }: Pick<Placed, 'move' | 'side' | 'reported'>): MoveReport {
  const castling = castlingSide(move)
  const promotion = movePromotion(move)
  return {
    side,
    from: nameOf(moveFrom(move)),
    to: nameOf(kingTarget(move)),
    ...(promotion === null ? {} : { promotion }),
    ...(castling === null ? {} : { castling }),
    ...(reported?.hands === undefined ? {} : { hands: reported.hands }),
  }
}

/** All acts of the game as they must be: those before the window and beside it, then these. */
function planOf({ state }: Game, { base }: SensorWindow, acts: readonly SensorAct[]): SensorAct[] {
  const inWindow = new Set<number>()
  for (let index = state.here; index > base; index = state.points[index]?.parent ?? -1) inWindow.add(index)
  const others = state.points.flatMap((point, index) => {
    const act = inWindow.has(index) ? null : actOf(point)
    return act === null ? [] : [act]
  })
  return [...others, ...acts]
}

/** What is left once all that may be told has been: hands that did no legal move, moves nobody saw, a question, the next window. */
function* afterwards(
  game: Game,
  decoded: Decoded,
  lead: Leading,
  looked: Look,
  window: SensorWindow,
): SensorActs<void> {
  const count = lead.made.length
  settleBoard(game, decoded, lead, window)
  if (yield* readMore(game, lead, looked, window)) return
  askOrNot(game, decoded, lead, count, looked, window)
  commit(game, lead, window)
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
}

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
  state.edgeAt = null
  return true
}

/** A board that shows itself whole again after a lost line tells all that changed in one instant. */
function* tellUnseen(game: Game, looked: Look): SensorActs<boolean> {
  const { state, position } = game
  const window = windowOf(game)
  const last = (toldSince(game, window) ?? []).flatMap(({ seq, sensed }) => [seq, ...(sensed?.edges ?? [])])
  const first = window.seen.findIndex(({ seq }) => seq > Math.max(0, ...last))
  const isAsked = state.question?.press != null
  if (first < 0 || isAsked || state.result !== null) return false
  const edges = window.seen.slice(first).flatMap((each) => ('square' in each ? [each] : []))
  const stood = differencesFrom(position, lettersAt(game, window, first))
  const unseen = readUnseen({ position, legal: legalOf(game), before: stood, edges }, state.clock.running)
  if (unseen === null) return false
  if (unseen === 'several') {
    ask(
      game,
      [],
      () => null,
      null,
      edges.map(({ seq }) => seq),
    )
    state.looked = { seq: window.seen.at(-1)?.seq ?? 0, long: true }
    return true
  }
  const proofs = unseen.map(({ edges: proof }) => edges.filter(({ seq }) => proof.includes(seq)))
  const shownAt = Math.max(...proofs.flat().map(({ seq }) => seq))
  const count = window.seen.findIndex(({ seq }) => seq === shownAt) + 1
  const letters = lettersAt(game, window, count)
  for (const [ply, { move }] of unseen.entries()) {
    const proof = proofs[ply] as typeof edges
    yield {
      report: reportOf({ move, side: turnOf(game.position), reported: null }),
      seq: proof.at(-1)?.seq ?? shownAt,
      at: proof.at(-1)?.at ?? null,
      sensed: { confidence: UNSEEN, edges: proof.map(({ seq }) => seq) },
      before: looked.before,
    }
  }
  rebase(game, differencesFrom(game.position, letters), window.seen.slice(count))
  return false
}

/** Moves that nothing can turn any more leave the window. */
function commit(game: Game, { made, best }: Leading, window: SensorWindow): void {
  const { state } = game
  if (state.question !== undefined || state.window !== window || state.result !== null) return
  const isTimed = window.seen.some((each) => 'press' in each)
  let count = 0
  while (made.length - count > 2 && (!isTimed || made[count]?.press != null || made.length - count > 4))
    count++
  // What tells of a move that stays in the window may have come before the move in front of it: then that stays as well.
  const firstOf = (from: number) => Math.min(...made.slice(from).flatMap(({ proof }) => proof))
  while (count > 0 && firstOf(count) <= (made[count - 1] as Placed).stood) count--
  if (count > 0) {
    const { stood } = made[count - 1] as Placed
    const letters = lettersAt(game, window, stood + 1)
    const used = new Set(made.slice(0, count).map(({ press }) => press))
    const base = window.base
    let index = state.here
    for (let back = made.length - count; back > 0; back--) index = state.points[index]?.parent ?? base
    const position = positionAt(state, state.points[index]) ?? game.position
    const from = differencesFrom(position, letters)
    for (const square in best.paid) if (best.paid[square]?.kind === 'agreed') delete from[square]
    const seen = window.seen.filter((each, i) => !used.has(i) && (i > stood || 'press' in each))
    state.window = { base: index, from, seen }
  }
  if (Object.keys(state.astray).length === 0) state.edgeAt = null
}

/** A press by the player on move, with nothing of theirs left to press for. */
function isDue(game: Game, by: Side): boolean {
  if (game.state.status !== 'running' || turnOf(game.position) !== by) return false
  const own = lastMove(game.state, ({ side }) => side === by, 3)
  return own === null || own.completedSeq !== null
}

function askOrNot(
  game: Game,
  decoded: Decoded,
  { best, rivals }: Leading,
  count: number,
  { at }: Look,
  window: SensorWindow,
): void {
  const { state } = game
  if (state.result !== null) return
  const side = turnOf(game.position)
  const next = best.made[count]
  const owed = best.owed[side]
  const press = next?.press ?? owed ?? null
  const quiet = state.edgeAt === null ? 0 : at - state.edgeAt
  const isReplied = best.made.length - count > 1 || (next !== undefined && isDisturbed(best, decoded.letters))
  const isOpen = next !== undefined || owed !== undefined || isDisturbed(best, decoded.letters)
  const differs = Object.keys(state.astray).length > 0
  const pressed = press === null ? null : (window.seen[press] as Observation)
  const isDuePress = pressed !== null && (next !== undefined || isDue(game, side))
  const asks =
    isDuePress ||
    (isOpen && (quiet >= ASK || (isReplied && quiet >= QUIET))) ||
    (differs && quiet >= ASK && !isInHand(game))
  if (!asks) {
    if (state.question !== undefined && (!differs || !isOpen)) delete state.question
    return
  }
  const ways = [best, ...rivals].flatMap((way) => way.made[count] ?? [])
  const near = [...new Map(ways.map((placed) => [placed.uci, placed.move])).values()]
  const stood = best.made[count - 1]?.stood ?? -1
  const edges = window.seen.slice(stood + 1).flatMap((each) => ('square' in each ? [each.seq] : []))
  ask(game, near, (uci) => weightOf(uci, decoded, count), pressed, edges)
}

/** By how much the cheapest way that has the move at this ply costs more than the best; null: no such way is followed. */
function weightOf(uci: string, { ways }: Decoded, ply: number): number | null {
  const way = ways.find(({ made }) => made[ply]?.uci === uci)
  return way === undefined ? null : way.cost - (ways[0] as Way).cost
}

/** A question stands until it is answered, or what follows makes it plain. `near`: the next moves of the ways that lie close. */
function ask(
  game: Game,
  near: readonly Placed['move'][],
  weightOf: (uci: string) => number | null,
  press: Observation | null,
  edges: number[],
): void {
  const { state } = game
  const moves = near.length > 1 ? near : legalOf(game).filter((move) => mayBe(game, move))
  const side = turnOf(game.position)
  const candidates = moves.map((move) => uciOf(game.position, move))
  state.question = {
    side,
    seq: state.question?.side === side ? state.question.seq : (press?.seq ?? state.seq),
    press: press === null ? null : { seq: press.seq, at: press.at },
    candidates,
    weights: candidates.map(weightOf),
    edges,
  }
}

/** Nothing stands where it did not, save a pawn that waits on the last rank for its promotion. */
function isInHand({ state, position }: Game): boolean {
  const pawn = turnOf(position) === 'white' ? 'P' : 'p'
  const last = turnOf(position) === 'white' ? '8' : '1'
  return Object.entries(state.astray).every(
    ([square, piece]) => piece === '' || (piece === pawn && square.charAt(1) === last),
  )
}

/** Does anything on the board speak for the move: the piece gone from its square, or seen where it goes to? */
function mayBe(game: Game, move: Placed['move']): boolean {
  const { astray } = game.state
  const to = nameOf(kingTarget(move))
  const arrived = astray[to] !== undefined && astray[to] === changesOf(game.position, move)[to]
  const from = nameOf(moveFrom(move))
  return arrived || (astray[from] === '' && positionHas(game, from) !== '')
}

/** What was moved before this press is not known yet: the Laws wait until it is, and the record is then read again. */
export const isUnclear = ({ state }: Game, { type }: EventOf): boolean =>
  type === 'clock-pressed' && state.question !== undefined && Object.keys(state.astray).length > 0
