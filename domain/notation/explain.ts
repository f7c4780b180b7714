/** Explains why a text is not a legal move, in a sentence that quotes it. */
import { illegalityOf, moveFrom, nameOf, type Position, pieceAt, turnOf } from '../chess/index.ts'
import { type Remark, reason } from '../reasons.ts'
import { type Problem, problemOf } from '../result.ts'
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

/** Names of pieces by role number; null where a text names no piece. */
const ROLE_NAMES = [null, 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const

/** Reasons that say which piece they are about. */
const NAMES_ITS_PIECE: ReadonlySet<string> = new Set(['not-there', 'must-promote'])

const clipped = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** The problem of a text that names no move in any position. */
export function explainUnreadable(text: string, language: string): Problem {
  if (pieceLettersIn(language) === undefined) {
    const message = `"${clipped(text)}" cannot be read: no piece letters of language "${language}" are known; there are ${LANGUAGES.join(' ')}`
    return { code: 'notation', message }
  }
  const letters = letterList(language)
  const example = `${letters[letters.length - 1]}f3`
  return problemOf('notation', reason('unreadable', { text: clipped(text), letters, example }))
}

/** The problem of a shape that is not exactly one legal move. */
export function explainIllegal(p: Position, text: string, shape: Shape): Problem {
  if (resolve(p, shape) === SEVERAL_MOVES) return explainSeveral(p, text, shape)
  if (shapePromotion(shape) === null && resolve(p, withQueen(shape)) !== NO_MOVE)
    return problemOf('promotion', reason('no-promotion-piece', { text: clipped(text) }))
  return problemOf('illegal', reason('illegal-here', { text: clipped(text), why: illegalReason(p, shape) }))
}

const roleIn = (shape: Shape): Remark | string => {
  const name = ROLE_NAMES[shapeRole(shape)] ?? null
  return name === null ? 'piece' : reason(name)
}

function explainSeveral(p: Position, text: string, shape: Shape): Problem {
  const from = fittingMoves(p, shape).map((move) => nameOf(moveFrom(move)))
  const squares = [...new Set(from)].join(', ')
  return problemOf('ambiguous', reason('ambiguous', { text: clipped(text), piece: roleIn(shape), squares }))
}

function illegalReason(p: Position, shape: Shape): Remark {
  const side = reason(`${turnOf(p)}-lower`)
  const castling = shapeCastling(shape)
  if (castling !== null) return reason('may-not-castle', { side, way: reason(castling) })
  const piece = roleIn(shape)
  const place = originIn(shape)
  if (shapeToRank(shape) < 0) return reason('no-pawn-captures', { side, place })
  const to = shapeTo(shape)
  const from = shapeFrom(shape)
  const promotion = shapePromotion(shape)
  const role = shapeRole(shape)
  if (from >= 0) {
    const found = pieceAt(p, from) & 7
    if (role === 0 || found === 0 || found === role) return illegalityOf(p, from, to, promotion).why
    return reason('none-there', { piece, square: nameOf(from) })
  }
  const named = namedPieces(p, shape, to)
  const able = named.filter((square) => canReach(p, square, to))
  const [only] = able.length > 0 ? able : named
  if (only === undefined) return reason('none-to-go', { side, piece, place, to: nameOf(to) })
  // Of several that may be meant and cannot go there, all fail alike.
  if (able.length === 0 && named.length > 1)
    return reason('none-can-go', { side, piece, place, to: nameOf(to) })
  const { why } = illegalityOf(p, only, to, promotion)
  if (NAMES_ITS_PIECE.has(why.code)) return why
  return reason('of-piece', { why, piece, square: nameOf(only) })
}

function originIn(shape: Shape): Remark | string {
  const file = shapeFromFile(shape)
  const rank = shapeFromRank(shape)
  if (file >= 0 && rank >= 0) return reason('on-square', { square: nameOf(rank * 8 + file) })
  if (file >= 0) return reason('on-file', { file: nameOf(file).charAt(0) })
  return rank >= 0 ? reason('on-rank', { n: rank + 1 }) : ''
}
