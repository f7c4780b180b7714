/** Finds the legal moves that the shape of a written text fits. */
import {
  castlingSide,
  fileOf,
  findLegal,
  generate,
  isCapture,
  isCastling,
  MAX_MOVES,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  type Position,
  pieceAt,
  rankOf,
  turnOf,
} from '../chess/index.ts'
import { NO_MOVE, pawnMoveTo, pieceMoveTo, SEVERAL_MOVES } from './moves-to-square.ts'
import { normalizeMoveText } from './normalize.ts'
import {
  readShape,
  type Shape,
  shapeCaptures,
  shapeCastling,
  shapeFrom,
  shapeFromFile,
  shapeFromRank,
  shapePromotedRole,
  shapePromotion,
  shapeRole,
  shapeTo,
  shapeToFile,
  shapeToRank,
  UNREADABLE,
} from './shape.ts'

const PAWN = 1
const BLACK = 8

/** The shape of a text in any form and in the letters of a language; `UNREADABLE` where it names no move. */
export function shapeOf(text: string, language: string): Shape {
  const shape = language === 'en' ? readShape(text) : UNREADABLE
  if (shape !== UNREADABLE) return shape
  const tidied = normalizeMoveText(text, language)
  return tidied === null ? UNREADABLE : readShape(tidied)
}

const scratch = new Int32Array(MAX_MOVES)

/** The only legal move that a shape fits; `NO_MOVE` or `SEVERAL_MOVES` otherwise. */
export function resolve(p: Position, shape: Shape): Move | typeof NO_MOVE | typeof SEVERAL_MOVES {
  const role = shapeRole(shape)
  const toRank = shapeToRank(shape)
  const file = shapeFromFile(shape)
  const rank = shapeFromRank(shape)
  if (file >= 0 && rank >= 0) return resolveLong(p, shape)
  if (toRank < 0) return resolveByList(p, shape)
  const to = toRank * 8 + shapeToFile(shape)
  if (role !== PAWN) return pieceMoveTo(p, role | (turnOf(p) === 'white' ? 0 : BLACK), to, file, rank)
  const captures = file >= 0 ? file !== fileOf(to) : shapeCaptures(shape)
  // En passant, or `xd5`, which leaves the file open.
  if (captures && (file < 0 || pieceAt(p, to) === 0)) return resolveByList(p, shape)
  return pawnMoveTo(p, to, file, rank, shapePromotedRole(shape))
}

/** The same by trying all legal moves: for castling, and where the shape names no square of arrival. */
function resolveByList(p: Position, shape: Shape): Move | typeof NO_MOVE | typeof SEVERAL_MOVES {
  const count = generate(p, scratch)
  let found = NO_MOVE
  const castling = shapeCastling(shape)
  for (let i = 0; i < count; i++) {
    const move = scratch[i]!
    if (castling === null ? !fitsShape(p, move, shape) : castlingSide(move) !== castling) continue
    if (found >= 0) return SEVERAL_MOVES
    found = move
  }
  return found
}

/** Both squares are named; castling may be written so too, as the king's two steps or onto the rook. */
function resolveLong(p: Position, shape: Shape): Move | typeof NO_MOVE {
  const from = shapeFrom(shape)
  const role = shapeRole(shape)
  if (role !== 0 && (pieceAt(p, from) & 7) !== role) return NO_MOVE
  return findLegal(p, from, shapeTo(shape), shapePromotion(shape)) ?? NO_MOVE
}

function fitsShape(p: Position, move: Move, shape: Shape): boolean {
  const to = moveTo(move)
  const from = moveFrom(move)
  const role = shapeRole(shape)
  if (fileOf(to) !== shapeToFile(shape) || (pieceAt(p, from) & 7) !== role || isCastling(move)) return false
  const toRank = shapeToRank(shape)
  if (toRank >= 0 && rankOf(to) !== toRank) return false
  const file = shapeFromFile(shape)
  if (file >= 0 && fileOf(from) !== file) return false
  const rank = shapeFromRank(shape)
  if (rank >= 0 && rankOf(from) !== rank) return false
  if (role !== PAWN) return true
  if (movePromotion(move) !== shapePromotion(shape)) return false
  // A pawn's square alone is a step forward; a capture names its file, or at least says that it is one.
  return file >= 0 || isCapture(move) === shapeCaptures(shape)
}

/** All legal moves that a shape without its square of departure fits. */
export function fittingMoves(p: Position, shape: Shape): Move[] {
  const count = generate(p, scratch)
  return [...scratch.subarray(0, count)].filter((move) => fitsShape(p, move, shape))
}
