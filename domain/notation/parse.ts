/** Reads moves as players and programs write them: the legal move, or the piece and square that the text names. */
import type { Castling, Promotion } from '../../events/vocabulary.ts'
import { type Move, moveFrom, type Position, type Square } from '../chess/index.ts'
import { ok, type Problem, type Result } from '../result.ts'
import { explainIllegal, explainUnreadable } from './explain.ts'
import { moveByHandOf, namedPieces } from './move-by-hand.ts'
import { SEVERAL_MOVES } from './moves-to-square.ts'
import { fittingMoves, resolve, shapeOf } from './resolve.ts'
import { shapeTo, shapeToRank, UNREADABLE } from './shape.ts'

/**
 * Reads a move in the piece letters of `language` (figurines in any); it must be legal and the only one that the text
 * fits. Problems: `notation` (no move text in that language), `illegal`, `ambiguous`, `promotion` (its piece is missing).
 */
export function parseSan(p: Position, text: string, language = 'en'): Result<Move> {
  const shape = shapeOf(text, language)
  if (shape === UNREADABLE) return { ok: false, error: explainUnreadable(text, language) }
  const move = resolve(p, shape)
  return move >= 0 ? ok(move) : { ok: false, error: explainIllegal(p, text, shape) }
}

/** Is this the text of some move in the piece letters of `language`, whatever the position? */
export const isMoveText = (text: string, language = 'en'): boolean => shapeOf(text, language) !== UNREADABLE

export type MoveReading =
  | { readonly kind: 'legal'; readonly move: Move }
  | {
      readonly kind: 'physical'
      readonly from: Square
      /** When castling, the king's final square. */
      readonly to: Square
      readonly promotion: Promotion | null
      readonly castling: Castling | null
    }
  | { readonly kind: 'unreadable'; readonly problem: Problem }

/**
 * Reads a move that need not be legal. `physical` is a text that names no legal move, but exactly one piece and one square: by its
 * square of departure, because only one such piece can go there as it moves (a pinned one, say), or because there is only one such
 * piece. A pawn on the last rank without its promotion piece is physical too.
 */
export function readMoveText(p: Position, text: string, language = 'en'): MoveReading {
  const shape = shapeOf(text, language)
  if (shape === UNREADABLE) return { kind: 'unreadable', problem: explainUnreadable(text, language) }
  const move = resolve(p, shape)
  if (move >= 0) return { kind: 'legal', move }
  const hands = moveByHandOf(p, shape)
  return hands === null
    ? { kind: 'unreadable', problem: explainIllegal(p, text, shape) }
    : { kind: 'physical', ...hands }
}

/** What a text may mean that is not one legal move: the legal moves that it fits, and the squares of the pieces that it may name. */
export function namedByText(
  p: Position,
  text: string,
  language = 'en',
): { readonly moves: readonly Move[]; readonly pieces: readonly Square[] } {
  const shape = shapeOf(text, language)
  if (shape === UNREADABLE) return { moves: [], pieces: [] }
  const moves = resolve(p, shape) === SEVERAL_MOVES ? fittingMoves(p, shape) : []
  if (moves.length > 0) return { moves, pieces: [...new Set(moves.map(moveFrom))] }
  const hands = moveByHandOf(p, shape)
  if (hands !== null) return { moves, pieces: [hands.from] }
  return { moves, pieces: shapeToRank(shape) < 0 ? [] : namedPieces(p, shape, shapeTo(shape)) }
}
