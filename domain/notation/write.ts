/** Writes moves in short algebraic notation (Appendix C; PGN standard 8.2.3). */
import {
  castlingSide,
  fileOf,
  hasLegalMove,
  inCheck,
  isCapture,
  isCastling,
  type Move,
  make,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  pieceAt,
  play,
  rankOf,
  turnOf,
  unmake,
} from '../chess/index.ts'
import { pieceLettersIn, ROLE_LETTERS } from './languages.ts'
import { otherOrigins } from './moves-to-square.ts'

const PAWN = 1

/**
 * The canonical text of a legal move: file, rank or both only where another piece of the kind could legally go to the
 * same square, `+` for check and `#` for mate, nothing for en passant. Piece letters in `language` (English where it is
 * not known); `p` is left as it was.
 */
export function writeSan(p: Position, move: Move, language = 'en'): string {
  const text = sanWithoutCheckSign(p, move, language)
  make(p, move)
  const sign = checkSign(p)
  unmake(p)
  return text + sign
}

/** The same, and the move is made: cheaper than writing first and playing then. */
export function writeSanAndPlay(p: Position, move: Move, language = 'en'): string {
  const text = sanWithoutCheckSign(p, move, language)
  play(p, move)
  return text + checkSign(p)
}

const checkSign = (p: Position): string => (!inCheck(p, turnOf(p)) ? '' : hasLegalMove(p) ? '+' : '#')

function sanWithoutCheckSign(p: Position, move: Move, language: string): string {
  if (isCastling(move)) return castlingSide(move) === 'king-side' ? 'O-O' : 'O-O-O'
  const from = moveFrom(move)
  const to = moveTo(move)
  const role = pieceAt(p, from) & 7
  const letters = language === 'en' ? ROLE_LETTERS : (pieceLettersIn(language)?.written ?? ROLE_LETTERS)
  if (role === PAWN) {
    const text = isCapture(move) ? `${nameOf(from)[0]}x${nameOf(to)}` : nameOf(to)
    const promotion = movePromotion(move)
    return promotion === null ? text : `${text}=${letters[ROLE_LETTERS.indexOf(promotion)]}`
  }
  const distinct = disambiguation(p, from, to)
  if (distinct === '' && letters === ROLE_LETTERS) return shortText(role, isCapture(move), to)
  return `${letters[role]}${distinct}${isCapture(move) ? 'x' : ''}${nameOf(to)}`
}

/** Cache of texts by role, capture and square: most moves of pieces are among these few hundred. */
const SHORT_TEXTS: string[] = new Array(7 * 2 * 64)

function shortText(role: number, capture: boolean, to: number): string {
  const place = (role << 7) | (capture ? 64 : 0) | to
  SHORT_TEXTS[place] ??= `${ROLE_LETTERS[role]}${capture ? 'x' : ''}${nameOf(to)}`
  return SHORT_TEXTS[place]!
}

/** What distinguishes the piece from others of its kind that may legally go there (C.10): the file, else the rank, else both. */
function disambiguation(p: Position, from: number, to: number): string {
  const rivals = otherOrigins(p, from, to)
  if (rivals === null) return ''
  const name = nameOf(from)
  if ((rivals.files & (1 << fileOf(from))) === 0) return name[0]!
  return (rivals.ranks & (1 << rankOf(from))) === 0 ? name[1]! : name
}
