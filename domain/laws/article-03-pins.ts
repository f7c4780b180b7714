/** Article 3.1.3: a pinned piece attacks, too. This file says which moves would be legal while that rule is out of force. */
import type { Castling, Promotion } from '../../events/index.ts'
import {
  findLegal,
  inCheck,
  isChess960,
  type Position,
  parseFen,
  pieceAt,
  roleOf,
  sideOf,
  turnOf,
  writeFen,
} from '../chess/index.ts'
import { otherSide } from '../state/game.ts'

const DIGITS = /[1-8]/g

/** The position with the given squares emptied. */
function emptied(position: Position, squares: readonly number[]): Position | null {
  const [placement = '', ...rest] = writeFen(position).split(' ')
  const rows = placement.split('/').map((row) => [...row.replace(DIGITS, (gap) => ' '.repeat(Number(gap)))])
  for (const square of squares) (rows[7 - (square >> 3)] as string[])[square & 7] = ' '
  const text = rows.map((row) => row.join('').replace(/ +/g, (gap) => String(gap.length))).join('/')
  const parsed = parseFen([text, ...rest].join(' '), { chess960: isChess960(position) })
  return parsed.ok ? parsed.value : null
}

/** Pieces of the opponent that could not leave their square without exposing their own king. */
function pinned(position: Position): number[] {
  const them = otherSide(turnOf(position))
  if (inCheck(position, them)) return []
  const found: number[] = []
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(position, square)
    if (piece === 0 || sideOf(piece) !== them || roleOf(piece) === 'K') continue
    const without = emptied(position, [square])
    if (without !== null && inCheck(without, them)) found.push(square)
  }
  return found
}

/** Would the move be legal if only those pieces attacked that may themselves move? */
export function legalButForPinned(
  position: Position,
  from: number,
  to: number,
  promotion: Promotion | null,
  castling: Castling | null,
): boolean {
  const squares = pinned(position)
  const without = squares.length === 0 ? null : emptied(position, squares)
  return without !== null && findLegal(without, from, to, promotion, castling ?? undefined) !== null
}
