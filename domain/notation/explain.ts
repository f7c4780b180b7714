/** Why a move text is not a legal move, in a sentence that quotes it. */
import { moveFrom, nameOf, type Position, pieceAt, sideOf, turnOf } from '../chess/index.ts'
import type { Problem } from '../result.ts'
import { NO_MOVE, SEVERAL } from './backwards.ts'
import { piecesNamed, reaches } from './hands.ts'
import { LANGUAGES, letterList, piecesIn } from './languages.ts'
import { fitting, resolve } from './resolve.ts'
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

const NAMES = ['piece', 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const

const quoted = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`

/** For a text that names no move in any position. */
export function explainUnreadable(text: string, language: string): Problem {
  if (piecesIn(language) === undefined) {
    const message = `${quoted(text)} cannot be read: no piece letters of language "${language}" are known; there are ${LANGUAGES.join(' ')}`
    return { code: 'notation', message }
  }
  const letters = letterList(language)
  const message = `${quoted(text)} is no move: a piece letter (${letters}, none for a pawn) and a square are due, such as ${letters[letters.length - 1]}f3, or O-O`
  return { code: 'notation', message }
}

/** For a shape that is not exactly one legal move. */
export function explain(p: Position, text: string, shape: Shape): Problem {
  if (resolve(p, shape) === SEVERAL) return explainSeveral(p, text, shape)
  if (shapePromotion(shape) === null && resolve(p, withQueen(shape)) !== NO_MOVE) {
    const message = `${quoted(text)} names no promotion piece: =Q, =R, =B or =N is due after the square`
    return { code: 'promotion', message }
  }
  return { code: 'illegal', message: `${quoted(text)} is illegal here: ${reason(p, shape)}` }
}

function explainSeveral(p: Position, text: string, shape: Shape): Problem {
  const from = fitting(p, shape).map((move) => nameOf(moveFrom(move)))
  const name = NAMES[shapeRole(shape)]!
  const message = `${quoted(text)} is ambiguous: the ${name}s on ${[...new Set(from)].join(' and ')} may both be meant; the file or the rank moved from is due`
  return { code: 'ambiguous', message }
}

function reason(p: Position, shape: Shape): string {
  const side = turnOf(p)
  const castling = shapeCastling(shape)
  if (castling !== null) return `${side} may not castle ${castling} now`
  const name = NAMES[shapeRole(shape)]!
  const place = placeOf(shape)
  if (shapeToRank(shape) < 0) return `no ${side} pawn${place} can capture so`
  const to = shapeTo(shape)
  if (shapeFrom(shape) >= 0) return `no ${side} ${name}${place} can go to ${nameOf(to)}`
  const named = piecesNamed(p, shape, to)
  if (named.length === 0) return `there is no ${side} ${name}${place} to go to ${nameOf(to)}`
  const able = named.find((square) => reaches(p, square, to))
  if (able === undefined) return `no ${side} ${name}${place} can go to ${nameOf(to)}`
  const taken = pieceAt(p, to)
  const why =
    taken !== 0 && sideOf(taken) === side
      ? 'a piece of its own side stands there'
      : 'its king would be in check'
  return `the ${name} on ${nameOf(able)} may not go to ${nameOf(to)}: ${why}`
}

function placeOf(shape: Shape): string {
  const file = shapeFromFile(shape)
  const rank = shapeFromRank(shape)
  if (file >= 0 && rank >= 0) return ` on ${nameOf(rank * 8 + file)}`
  if (file >= 0) return ` on the ${nameOf(file)[0]}-file`
  return rank >= 0 ? ` on rank ${rank + 1}` : ''
}
