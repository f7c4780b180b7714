/** The answer to a question about a sensor board: a move reported by somebody who saw it. */
import type { EventOf, Side } from '../../events/index.ts'
import { findLegal, pieceAt, sideOf, squareOf, turnOf } from '../chess/index.ts'
import { positionHas } from '../state/board.ts'
import { type Game, pointOf } from '../state/game.ts'
import { lastMove } from '../state/history.ts'
import type { Reread } from '../state/sensor-state.ts'
import type { MoveMade } from '../state/state.ts'
import { changesOf, type Differences } from './index.ts'
import { hoverCorrection } from './reorderings.ts'
import { watchedFrom } from './watched.ts'

const EMPTY = 0

/** Answers and other readings of order that a game may turn over; further answers are read where they stand. */
const MAX_REORDERINGS = 200

/** Plies back that a word may come late, while the board went on. */
const WITHIN = 8

/** Does the event answer the open question: is it a move of the side that is asked about? */
export function answers(game: Game, event: EventOf): boolean {
  const { question } = game.state
  if (question === undefined || event.type !== 'move-made') return false
  if (event.by === 'white' || event.by === 'black') return event.by === question.side
  const piece = pieceAt(game.position, squareOf(event.data.from))
  return piece !== EMPTY && sideOf(piece) === question.side
}

/**
 * The move of the other side, told while a question stands: what quiet had made of that side's hand was no move, and
 * this one stands in its place.
 */
export function answersInstead(game: Game, event: EventOf): Reread | null {
  const { question, reorderings } = game.state
  const { move } = pointOf(game.state)
  if (question === undefined || event.type !== 'move-made' || move?.sensed === undefined) return null
  if (
    move.sensed.settled === 0 ||
    move.side === question.side ||
    move.completedSeq !== null ||
    (reorderings?.length ?? 0) >= MAX_REORDERINGS
  )
    return null
  const { from, to } = event.data
  const isHis = event.by === move.side || event.by === 'operator' || event.by === 'arbiter'
  const before = playedFrom(game, from)
  const isSame = from === move.from && to === move.to && (event.data.castling ?? null) === move.castling
  return isHis && before === move.side && !isSame ? hoverCorrection(game, move.sensed.settled) : null
}

/**
 * An operator's or arbiter's word of a move that the board has told already: an answer that comes as the question goes, or
 * somebody who enters what they see beside the board. The piece is no longer where it would have to move from.
 */
export function isToldAlready(game: Game, event: EventOf): boolean {
  if (event.type !== 'move-made') return false
  const { by, data } = event
  if (by !== 'operator' && by !== 'arbiter') return false
  const piece = pieceAt(game.position, squareOf(data.from))
  if (piece !== EMPTY && sideOf(piece) === turnOf(game.position)) return false
  const isIt = (move: MoveMade) => move.sensed !== undefined && move.from === data.from && move.to === data.to
  return lastMove(game.state, isIt, WITHIN) !== null
}

/** Whose piece stood on a square before the last move. */
function playedFrom(game: Game, square: string): Side | null {
  const { position } = watchedFrom(game, pointOf(game.state).parent)
  const piece = pieceAt(position, squareOf(square))
  return piece === EMPTY ? null : sideOf(piece)
}

/** The answer is read where the move was made: before the press, and before what the opponent did since. */
export function readAnswer(game: Game, event: EventOf<'move-made'>): Reread | null {
  const { state } = game
  const asked = state.question?.before ?? Number.POSITIVE_INFINITY
  const before =
    state.question?.press?.seq ?? afterRead(game, event, Math.min(asked, stoodBefore(game, event) ?? asked))
  if (before >= event.seq || (state.reorderings?.length ?? 0) >= MAX_REORDERINGS) return null
  return { seqs: [event.seq], before }
}

/** The moves before it are read first: at the earliest the answer stands before the next edge that came after that. */
function afterRead({ state }: Game, event: EventOf<'move-made'>, before: number): number {
  const { edges = [], readTo = 0 } = state
  const known = Math.max(readTo, pointOf(state).move?.seq ?? 0)
  return before > known ? before : (edges.find(({ seq }) => seq > known)?.seq ?? event.seq)
}

/**
 * Seq of the edge after the one by which the whole move came to stand on the board; where the board never showed it whole,
 * of the first edge of an opponent's piece after the last one that tells of the move. Null where there is none.
 */
function stoodBefore(game: Game, { data }: EventOf<'move-made'>): number | null {
  const { edges = [], edgesFrom = {} } = game.state
  const [from, to] = [squareOf(data.from), squareOf(data.to)]
  const move = findLegal(game.position, from, to, data.promotion ?? null, data.castling)
  if (move === null) return null
  const changes: Differences = changesOf(game.position, move)
  const stands = new Map<string, string>()
  const standsOn = (square: string) => stands.get(square) ?? edgesFrom[square] ?? positionHas(game, square)
  const isTheirs = (letter: string) =>
    letter !== '' && (letter === letter.toUpperCase()) !== (turnOf(game.position) === 'white')
  let isTold = false
  let replied: number | null = null
  for (const [index, { seq, square, piece }] of edges.entries()) {
    const letter = piece || standsOn(square)
    stands.set(square, piece)
    if (square in changes) {
      if (piece === changes[square]) {
        isTold = true
        replied = null
      }
      if (Object.entries(changes).every(([on, after]) => standsOn(on) === after))
        return edges[index + 1]?.seq ?? null
    } else if (isTheirs(letter)) replied ??= seq
  }
  return isTold ? replied : null
}
