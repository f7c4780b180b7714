/** Slips of the pen: the legal moves that a text would name if one sign of it were another. */
import {
  castlingSide,
  fileOf,
  isCapture,
  isCastling,
  kingTarget,
  legalMoves,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  pieceAt,
  rankOf,
} from '../chess/index.ts'

import { ROLE_LETTERS } from '../notation/languages.ts'
import type { PieceLetters, Sheet } from './sheet.ts'

const PAWN = 1
const KING = 6
const FILE_NAMES = 'abcdefgh'
const RANK_NAMES = '12345678'

/** The legal moves that one wrong, missing or surplus sign apart would be written so, or with two neighbours changed round. */
export function slipMoves(p: Position, text: string, { letters }: Sheet): Move[] {
  const written = normalizeEntry(text)
  return legalMoves(p).filter((move) => letters.some((each) => isSlipOf(p, move, each, written)))
}

function isSlipOf(p: Position, move: Move, letters: PieceLetters, written: string): boolean {
  if (!isCastling(move)) {
    // Of piece, file and rank one may be wrong: two that are missing tell most moves apart at once.
    const role = pieceAt(p, moveFrom(move)) & 7
    const to = moveTo(move)
    let missing = role === PAWN || written.startsWith(letters[role] ?? '') ? 0 : 1
    if (!written.includes(FILE_NAMES[fileOf(to)] ?? '')) missing++
    if (!written.includes(RANK_NAMES[rankOf(to)] ?? '')) missing++
    if (missing > 1) return false
  }
  return formsOf(p, move, letters).some((form) => isOneEditApart(form, written))
}

/** Without what many leave out: capture, check and promotion signs, dashes; castling in letters. */
const normalizeEntry = (text: string): string =>
  text.replaceAll(/[x:+#=!?()\s-]/g, '').replaceAll(/[0oОо]/g, 'O')

/** A move as it may be written in some letters: short, with the file, the rank or the square that it comes from. */
function formsOf(p: Position, move: Move, letters: PieceLetters): string[] {
  const from = nameOf(moveFrom(move))
  if (isCastling(move)) {
    const king = `${letters[KING]}${nameOf(kingTarget(move))}`
    return [castlingSide(move) === 'king-side' ? 'OO' : 'OOO', king]
  }
  const promotion = movePromotion(move)
  const to = `${nameOf(moveTo(move))}${promotion === null ? '' : letters[ROLE_LETTERS.indexOf(promotion)]}`
  const role = pieceAt(p, moveFrom(move)) & 7
  if (role === PAWN) return [isCapture(move) ? `${from[0]}${to}` : to, `${from}${to}`]
  return ['', from[0], from[1], from].map((origin) => `${letters[role]}${origin}${to}`)
}

/** At most one edit apart, or two neighbouring signs changed round. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
