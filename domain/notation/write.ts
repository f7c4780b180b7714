/** Moves written in short algebraic notation (Appendix C; PGN standard 8.2.3). */
import {
  castlingSide,
  generate,
  hasLegalMove,
  inCheck,
  isCapture,
  isCastling,
  MOST_MOVES,
  type Move,
  make,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  pieceAt,
  turnOf,
  unmake,
} from '../chess/index.ts'
import { piecesIn, ROLE_LETTERS } from './languages.ts'
import { reachers } from './reach.ts'

const PAWN = 1
const scratch = new Int32Array(MOST_MOVES)

/**
 * The canonical text of a legal move: file, rank or both only where another piece of the kind could legally go to the
 * same square, `+` for check and `#` for mate, nothing for en passant. Piece letters in `language` (English where it is
 * not known); `p` is left as it was.
 */
export function writeSan(p: Position, move: Move, language = 'en'): string {
  return write(p, move, null, language)
}

/** The same, for a caller who has the position's legal moves at hand. */
export function writeSanWithMoves(p: Position, move: Move, moves: readonly Move[], language = 'en'): string {
  return write(p, move, moves, language)
}

function write(p: Position, move: Move, moves: readonly Move[] | null, language: string): string {
  const text = isCastling(move)
    ? castlingSide(move) === 'king-side'
      ? 'O-O'
      : 'O-O-O'
    : writeSquares(p, move, moves, language)
  make(p, move)
  const sign = !inCheck(p, turnOf(p)) ? '' : hasLegalMove(p) ? '+' : '#'
  unmake(p)
  return text + sign
}

function writeSquares(p: Position, move: Move, moves: readonly Move[] | null, language: string): string {
  const from = moveFrom(move)
  const to = moveTo(move)
  const piece = pieceAt(p, from)
  const letters = language === 'en' ? ROLE_LETTERS : (piecesIn(language)?.written ?? ROLE_LETTERS)
  if ((piece & 7) === PAWN) {
    const text = isCapture(move) ? `${nameOf(from)[0]}x${nameOf(to)}` : nameOf(to)
    const promotion = movePromotion(move)
    return promotion === null ? text : `${text}=${letters[ROLE_LETTERS.indexOf(promotion)]}`
  }
  const mark = reachers(p, piece, to) > 1 ? distinction(p, piece, from, to, moves) : ''
  return `${letters[piece & 7]}${mark}${isCapture(move) ? 'x' : ''}${nameOf(to)}`
}

/** What tells the piece from the others of its kind that may legally go there (C.10): file before rank before both. */
function distinction(
  p: Position,
  piece: number,
  from: number,
  to: number,
  moves: readonly Move[] | null,
): string {
  const list = moves ?? scratch
  const count = moves?.length ?? generate(p, scratch)
  let others = false
  let sameFile = false
  let sameRank = false
  for (let i = 0; i < count; i++) {
    const other = list[i]!
    const square = moveFrom(other)
    if (moveTo(other) !== to || square === from || isCastling(other) || pieceAt(p, square) !== piece) continue
    others = true
    if ((square & 7) === (from & 7)) sameFile = true
    if (square >> 3 === from >> 3) sameRank = true
  }
  if (!others) return ''
  const name = nameOf(from)
  return !sameFile ? name[0]! : !sameRank ? name[1]! : name
}
