/** Moves that were read from a sensor board enter the record, with how sure they are and the edges that prove them. */
import type { PieceLetter } from '../../events/index.ts'
import { movePromotion, nameOf, squareOf } from '../chess/index.ts'
import { inForce } from '../laws/in-force.ts'
import { judgeMove } from '../laws/judge.ts'
import { changesOf, lettersOf, type ReadMove, reported } from '../sensors/index.ts'
import { forgetEdges, seeOnBoard } from './board.ts'
import type { Game } from './game.ts'
import { stoodSince } from './line.ts'
import { makeMove } from './moves.ts'
import { reportOf } from './recognise.ts'
import type { MoveReport } from './state.ts'

/** Of several moves the last was none yet: the others are made, and what came after them is left to be read. */
export function makeAllButLast(game: Game, moves: readonly ReadMove[]): void {
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
export function makeRead(
  game: Game,
  { move, confidence, edges, certain }: ReadMove & { certain?: true },
): void {
  const { state } = game
  if (state.result !== null) return
  if (movePromotion(move) !== null && state.act.placed === null && !inForce(game, 'promotion-procedure'))
    return
  const proof = [...edges]
  state.readTo = state.edges?.at(-1)?.seq ?? state.seq
  const settled = certain === true ? 0 : (state.edges?.at(-1)?.seq ?? state.seq)
  const last = state.edges?.findLast(({ seq }) => proof.includes(seq))
  const stood = stoodSince(state)
  const changes = changesOf(game.position, move)
  const edgesOfIt = (state.edges ?? []).filter(({ seq, square }) => proof.includes(seq) && square in changes)
  const made = makeMove(game, reportOf(game, move), Math.max(last?.seq ?? state.seq, stood))
  if (made === null) return
  made.at = last?.at ?? made.at
  made.sensed = { confidence, edges: reported(edgesOfIt), settled }
  judgeMove(game, made)
}

/** How sure it is what hands did where it was no legal move: nothing but two squares speaks for it. */
const BY_HANDS = 0.6

/** What hands did that is no legal move: a piece that is not the one expected stays to be seen on its square. */
export function makeByHands(game: Game, report: MoveReport): void {
  const { state } = game
  if (report.promotion !== undefined && state.act.placed === null && !inForce(game, 'promotion-procedure'))
    return
  const odd = state.astray[report.to]
  const { edges = [] } = state
  const made = makeMove(game, report, state.seq)
  if (state.unannounced !== null) return
  agree(game)
  if (odd !== undefined) seeOnBoard(game, report.to, odd as PieceLetter)
  if (made === null) return
  const settled = edges.at(-1)?.seq
  if (settled !== undefined) made.sensed = { confidence: BY_HANDS, edges: reported(edges), settled }
  judgeMove(game, made)
}

export function agree(game: Game): void {
  game.state.astray = {}
  forgetEdges(game)
}
