/** Finds the piece and the square that a move text names, where it need not be a legal move. */
import type { Castling, Promotion } from '../../events/vocabulary.ts'
import { fileOf, type Position, pieceAt, rankOf, type Square, sideOf, turnOf } from '../chess/index.ts'
import { findReachers, foundReachers } from './reach.ts'
import {
  type Shape,
  shapeCaptures,
  shapeCastling,
  shapeFrom,
  shapeFromFile,
  shapeFromRank,
  shapePromotion,
  shapeRole,
  shapeTo,
  shapeToRank,
} from './shape.ts'

const PAWN = 1
const KING = 6
const BLACK = 8

export interface MoveByHand {
  readonly from: Square
  readonly to: Square
  readonly promotion: Promotion | null
  readonly castling: Castling | null
}

/** The one piece and the one square that a shape names; null where it names fewer or more. */
export function moveByHandOf(p: Position, shape: Shape): MoveByHand | null {
  const castling = shapeCastling(shape)
  if (castling !== null) return castlingByHand(p, castling)
  if (shapeToRank(shape) < 0) return null
  const to = shapeTo(shape)
  const from = pieceNamed(p, shape, to)
  if (from === null || from === to) return null
  return { from, to, promotion: shapePromotion(shape), castling: null }
}

/** Castling names the king of the side to move, and the square on the c- or g-file of its rank. */
function castlingByHand(p: Position, castling: Castling): MoveByHand | null {
  const kings = squaresOf(p, KING | (turnOf(p) === 'white' ? 0 : BLACK))
  if (kings.length !== 1) return null
  const from = kings[0]!
  const to = rankOf(from) * 8 + (castling === 'king-side' ? 6 : 2)
  return { from, to, promotion: null, castling }
}

function pieceNamed(p: Position, shape: Shape, to: Square): Square | null {
  const from = shapeFrom(shape)
  if (from >= 0) {
    const piece = pieceAt(p, from)
    const role = shapeRole(shape)
    return piece === 0 || (role !== 0 && (piece & 7) !== role) ? null : from
  }
  const named = namedPieces(p, shape, to)
  const able = named.filter((square) => canReach(p, square, to))
  if (able.length === 1) return able[0]!
  return able.length === 0 && named.length === 1 ? named[0]! : null
}

/** The pieces of the side to move that the letter and the square of departure, as far as it is given, may mean. */
export function namedPieces(p: Position, shape: Shape, to: Square): Square[] {
  const role = shapeRole(shape)
  const file = shapeFromFile(shape)
  const rank = shapeFromRank(shape)
  return squaresOf(p, role | (turnOf(p) === 'white' ? 0 : BLACK)).filter((square) => {
    if (square === to || (file >= 0 && fileOf(square) !== file)) return false
    if (rank >= 0 && rankOf(square) !== rank) return false
    return role !== PAWN || file >= 0 || mayBePawnOf(p, square, to, shapeCaptures(shape))
  })
}

/** A pawn's text without its file names a pawn behind the square: on the same file, or for `xd5` on one beside it. */
function mayBePawnOf(p: Position, square: Square, to: Square, captures: boolean): boolean {
  const ahead = turnOf(p) === 'white' ? rankOf(to) - rankOf(square) : rankOf(square) - rankOf(to)
  return ahead > 0 && Math.abs(fileOf(square) - fileOf(to)) === (captures ? 1 : 0)
}

/** Whether a piece could go to a square as its kind moves, king safety aside. */
export function canReach(p: Position, from: Square, to: Square): boolean {
  const piece = pieceAt(p, from)
  if ((piece & 7) === PAWN) return pawnReaches(p, from, to)
  const count = findReachers(p, piece, to)
  return foundReachers.subarray(0, count).includes(from)
}

function pawnReaches(p: Position, from: Square, to: Square): boolean {
  const white = sideOf(pieceAt(p, from)) === 'white'
  const ahead = white ? rankOf(to) - rankOf(from) : rankOf(from) - rankOf(to)
  if (Math.abs(fileOf(from) - fileOf(to)) === 1) return ahead === 1 && pieceAt(p, to) !== 0
  if (fileOf(from) !== fileOf(to) || pieceAt(p, to) !== 0) return false
  const start = white ? 1 : 6
  return ahead === 1 || (ahead === 2 && rankOf(from) === start && pieceAt(p, (from + to) >> 1) === 0)
}

function squaresOf(p: Position, piece: number): Square[] {
  const found: Square[] = []
  for (let square = 0; square < 64; square++) if (pieceAt(p, square) === piece) found.push(square)
  return found
}
