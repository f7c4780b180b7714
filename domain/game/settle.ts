/**
 * When a sensor board's edges become moves: once the board has been quiet, or the clock is pressed. What came of it may
 * be read again: a hand that hovered had not let go, an edge may be told after the press it belongs before.
 */
import type { EventOf, PieceLetter } from '../../events/index.ts'
import {
  ASK,
  changesOf,
  type Edge,
  exactly,
  LATE,
  QUIET,
  type Reading,
  type ReadMove,
  readBoard,
} from '../boards/index.ts'
import { type Move, movePromotion, turnOf, uciOf } from '../chess/index.ts'
import { inForce } from '../laws/in-force.ts'
import { judgeMove } from '../laws/judge.ts'
import { forgetEdges, seeOnBoard } from './board.ts'
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
  const reading = readBoard(watchedNow(game), look.press?.by === turnOf(game.position))
  if (state.result !== null) return reading.kind === 'unclear' ? readOtherwise(game) : null
  if (reading.kind === 'agrees') {
    forgetEdges(game)
    if (look.press !== null && isDue(game, look.press)) ask(game, look, [])
    else if (state.question?.press === null) delete state.question
    return null
  }
  const otherwise = reading.kind === 'unclear' || isCrossed(reading) ? readOtherwise(game) : null
  if (otherwise !== null) return otherwise
  if (reading.kind === 'moves' && !isHalf(game, reading.moves, look.over)) {
    const late = toldLate(game, reading.moves)
    if (late !== null) return late
    for (const read of reading.moves) makeRead(game, read)
    if (state.unannounced === null) agree(game)
    return null
  }
  unread(game, look, quiet, reading)
  return null
}

const isCrossed = (reading: Reading): boolean => reading.kind === 'moves' && reading.crossed === true

/** After a press that nothing explained: does the edge that has just come explain it? It is then read before the press. */
export function settleLate(game: Game): Reread | null {
  const { question } = game.state
  if (question?.press == null) return null
  const watched = watchedNow(game)
  const move = exactly(watched)
  if (move === null) return null
  const proof = changesOf(game.position, move)
  const edges = watched.edges.flatMap(({ seq, square }) => (square in proof ? [seq] : []))
  return lateEdges(game, edges, question.press.seq, question.press.at)
}

/** Was all this seen before, and nothing has changed? */
function isLooked(game: Game, look: Look, quiet: number): boolean {
  const { looked, edges = [], rereads = [] } = game.state
  const edge = edges.at(-1)?.seq ?? 0
  if (rereads.some((reread) => 'wait' in reread && reread.wait === edge)) return true
  return looked?.edge === edge && !look.over && (looked.long || quiet < ASK)
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

/** Edges that came after the press which they belong before: by no more than a sensor is slow. */
function toldLate(game: Game, moves: readonly ReadMove[]): Reread | null {
  const press = game.state.question?.press
  const [first] = moves
  if (press == null || first === undefined) return null
  return lateEdges(game, first.edges, press.seq, press.at)
}

function lateEdges(game: Game, proof: readonly number[], press: number, at: number): Reread | null {
  const { edges = [], rereads = [] } = game.state
  const late = edges.filter(({ seq }) => seq > press && proof.includes(seq))
  const last = late.at(-1)
  if (last === undefined || last.at - at > LATE || rereads.length >= MOST_REREADS) return null
  return { seqs: late.map(({ seq }) => seq), before: press }
}

/**
 * The last move was read from a board that was quiet, or pressed a moment ago; what has come since fits another one in
 * its place, or none at all.
 */
function readOtherwise(game: Game): Reread | null {
  const { state } = game
  const { parent, move } = pointOf(state)
  if (move?.sensed === undefined || (state.rereads?.length ?? 0) >= MOST_REREADS) return null
  if (state.result !== null && (state.result.seq !== move.seq || hasLingered(game, move))) return null
  const before = watchedFrom(game, parent)
  if (move.completedBy === 'press') {
    const meant = exactly(before)
    if (meant === null || move.completedSeq === null || move.completedAt === null) return null
    const proof = (state.edges ?? []).map(({ seq }) => seq)
    return lateEdges(game, proof, move.completedSeq, move.completedAt)
  }
  if (Object.keys(before.board).length > 0 && readBoard(before, false).kind !== 'moves') return null
  return { wait: move.sensed.settled }
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
  } else if (reading.kind === 'unclear' && quiet >= ASK) ask(game, look, candidates)
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
  const theirs = ({ piece }: Edge) => piece !== '' && (piece === piece.toLowerCase()) === white
  const put = edges.findIndex(theirs)
  if (put < 0) return null
  return (edges[put - 1] ?? edges[put])?.seq ?? null
}

/** Makes a move that was read; its seq and instant are those of the edge that finished it. */
function makeRead(game: Game, { move, confidence, edges }: ReadMove): void {
  const { state } = game
  if (state.result !== null) return
  if (movePromotion(move) !== null && state.act.placed === null && !inForce(game, 'promotion-procedure'))
    return
  const proof = [...edges]
  const settled = state.edges?.at(-1)?.seq ?? state.seq
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
