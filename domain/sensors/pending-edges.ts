/** The edges that wait to be read: they are noted as they come, and dropped where a person has told the move. */
import type { EventOf, Side } from '../../events/index.ts'
import { squareOf } from '../chess/index.ts'
import { boardHas, positionHas } from '../state/board.ts'
import type { Game } from '../state/game.ts'
import type { Edge } from '../state/sensor-state.ts'
import { forgetEdges } from '../state/sensor-state.ts'
import { bouncedAt } from './bounce.ts'
import { differencesFrom, lettersOf } from './differences.ts'

/** Notes what a report tells of a square, before `apply` changes the board by it. */
export function observe(game: Game, event: EventOf): void {
  if (event.type !== 'piece-lifted' && event.type !== 'piece-placed') return
  const { square } = event.data
  const piece = event.type === 'piece-placed' ? event.data.piece : ''
  const isBoard = event.by === 'board'
  // A sensor that tells again what stands there has nothing new: it shows that the board is quiet.
  if (isBoard && event.type === 'piece-placed' && boardHas(game, square) === piece) return
  if (isBoard) game.state.sensors = true
  noteEdge(game, event.seq, square, piece)
}

/** What was told and not read when an arbiter restored a position. `stood`: the letters of the board before the first edge. */
interface Unread {
  readonly edges: readonly Edge[]
  readonly edgeAt: number | null
  readonly stood: readonly string[]
}

/** What waits to be read when a position is restored, before that is applied; null where nothing does. */
export function unreadAt(game: Game, { type }: EventOf): Unread | null {
  const { edges = [], edgesFrom = {}, edgeAt } = game.state
  if (type !== 'position-restored' || edges.length === 0) return null
  const stood = lettersOf(game.position)
  for (const square in edgesFrom) stood[squareOf(square)] = edgesFrom[square] as string
  return { edges, edgeAt, stood }
}

/**
 * A ruling does not take from the board what hands have done since: where edges tell all of it, they are read from the
 * position that was restored. What was read as a move that does not stand any more is left to be put back.
 */
export function readFromRestored(game: Game, { edges, edgeAt, stood }: Unread): void {
  const { state, position } = game
  const stands = [...stood]
  for (const { square, piece } of edges) stands[squareOf(square)] = piece
  const astray = differencesFrom(position, stands)
  const isTold = Object.keys(astray).every((on) => edges.some(({ square }) => square === on))
  if (!isTold || Object.keys(astray).length === 0) return
  Object.assign(state, { astray, edges: [...edges], edgesFrom: differencesFrom(position, stood), edgeAt })
}

/** More edges than a long fumble gives: beyond them the oldest are forgotten. */
const MOST_EDGES = 120

/** Notes a sensor's edge, before the board is changed by it. */
function noteEdge(game: Game, seq: number, square: string, piece: string): void {
  const { state } = game
  state.edgeAt = state.at
  if (state.question !== undefined) state.question.before ??= seq
  if (state.edges === undefined) {
    state.edges = []
    state.edgesFrom = { ...state.astray }
  }
  const stood = state.edgesFrom?.[square] ?? positionHas(game, square)
  const bounced = bouncedAt(state.edges, { at: state.at, square, piece }, stood)
  if (bounced !== null) {
    state.edges.splice(bounced, 1)
    return
  }
  const origin = game.moved === null ? {} : { reportedBy: game.moved }
  state.edges.push({ seq, ...origin, at: state.at, square, piece })
  const [oldest] = state.edges
  if (state.edges.length <= MOST_EDGES || oldest === undefined) return
  state.edges.shift()
  if (state.edgesFrom !== undefined) state.edgesFrom[oldest.square] = oldest.piece
}

/**
 * A side's move was told by somebody who saw it: its own pieces stand as they should, whatever sensors missed or saw too
 * many, save those that have been seen to leave one square for another: its next move may have begun before it was told. What
 * differs of the other side's may be the reply. `stood`: the letters of the position before the move.
 */
export function sideAgrees(game: Game, side: Side, stood: readonly string[]): void {
  const { state } = game
  const { astray, edges = [], edgeAt } = state
  const isOwn = (letter: string) => letter !== '' && (letter === letter.toUpperCase()) === (side === 'white')
  const come = new Set(Object.values(astray))
  const isEmpty = (square: string) => astray[square] === ''
  const left = new Set(
    Object.keys(astray)
      .filter(isEmpty)
      .map((square) => positionHas(game, square)),
  )
  for (const square of Object.keys(astray)) {
    const expected = positionHas(game, square)
    const last = edges.findLast((edge) => edge.square === square)?.seq ?? 0
    const isElsewhere = () =>
      come.has(expected) || edges.some(({ seq, piece }) => seq > last && piece === expected)
    const isOfMove = stood[squareOf(square)] !== expected
    const seen = astray[square] as string
    const isSeenWrong = isOwn(seen) && !left.has(seen)
    if (isOfMove || isSeenWrong || (seen === '' && isOwn(expected) && !isElsewhere())) delete astray[square]
  }
  forgetEdges(state)
  if (edges.length === 0 || Object.keys(astray).length === 0) return
  state.edgeAt = edgeAt
  state.edges = edges.filter(({ square }) => square in astray)
  state.edgesFrom = {}
}
