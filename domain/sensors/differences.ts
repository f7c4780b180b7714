/** How a board differs from a position, and what a legal move changes: both as squares with what stands on them. */
import {
  castlingSide,
  isEnPassant,
  kingTarget,
  letterOf,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  pieceAt,
  pieceOf,
  type Square,
  sideOf,
} from '../chess/index.ts'

import type { Edge } from '../state/sensor-state.ts'

const EMPTY = 0

/** Square → what stands there and does not in the position: a FEN letter, '' for nothing, '?' where it is not known. */
export type Differences = Readonly<Record<string, string>>

/** What the position has on a square: a FEN letter, '' for nothing. */
export function letterAt(position: Position, square: Square): string {
  const piece = pieceAt(position, square)
  return piece === EMPTY ? '' : letterOf(piece)
}

/** All 64 squares from a1 to h8, each as `letterAt` gives it. */
export const lettersOf = (position: Position): string[] =>
  Array.from({ length: 64 }, (_, square) => letterAt(position, square))

/** How a board of 64 letters differs from a position. */
export function differencesFrom(position: Position, letters: readonly string[]): Record<string, string> {
  const differences: Record<string, string> = {}
  lettersOf(position).forEach((letter, square) => {
    if (letters[square] !== letter) differences[nameOf(square)] = letters[square] as string
  })
  return differences
}

/** How the board differs from a position after these edges, where it differed by `before`. */
export function boardAfter(
  position: Position,
  before: Differences,
  edges: readonly Edge[],
): Record<string, string> {
  const board: Record<string, string> = { ...before }
  for (const { square, piece } of edges) {
    if (piece === stoodOn(position, square)) delete board[square]
    else board[square] = piece
  }
  return board
}

/** The letter that the moved piece has on the square of arrival. */
function arriving(position: Position, move: Move): string {
  const piece = pieceAt(position, moveFrom(move))
  const promotion = movePromotion(move)
  if (promotion === null) return letterOf(piece)
  return sideOf(piece) === 'white' ? letterOf(pieceOf(promotion)) : letterOf(pieceOf(promotion)).toLowerCase()
}

/** What a legal move changes. In Chess960 castling may leave the king or the rook where it stands: that is no change. */
export function changesOf(position: Position, move: Move): Record<string, string> {
  const changes: Record<string, string> = {}
  const from = moveFrom(move)
  changes[nameOf(from)] = ''
  const side = castlingSide(move)
  if (side === null) {
    changes[nameOf(moveTo(move))] = arriving(position, move)
    if (isEnPassant(move)) changes[nameOf((from & 56) | (moveTo(move) & 7))] = ''
    return changes
  }
  const kingTo = kingTarget(move)
  const rook = moveTo(move)
  const after: [Square, string][] = [
    [from, ''],
    [rook, ''],
    [kingTo, letterAt(position, from)],
    [side === 'king-side' ? kingTo - 1 : kingTo + 1, letterAt(position, rook)],
  ]
  for (const [square, letter] of after) changes[nameOf(square)] = letter
  for (const [square] of after) {
    if (changes[nameOf(square)] === letterAt(position, square)) delete changes[nameOf(square)]
  }
  return changes
}

/** Squares on which two descriptions of differences from the same position disagree, at most `most + 1` of them. */
export function disagreements(a: Differences, b: Differences, most = 64): string[] {
  const found: string[] = []
  for (const square in a) {
    if (a[square] === b[square]) continue
    found.push(square)
    if (found.length > most) return found
  }
  for (const square in b) {
    if (square in a) continue
    found.push(square)
    if (found.length > most) return found
  }
  return found
}

/** The differences of the same board from the position after a move; `board` has those from the position before it. */
export function afterMove(board: Differences, changes: Differences, before: Position): Differences {
  const differences: Record<string, string> = {}
  for (const square in board) {
    if (board[square] !== changes[square]) differences[square] = board[square] as string
  }
  for (const square in changes) if (!(square in board)) differences[square] = stoodOn(before, square)
  return differences
}

const stoodOn = (position: Position, square: string): string =>
  letterAt(position, (square.charCodeAt(1) - 49) * 8 + square.charCodeAt(0) - 97)
