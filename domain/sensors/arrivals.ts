/** Where pieces came to stand: what speaks for a move, and what against it. */
import { type Move, type Position, squareOf, turnOf } from '../chess/index.ts'
import type { Edge } from '../state/sensor-state.ts'
import { changesOf, letterAt } from './differences.ts'
import { isSeen } from './line.ts'
import type { Watched } from './reading.ts'

/** Edges by which a piece came to a square where another stood last, or none: not those that put a piece back. */
export function arrivals(position: Position, edges: readonly Edge[]): Edge[] {
  const last = new Map<string, string>()
  return edges.filter(({ square, piece }) => {
    if (piece === '') return false
    const stood = last.get(square) ?? letterAt(position, squareOf(square))
    last.set(square, piece)
    return piece !== stood
  })
}

export const isWhite = (piece: string): boolean => piece === piece.toUpperCase()

/** Those that are no return to where the piece stands in the position. */
export const oddArrivals = (position: Position, edges: readonly Edge[]): Edge[] =>
  arrivals(position, edges).filter(({ square, piece }) => piece !== letterAt(position, squareOf(square)))

/** Has a piece of the opponent's come somewhere, though neither taken by the move nor put back, with no move of theirs to explain it? */
export function isDisturbed(position: Position, edges: readonly Edge[], move: Move): boolean {
  const taken = Object.keys(changesOf(position, move)).map((square) => letterAt(position, squareOf(square)))
  const theirs = ({ piece }: Edge) => isWhite(piece) !== (turnOf(position) === 'white')
  return arrivals(position, edges).some(
    (edge) =>
      theirs(edge) && !taken.includes(edge.piece) && edge.piece !== letterAt(position, squareOf(edge.square)),
  )
}

/** Have the pieces of the move come to where it puts them, and since the last move? A sensor may show what is long gone. */
export function isFresh({ position, edges, since, put }: Watched, move: Move): boolean {
  const recent = edges.filter(({ seq }) => seq > since)
  const placed = Object.entries(changesOf(position, move)).filter(
    ([square, letter]) => put[square] !== letter,
  )
  return isSeen(recent, Object.fromEntries(placed))
}

/**
 * Did a piece leave a square on which none was known to stand, while the pieces of this move were on their way (`proof`: the
 * indices of its edges)? Then one of them may have come from there, and a move before this one was not seen.
 */
export function leftUnknown({ position, before, edges }: Watched, proof: readonly number[]): boolean {
  const [first = 0, last = 0] = [proof[0], proof.at(-1)]
  const stands = new Map(Object.entries(before))
  return edges.some(({ square, piece }, index) => {
    const stood = stands.get(square) ?? letterAt(position, squareOf(square))
    stands.set(square, piece)
    return index > first && index < last && piece === '' && stood === ''
  })
}
