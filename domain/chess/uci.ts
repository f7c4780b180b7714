/** Moves in UCI: `e2e4`, `e7e8q`; castling as `e1g1` in a standard game and as king takes rook, `e1h1`, in Chess960. */

import type { Promotion } from '../../events/vocabulary.ts'
import { ok, type Result, refuse } from '../result.ts'
import { findLegal } from './find.ts'
import { whyIllegal } from './illegal-move.ts'
import { isCastling, kingTarget, type Move, moveFrom, movePromotion, moveTo } from './moves.ts'
import type { Position } from './position.ts'
import { nameOf, squareOf } from './squares.ts'

/** By `from << 6 | to`, filled on first use: a game holds the text of each move, and there are few different ones. */
const TEXTS: string[] = new Array(64 * 64)

/** The UCI text of a legal move. */
export function uciOf(p: Position, move: Move): string {
  const from = moveFrom(move)
  const to = isCastling(move) && !p.chess960 ? kingTarget(move) : moveTo(move)
  TEXTS[(from << 6) | to] ??= nameOf(from) + nameOf(to)
  const text = TEXTS[(from << 6) | to]!
  const promotion = movePromotion(move)
  return promotion === null ? text : text + promotion.toLowerCase()
}

/**
 * Reads a UCI move that must be legal here; both forms of castling are understood.
 *
 * @example
 * ```ts
 * import { initialPosition, parseUci } from 'touchmove/chess'
 *
 * const move = parseUci(initialPosition(), 'e2e5')
 * console.log(move.ok ? 'legal' : move.error.message)
 * // e2e5 is illegal: the pawn on e2 does not move to e5
 * ```
 */
export function parseUci(p: Position, text: string): Result<Move> {
  const parts = /^([a-h][1-8])([a-h][1-8])([qrbn]?)$/i.exec(text.trim())
  if (parts === null) {
    return refuse(
      'uci',
      `${JSON.stringify(text.slice(0, 20))} is no UCI move: two squares and perhaps one of q, r, b, n`,
    )
  }
  const [from, to] = [parts[1]!.toLowerCase(), parts[2]!.toLowerCase()]
  const promotion = parts[3] ? (parts[3].toUpperCase() as Promotion) : null
  const move = findLegal(p, squareOf(from), squareOf(to), promotion)
  if (move !== null) return ok(move)
  const why = whyIllegal(p, squareOf(from), squareOf(to), promotion)
  return refuse('illegal', `${from}${to}${parts[3] ?? ''} is illegal: ${why}`)
}
