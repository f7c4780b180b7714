/** Why a move text is not a legal move, in a sentence that quotes it. */
import { illegalityOf, moveFrom, nameOf, type Position, pieceAt, turnOf } from '../chess/index.ts'
import type { Problem } from '../result.ts'
import { LANGUAGES, letterList, pieceLettersIn } from './languages.ts'
import { canReach, namedPieces } from './move-by-hand.ts'
import { NO_MOVE, SEVERAL_MOVES } from './moves-to-square.ts'
import { fittingMoves, resolve } from './resolve.ts'
import {
  type Shape,
  shapeCastling,
  shapeFrom,
  shapeFromFile,
  shapeFromRank,
  shapePromotion,
  shapeRole,
  shapeTo,
  shapeToRank,
  withQueen,
} from './shape.ts'

const ROLE_NAMES = ['piece', 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const

const quoted = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`

/** For a text that names no move in any position. */
export function explainUnreadable(text: string, language: string): Problem {
  if (pieceLettersIn(language) === undefined) {
    const message = `${quoted(text)} cannot be read: no piece letters of language "${language}" are known; there are ${LANGUAGES.join(' ')}`
    return { code: 'notation', message }
  }
  const letters = letterList(language)
  const message = `${quoted(text)} is no move: a piece letter (${letters}, none for a pawn) and a square are due, such as ${letters[letters.length - 1]}f3, or O-O`
  return { code: 'notation', message }
}

/** For a shape that is not exactly one legal move. */
export function explainIllegal(p: Position, text: string, shape: Shape): Problem {
  if (resolve(p, shape) === SEVERAL_MOVES) return explainSeveral(p, text, shape)
  if (shapePromotion(shape) === null && resolve(p, withQueen(shape)) !== NO_MOVE) {
    const message = `${quoted(text)} names no promotion piece: =Q, =R, =B or =N is due after the square`
    return { code: 'promotion', message }
  }
  return { code: 'illegal', message: `${quoted(text)} is illegal here: ${illegalReason(p, shape)}` }
}

function explainSeveral(p: Position, text: string, shape: Shape): Problem {
  const from = fittingMoves(p, shape).map((move) => nameOf(moveFrom(move)))
  const name = ROLE_NAMES[shapeRole(shape)]!
  const message = `${quoted(text)} is ambiguous: the ${name}s on ${[...new Set(from)].join(' and ')} may both be meant; the file or the rank moved from is due`
  return { code: 'ambiguous', message }
}

function illegalReason(p: Position, shape: Shape): string {
  const side = turnOf(p)
  const castling = shapeCastling(shape)
  if (castling !== null) return `${side} may not castle ${castling} now`
  const name = ROLE_NAMES[shapeRole(shape)]!
  const place = originText(shape)
  if (shapeToRank(shape) < 0) return `no ${side} pawn${place} can capture so`
  const to = shapeTo(shape)
  const from = shapeFrom(shape)
  const promotion = shapePromotion(shape)
  const role = shapeRole(shape)
  if (from >= 0) {
    const found = pieceAt(p, from) & 7
    if (role === 0 || found === 0 || found === role) return illegalityOf(p, from, to, promotion).why
    return `no ${name} stands on ${nameOf(from)}`
  }
  const named = namedPieces(p, shape, to)
  const able = named.filter((square) => canReach(p, square, to))
  const [only] = able.length > 0 ? able : named
  if (only === undefined) return `there is no ${side} ${name}${place} to go to ${nameOf(to)}`
  // Of several that may be meant and cannot go there, all fail alike.
  if (able.length === 0 && named.length > 1) return `no ${side} ${name}${place} can go to ${nameOf(to)}`
  return `${illegalityOf(p, only, to, promotion).why} (the ${name} on ${nameOf(only)})`
}

function originText(shape: Shape): string {
  const file = shapeFromFile(shape)
  const rank = shapeFromRank(shape)
  if (file >= 0 && rank >= 0) return ` on ${nameOf(rank * 8 + file)}`
  if (file >= 0) return ` on the ${nameOf(file)[0]}-file`
  return rank >= 0 ? ` on rank ${rank + 1}` : ''
}
