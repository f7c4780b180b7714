/**
 * What the sensor stage hands on: moves that were read from the board, in the order in which they were made, each with how
 * sure the reading is and the edges that prove it. `apply` writes them down, the Laws judge them; then reading goes on.
 */
import type { PieceLetter } from '../../events/index.ts'
import { movePromotion, squareOf } from '../chess/index.ts'
import { setOnBoard } from '../state/board.ts'
import type { Game } from '../state/game.ts'
import { currentSinceSeq } from '../state/history.ts'
import { inForce } from '../state/in-force.ts'
import { forgetEdges } from '../state/sensor-state.ts'
import type { MoveMade, MoveReport } from '../state/state.ts'
import { changesOf, differencesFrom, lettersOf } from './differences.ts'
import { reported } from './edge.ts'
import type { ReadMove } from './reading.ts'
import { reportOf } from './watched.ts'

/** A move as the board showed it. `at`: the instant of the edge that finished it, null where nothing was seen of it. */
export interface SensorAct {
  readonly report: MoveReport
  readonly seq: number
  readonly at: number | null
  readonly sensed: NonNullable<MoveMade['sensed']> | null
}

export type SensorActs<T> = Generator<SensorAct, T, void>

/** A promotion waits until the new piece has been seen. */
const waitsForPiece = (game: Game): boolean =>
  game.state.act.placed === null && !inForce(game, 'promotion-procedure')

/** Of several moves the last was none yet: the others are made, and what came after them is left to be read. */
export function* makeAllButLast(game: Game, moves: readonly ReadMove[]): SensorActs<void> {
  const { state } = game
  const made = moves.slice(0, -1)
  const last = made.at(-1)?.edges.at(-1)
  if (last === undefined) return
  const { edges = [], edgesFrom = {}, edgeAt } = state
  const stands = lettersOf(game.position)
  for (const square in edgesFrom) stands[squareOf(square)] = edgesFrom[square] as string
  const rest = edges.filter(({ seq }) => seq > last)
  for (const { seq, square, piece } of edges) if (seq <= last) stands[squareOf(square)] = piece
  for (const read of made) yield* makeRead(game, { ...read, certain: true })
  state.edgesFrom = differencesFrom(game.position, stands)
  for (const { square, piece } of rest) stands[squareOf(square)] = piece
  state.astray = differencesFrom(game.position, stands)
  state.edges = rest
  state.edgeAt = edgeAt
}

/** All moves are made; where a hand has begun the next one since, what it did is left to be read. */
export function* makeAll(game: Game, moves: readonly ReadMove[]): SensorActs<void> {
  const { state } = game
  const { edges = [], edgeAt } = state
  const last = moves.at(-1)?.edges.at(-1) ?? Number.POSITIVE_INFINITY
  for (const read of moves) yield* makeRead(game, read)
  if (state.unannounced !== null) return
  agree(game)
  const rest = edges.filter(({ seq }) => seq > last)
  for (const { square, piece } of rest) setOnBoard(game, square, piece as PieceLetter | '')
  if (Object.keys(state.astray).length === 0) return
  Object.assign(state, { edges: rest, edgesFrom: {}, edgeAt })
}

/** Makes a move that was read; its seq and instant are those of the edge that finished it. */
export function* makeRead(
  game: Game,
  { move, confidence, edges: proof, certain }: ReadMove & { certain?: true },
): SensorActs<void> {
  const { state } = game
  if (state.result !== null) return
  if (movePromotion(move) !== null && waitsForPiece(game)) return
  const { edges = [] } = state
  state.readTo = edges.at(-1)?.seq ?? state.seq
  const last = edges.findLast(({ seq }) => proof.includes(seq))
  const changes = changesOf(game.position, move)
  const edgesOfIt = edges.filter(({ seq, square }) => proof.includes(seq) && square in changes)
  yield {
    report: reportOf(game, move),
    seq: Math.max(last?.seq ?? state.seq, currentSinceSeq(state)),
    at: last?.at ?? null,
    sensed: { confidence, edges: reported(edgesOfIt), settled: certain === true ? 0 : state.readTo },
  }
}

/** How sure it is what hands did where it was no legal move: nothing but two squares speaks for it. */
const BY_HANDS = 0.6

/** What hands did that is no legal move: a piece that is not the one expected stays to be seen on its square. */
export function* makeByHands(game: Game, report: MoveReport): SensorActs<void> {
  const { state } = game
  if (report.promotion !== undefined && waitsForPiece(game)) return
  const odd = state.astray[report.to]
  const { edges = [] } = state
  const settled = edges.at(-1)?.seq
  const sensed = settled === undefined ? null : { confidence: BY_HANDS, edges: reported(edges), settled }
  yield { report, seq: state.seq, at: null, sensed }
  if (state.unannounced !== null) return
  agree(game)
  if (odd !== undefined) setOnBoard(game, report.to, odd as PieceLetter)
}

/** The board stands as the position has it. */
export function agree(game: Game): void {
  game.state.astray = {}
  forgetEdges(game.state)
}
