/**
 * When a sensor board's edges become moves: once the board has been quiet, or the clock is pressed. What came of it may
 * be read again: a hand that hovered had not let go, an edge may be told after the press it belongs before.
 */
import type { EventOf, PieceLetter } from '../../events/index.ts'
import {
  ASK,
  arrivals,
  type Edge,
  exactly,
  LATE,
  lettersOf,
  QUIET,
  type Reading,
  type ReadMove,
  readBoard,
  type Watched,
} from '../boards/index.ts'
import {
  kingTarget,
  type Move,
  moveFrom,
  movePromotion,
  nameOf,
  squareOf,
  turnOf,
  uciOf,
} from '../chess/index.ts'
import { inForce } from '../laws/in-force.ts'
import { judgeMove } from '../laws/judge.ts'
import { forgetEdges, positionHas, seeOnBoard } from './board.ts'
import { type Game, pointOf } from './game.ts'
import { lastMove } from './line.ts'
import { makeMove } from './moves.ts'
import { goesOn, recogniseHands, reportOf, watchedFrom, watchedNow } from './recognise.ts'
import type { MoveMade, MoveReport, Reread } from './state.ts'

/** Ms within which a hand that hovered goes on, also where its halt looked like the end of the game. */
const LINGER = 10_000

/** Readings of order that a game may turn over; more tell of a broken board. */
const MOST_REREADS = 100

type Press = EventOf<'clock-pressed'>

/** A press by its event and its instant (ms). */
interface Told {
  readonly seq: number
  readonly at: number
}

interface Look {
  readonly press: Press | null
  /** The player on move has done with the board: nobody castles any more. */
  readonly over: boolean
  /** The instant, ms. */
  readonly at: number
}

/** Reads the board, where it is time to. Returns what has to be read again first, or null. */
export function settle(game: Game, look: Look): Reread | null {
  const { state } = game
  if (look.press !== null && state.edgeAt === null) {
    if (state.sensors === true && state.result === null && isDue(game, look.press)) ask(game, look, [])
    return null
  }
  if (state.edgeAt === null) return null
  const quiet = look.at - state.edgeAt
  if (look.press === null && (quiet < QUIET || isLooked(game, look, quiet))) return null
  const waits = look.press === null && isWaitedFor(game)
  const reading = readBoard(watchedNow(game), look.press?.by === turnOf(game.position))
  if (state.result !== null) return reading.kind === 'unclear' ? readOtherwise(game, look) : null
  if (reading.kind === 'agrees') {
    forgetEdges(game)
    if (look.press !== null && isDue(game, look.press)) ask(game, look, [])
    else if (state.question?.press === null) delete state.question
    return null
  }
  const otherwise = reading.kind === 'unclear' || isCrossed(reading) ? readOtherwise(game, look) : null
  if (otherwise !== null) return otherwise
  if (waits) {
    if (reading.kind === 'moves') makeAllButLast(game, reading.moves)
    return null
  }
  if (reading.kind === 'moves' && !isHalf(game, reading.moves, look.over)) {
    const late = toldLate(game, reading.moves)
    if (late !== null) return late
    for (const read of reading.moves) makeRead(game, read)
    if (state.unannounced === null) agree(game)
    return null
  }
  const gone = reading.kind === 'unclear' && (reading.replied || quiet >= ASK) ? handWentOn(game) : null
  if (gone === null) unread(game, look, quiet, reading)
  return gone
}

const isCrossed = (reading: Reading): boolean => reading.kind === 'moves' && reading.crossed === true

/**
 * An edge that comes right after a press may belong before it: does it explain the press that nothing explained, or
 * another move than the one that the board showed then?
 */
export function settleLate(game: Game): Reread | null {
  const { state } = game
  const { move, parent } = pointOf(state)
  if (state.question?.press != null) return explainedLate(game, watchedNow(game), state.question.press)
  if (move?.sensed === undefined || move.completedBy !== 'press' || move.completedAt === null) return null
  if (state.result !== null || move.completedSeq === null || state.at - move.completedAt > LATE) return null
  return explainedLate(game, watchedFrom(game, parent), { seq: move.completedSeq, at: move.completedAt })
}

function explainedLate(game: Game, watched: Watched, press: Told): Reread | null {
  const move = exactly(watched)
  return move === null ? null : lateEdges(game, watched, press)
}

/** Was all this seen before, and nothing has changed? */
function isLooked(game: Game, look: Look, quiet: number): boolean {
  const { looked, edges = [] } = game.state
  const edge = edges.at(-1)?.seq ?? 0
  return looked?.edge === edge && !look.over && (looked.long || quiet < ASK)
}

/** Have later events shown that the hand had not let go when the board was quiet after this edge? */
function isWaitedFor({ state }: Game): boolean {
  const edge = state.edges?.at(-1)?.seq
  return state.rereads?.some((reread) => 'wait' in reread && reread.wait === edge) ?? false
}

/** A press by the player on move, with nothing of his left to press for. */
function isDue(game: Game, press: Press): boolean {
  if (game.state.status !== 'running' || turnOf(game.position) !== press.by) return false
  const own = lastMove(game.state, ({ side }) => side === press.by, 3)
  return own === null || own.completedSeq !== null
}

/** A king beside its square in Chess960: his move, or half a castling. */
const isHalf = (game: Game, moves: readonly ReadMove[], over: boolean): boolean =>
  moves.length === 1 && goesOn(game, (moves[0] as ReadMove).move, over)

/** Edges of the player who pressed that came after his press, by no more than a sensor is slow, up to a last one. */
function lateEdges(
  game: Game,
  watched: Watched,
  press: Told,
  last = Number.POSITIVE_INFINITY,
): Reread | null {
  if ((game.state.rereads?.length ?? 0) >= MOST_REREADS) return null
  const white = turnOf(watched.position) === 'white'
  const stands = lettersOf(watched.position)
  for (const square in watched.before) stands[squareOf(square)] = watched.before[square] as string
  const late: Edge[] = []
  for (const edge of watched.edges) {
    const index = squareOf(edge.square)
    const letter = edge.piece || (stands[index] as string)
    stands[index] = edge.piece
    const own = letter !== '' && (letter === letter.toUpperCase()) === white
    if (edge.seq > press.seq && edge.seq <= last && own) late.push(edge)
  }
  const latest = late.at(-1)
  if (latest === undefined || latest.at - press.at > LATE) return null
  return { seqs: late.map(({ seq }) => seq), before: press.seq }
}

/** What was read belongs to a press that nothing explained when it came. */
function toldLate(game: Game, moves: readonly ReadMove[]): Reread | null {
  const press = game.state.question?.press
  if (press == null) return null
  return lateEdges(game, watchedNow(game), press, Math.max(...(moves[0]?.edges ?? [])))
}

/**
 * The last move was read from a board that was quiet, or pressed a moment ago; what has come since fits another one in
 * its place, or none at all.
 */
function readOtherwise(game: Game, { press }: Look): Reread | null {
  const { state } = game
  const { parent, move } = pointOf(state)
  if (!isTentative(move) || (state.rereads?.length ?? 0) >= MOST_REREADS) return null
  if (state.result !== null && (state.result.seq !== move.seq || hasLingered(game, move))) return null
  const before = watchedFrom(game, parent)
  // Who presses has done: what stands there is not what was taken for his move, whatever it is.
  if (press?.by === move.side && move.completedSeq === null) return { wait: move.sensed.settled }
  const reading = readBoard(before, false)
  if (reading.kind !== 'moves' && reading.kind !== 'agrees') return null
  // The same move again, and the opponent's after it: nothing is otherwise.
  if (reading.kind === 'moves' && reading.moves[0] !== undefined && isSame(reading.moves[0].move, move))
    return null
  if (move.completedBy !== 'press') return { wait: move.sensed.settled }
  if (reading.kind === 'agrees' || move.completedSeq === null || move.completedAt === null) return null
  const pressed = { seq: move.completedSeq, at: move.completedAt }
  return lateEdges(game, before, pressed, Math.max(...(reading.moves[0]?.edges ?? [])))
}

const isSame = (read: Move, { from, to, promotion }: MoveMade): boolean =>
  nameOf(moveFrom(read)) === from && nameOf(kingTarget(read)) === to && movePromotion(read) === promotion

/** Was the move read from a board, so that what follows may show it in another light? */
const isTentative = (move: MoveMade | null): move is MoveMade & { sensed: NonNullable<MoveMade['sensed']> } =>
  move?.sensed !== undefined && move.sensed.settled > 0

/** Nobody can read the board, and the hand whose move was taken as made has put more down since: that was no move yet. */
function handWentOn(game: Game): Reread | null {
  const { state } = game
  const { move } = pointOf(state)
  if (!isTentative(move) || move.completedSeq !== null) return null
  if ((state.rereads?.length ?? 0) >= MOST_REREADS) return null
  const since = arrivals(game.position, state.edges ?? []).filter(
    ({ square, piece }) => piece !== positionHas(game, square),
  )
  const isHis = ({ piece }: Edge) => (piece === piece.toUpperCase()) === (move.side === 'white')
  return since.length > 0 && since.every(isHis) ? { wait: move.sensed.settled } : null
}

const hasLingered = (game: Game, { at }: MoveMade): boolean => (game.state.edges?.[0]?.at ?? at) - at > LINGER

/** Nothing fits. After the press it is what hands did, as plain as that is; else it is asked about. */
function unread(game: Game, look: Look, quiet: number, reading: Reading): void {
  const { state } = game
  const edge = state.edges?.at(-1)?.seq ?? 0
  state.looked = { edge, long: quiet >= ASK }
  const candidates = reading.kind === 'unclear' ? reading.candidates : []
  if (look.press !== null) {
    const hands = look.press.by === turnOf(game.position) ? recogniseHands(game) : null
    if (hands !== null) makeByHands(game, hands)
    else if (isDue(game, look.press)) ask(game, look, candidates)
  } else if (reading.kind === 'unclear' && (reading.replied || quiet >= ASK)) ask(game, look, candidates)
}

/** A question stands until it is answered, or what follows makes it plain. A press that finds one open is kept with it. */
function ask(game: Game, { press, at }: Look, moves: readonly Move[]): void {
  const { state } = game
  const told = press === null ? null : { seq: press.seq, at }
  if (state.question !== undefined) {
    state.question.press ??= told
    state.question.before ??= press?.seq ?? null
    return
  }
  const edges = (state.edges ?? []).map(({ seq }) => seq)
  const seq = press?.seq ?? state.seq
  const before = press?.seq ?? replyBegan(game)
  const candidates = moves.map((move) => uciOf(game.position, move))
  state.question = { side: turnOf(game.position), seq, press: told, before, candidates, edges }
}

/** Seq of the edge with which the opponent's hand began, where he has put a piece down already. */
function replyBegan(game: Game): number | null {
  const { edges = [] } = game.state
  const white = turnOf(game.position) === 'white'
  const placed = arrivals(game.position, edges).find(({ piece }) => (piece === piece.toLowerCase()) === white)
  if (placed === undefined) return null
  const put = edges.indexOf(placed)
  const lifted = edges
    .slice(0, put)
    .findLast(({ square, piece }) => piece === '' && positionHas(game, square) === placed.piece)
  return (lifted ?? placed).seq
}

/** Of several moves the last was none yet: the others are made, and what came after them is left to be read. */
function makeAllButLast(game: Game, moves: readonly ReadMove[]): void {
  const { state } = game
  const made = moves.slice(0, -1)
  const last = made.at(-1)?.edges.at(-1)
  if (last === undefined) return
  const { edges = [], edgesFrom = {}, edgeAt } = state
  const stands = lettersOf(game.position)
  for (const square in edgesFrom) stands[squareOf(square)] = edgesFrom[square] as string
  const rest = edges.filter(({ seq }) => seq > last)
  for (const { seq, square, piece } of edges) if (seq <= last) stands[squareOf(square)] = piece
  for (const read of made) makeRead(game, { ...read, certain: true })
  const differing = (letters: readonly string[]) =>
    Object.fromEntries(
      lettersOf(game.position).flatMap((letter, square) =>
        letters[square] === letter ? [] : [[nameOf(square), letters[square] as string]],
      ),
    )
  state.edgesFrom = differing(stands)
  for (const { square, piece } of rest) stands[squareOf(square)] = piece
  state.astray = differing(stands)
  state.edges = rest
  state.edgeAt = edgeAt
}

/** Makes a move that was read; its seq and instant are those of the edge that finished it. */
function makeRead(game: Game, { move, confidence, edges, certain }: ReadMove & { certain?: true }): void {
  const { state } = game
  if (state.result !== null) return
  if (movePromotion(move) !== null && state.act.placed === null && !inForce(game, 'promotion-procedure'))
    return
  const proof = [...edges]
  const settled = certain === true ? 0 : (state.edges?.at(-1)?.seq ?? state.seq)
  const last = state.edges?.findLast(({ seq }) => proof.includes(seq))
  const stood = state.stood.at(-1)?.[0] ?? 0
  const made = makeMove(game, reportOf(game, move), Math.max(last?.seq ?? state.seq, stood))
  if (made === null) return
  made.at = last?.at ?? made.at
  made.sensed = { confidence, edges: proof, settled }
  judgeMove(game, made)
}

/** How sure it is what hands did where it was no legal move: nothing but two squares speaks for it. */
const BY_HANDS = 0.6

/** What hands did that is no legal move: a piece that is not the one expected stays to be seen on its square. */
function makeByHands(game: Game, report: MoveReport): void {
  const { state } = game
  if (report.promotion !== undefined && state.act.placed === null && !inForce(game, 'promotion-procedure'))
    return
  const odd = state.astray[report.to]
  const edges = (state.edges ?? []).map(({ seq }) => seq)
  const made = makeMove(game, report, state.seq)
  if (state.unannounced !== null) return
  agree(game)
  if (odd !== undefined) seeOnBoard(game, report.to, odd as PieceLetter)
  if (made === null) return
  if (edges.length > 0) made.sensed = { confidence: BY_HANDS, edges, settled: edges.at(-1) ?? state.seq }
  judgeMove(game, made)
}

function agree(game: Game): void {
  game.state.astray = {}
  forgetEdges(game)
}
