/** Who is on move by the pieces on a board, where LiveChess has no line of moves, or one that does not fit. */

import { clone, legalMoves, type Position, play, turnOf } from '../../../domain/chess/index.ts'
import { lettersOf } from '../../../domain/sensors/index.ts'
import type { Side } from '../../../events/index.ts'

const isShown = (position: Position, letters: readonly string[]): boolean =>
  lettersOf(position).every((letter, square) => letter === letters[square])

const afterEach = (position: Position): Position[] =>
  legalMoves(position).map((move) => {
    const after = clone(position)
    play(after, move)
    return after
  })

/** `letters`: a1 … h8. Null where the board is not `position`, nor as at most two legal moves leave it. */
export function turnShown(position: Position, letters: readonly string[]): Side | null {
  if (isShown(position, letters)) return turnOf(position)
  const next = afterEach(position)
  const shown =
    next.find((after) => isShown(after, letters)) ??
    next.flatMap(afterEach).find((after) => isShown(after, letters))
  return shown === undefined ? null : turnOf(shown)
}
