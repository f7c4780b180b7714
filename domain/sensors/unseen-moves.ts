/**
 * Finds moves that no sensor saw, because the connection to the board was lost or its adapter started late. Only the board as it stands
 * now is known, so the search looks for lines of legal moves that lead to exactly this board, and finds all of the shortest length.
 * `record-unseen-moves.ts` records what these lines share, and asks where they differ.
 */

import type { Side } from '../../events/index.ts'
import {
  clone,
  legalMoves,
  type Move,
  moveFrom,
  nameOf,
  type Position,
  play,
  turnOf,
} from '../chess/index.ts'
import { otherSide } from '../state/game.ts'
import type { Edge } from '../state/sensor-state.ts'
import { afterMove, boardAfter, changesOf, type Differences, disagreements } from './differences.ts'

/** A move that no sensor saw, and the seqs of the edges on its squares. */
export interface UnseenMove {
  readonly move: Move
  readonly edges: readonly number[]
}

/** What is searched: a position, how the board differed from it, and the edges since. */
interface Unread {
  readonly position: Position
  readonly legal: readonly Move[]
  readonly before: Differences
  readonly edges: readonly Edge[]
}

/** Plies of the longest line that is searched for. */
const MAX_PLIES = 5
/** Squares that may still differ: two for each ply to come, and two more for a castling or a capture en passant. */
const SQUARES_PER_PLY = 2
const SPARE_SQUARES = 2
/** Positions looked at before the search gives up. */
const MAX_POSITIONS = 4000

interface Search {
  readonly lines: Move[][]
  positions: number
}

/**
 * The shortest lines of legal moves, of at least two plies, that lead to this board. A piece that leaves its square and returns is not
 * searched for. Null where a piece is not known (`?`) or the search gave up.
 */
export function linesUnseen(position: Position, board: Differences): Move[][] | null {
  if (Object.values(board).includes('?')) return null
  for (let plies = 2; plies <= MAX_PLIES; plies++) {
    const search: Search = { lines: [], positions: 0 }
    extend(position, board, plies, [], search)
    if (search.positions > MAX_POSITIONS) return null
    if (search.lines.length > 0) return search.lines
  }
  return []
}

function extend(position: Position, board: Differences, plies: number, line: Move[], search: Search): void {
  for (const move of legalMoves(position)) {
    if (!(nameOf(moveFrom(move)) in board) || search.positions > MAX_POSITIONS) continue
    const left = afterMove(board, changesOf(position, move), position)
    const squares = Object.keys(left).length
    if (plies === 1) {
      if (squares === 0) search.lines.push([...line, move])
      continue
    }
    if (squares === 0 || squares > (plies - 1) * SQUARES_PER_PLY + SPARE_SQUARES) continue
    search.positions++
    const next = clone(position)
    play(next, move)
    extend(next, left, plies - 1, [...line, move], search)
  }
}

/** How many edges, counted from the first, there are up to the last two of one instant; 0 where no two are. A whole board comes in one. */
export function shownWhole(edges: readonly Edge[]): number {
  return edges.findLastIndex(({ at }, index) => index > 0 && edges[index - 1]?.at === at) + 1
}

/** What differs after the first `count` edges; null where some of it did not come in their last instant, so that hands may have done it. */
function differencesThen(
  { position, before, edges }: Pick<Unread, 'position' | 'before' | 'edges'>,
  count: number,
): Differences | null {
  const board = boardAfter(position, before, edges.slice(0, count))
  const at = edges[count - 1]?.at
  const inOneInstant = Object.keys(board).every((on) =>
    edges.slice(0, count).some((edge) => edge.square === on && edge.at === at && edge.piece === board[on]),
  )
  return inOneInstant ? board : null
}

/** The unseen moves: one line, or several that lead to the same board. */
export interface Unseen {
  readonly lines: readonly (readonly UnseenMove[])[]
  /** The edges, counted from the first, after which the board is as the lines leave it. */
  readonly edges: readonly Edge[]
}

/**
 * The lines of unseen moves that lead to a board which was reported in one instant; null where there is none. A move that a player was
 * making in that instant is their last. `turn`: who is on move after them, where that is known.
 */
export function readUnseen(watched: Unread, turn: Side | null): Unseen | null {
  const { position, legal } = watched
  const whole = shownWhole(watched.edges)
  const counts = whole === watched.edges.length ? [whole] : [whole, watched.edges.length]
  for (const count of whole === 0 ? [] : counts) {
    const edges = watched.edges.slice(0, count)
    const board = count === whole ? differencesThen(watched, count) : differencesSince(watched, whole)
    if (board === null || Object.keys(board).length < 3) continue
    if (legal.some((move) => disagreements(board, changesOf(position, move), 0).length === 0)) return null
    const lines = linesUnseen(position, board) ?? []
    const [line] = lines
    if (line === undefined) continue
    const side = turnOf(position)
    const after = line.length % 2 === 0 ? side : otherSide(side)
    if (turn !== null && turn !== after) return null
    return { lines: lines.map((each) => withProofs(position, each, edges)), edges }
  }
  return null
}

/** What differs after all edges; null where some of it had no edge since the instant of edge number `whole`. */
function differencesSince({ position, before, edges }: Unread, whole: number): Differences | null {
  const board = boardAfter(position, before, edges)
  const at = edges[whole - 1]?.at ?? 0
  const since = edges.filter((edge) => edge.at >= at)
  const isSeen = Object.keys(board).every((on) => since.some(({ square }) => square === on))
  return isSeen ? board : null
}

/** Each move of a line with the edges on its squares. */
function withProofs(position: Position, line: readonly Move[], edges: readonly Edge[]): UnseenMove[] {
  const after = clone(position)
  return line.map((move) => {
    const changes = changesOf(after, move)
    play(after, move)
    return { move, edges: edges.flatMap(({ square, seq }) => (square in changes ? [seq] : [])) }
  })
}
