/** Finds why a move is not legal. */

import type { Castling, Promotion } from '../../events/vocabulary.ts'
import { type Remark, reason, reasonInEnglish } from '../reasons.ts'
import { bishopHi, bishopLineAttacks, bishopLo, rookHi, rookLineAttacks, rookLo } from './lines.ts'
import { type Piece, ROLES } from './pieces.ts'
import type { Position } from './position.ts'
import { fileOf, nameOf, rankOf, type Square } from './squares.ts'
import { TABLES } from './tables.ts'

const { PAWN, KNIGHT, BISHOP, ROOK, KING } = ROLES
const PIECE_NAMES = [null, 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const

/** What makes a move illegal: one name for each paragraph of Article 3 that can. */
export type IllegalityKind =
  | 'no-piece'
  | 'not-on-move'
  | 'castling'
  | 'own-piece'
  | 'king-capture'
  | 'piece-movement'
  | 'pawn-movement'
  | 'en-passant'
  | 'king-movement'
  | 'promotion'
  | 'king-attacked'

export interface Illegality {
  readonly kind: IllegalityKind
  /** One clause that names the squares. It cites no article, whose number depends on the edition: the verdict does. */
  readonly why: Remark
}

/** Why `findLegal` does not find a move: the first rule that forbids it. */
export function illegalityOf(
  p: Position,
  from: Square,
  to: Square,
  promotion: Promotion | null,
  castling: Castling | null = null,
): Illegality {
  const piece = p.board[from] ?? 0
  const own = p.turn << 3
  if (piece === 0) return { kind: 'no-piece', why: reason('no-piece', { square: nameOf(from) }) }
  const name = reason(PIECE_NAMES[(piece & 7) as 1 | 2 | 3 | 4 | 5 | 6])
  if ((piece & 8) !== own) {
    const [owner, side] = own ? (['white', 'black'] as const) : (['black', 'white'] as const)
    const why = reason('not-on-move', {
      piece: name,
      square: nameOf(from),
      owner: reason(owner),
      side: reason(side),
    })
    return { kind: 'not-on-move', why }
  }
  const target = p.board[to]!
  if (castling !== null || looksLikeCastling(piece, target, from, to))
    return { kind: 'castling', why: reason('no-castling-here') }
  if (target !== 0 && (target & 8) === own)
    return { kind: 'own-piece', why: reason('own-piece', { square: nameOf(to) }) }
  if ((target & 7) === KING) return { kind: 'king-capture', why: reason('king-capture') }
  if (!reaches(p, piece, from, to)) {
    const why = reason('not-there', { piece: name, square: nameOf(from), to: nameOf(to) })
    return { kind: movementIllegality(piece, from, to), why }
  }
  const last = (piece & 7) === PAWN && rankOf(to) === (own ? 0 : 7)
  if (last && promotion === null)
    return { kind: 'promotion', why: reason('must-promote', { square: nameOf(to) }) }
  if (!last && promotion !== null)
    return { kind: 'promotion', why: reason('no-promotion', { square: nameOf(to) }) }
  return { kind: 'king-attacked', why: reason('own-king') }
}

/** One clause for a move that `findLegal` does not find, naming the squares. */
export const whyIllegal = (...move: Parameters<typeof illegalityOf>): string =>
  reasonInEnglish(illegalityOf(...move).why)

/** A pawn that moves diagonally from the rank on which enemy double steps end was meant to capture en passant. */
function movementIllegality(piece: Piece, from: Square, to: Square): IllegalityKind {
  if ((piece & 7) === KING) return 'king-movement'
  if ((piece & 7) !== PAWN) return 'piece-movement'
  const onEnPassantRanks =
    rankOf(from) === (piece === PAWN ? 4 : 3) && rankOf(to) === (piece === PAWN ? 5 : 2)
  return onEnPassantRanks && Math.abs(fileOf(from) - fileOf(to)) === 1 ? 'en-passant' : 'pawn-movement'
}

/** Whether a king goes two squares along its rank, or onto its own rook. */
function looksLikeCastling(piece: Piece, target: Piece, from: Square, to: Square): boolean {
  if ((piece & 7) !== KING || rankOf(from) !== rankOf(to)) return false
  return target === (ROOK | (piece & 8)) || Math.abs(fileOf(from) - fileOf(to)) === 2
}

/** Whether a piece of this kind can go there, king safety disregarded. */
function reaches(p: Position, piece: Piece, from: Square, to: Square): boolean {
  if ((piece & 7) === PAWN) return pawnReaches(p, piece, from, to)
  const occLo = p.bits[0]! | p.bits[16]!
  const occHi = p.bits[1]! | p.bits[17]!
  const upper = to >= 32
  let reached = 0
  switch (piece & 7) {
    case KNIGHT:
      reached = upper ? TABLES.knightHi[from]! : TABLES.knightLo[from]!
      break
    case KING:
      reached = upper ? TABLES.kingHi[from]! : TABLES.kingLo[from]!
      break
    default:
      if ((piece & 7) !== ROOK)
        reached |= upper
          ? bishopHi(from, bishopLineAttacks(from, occLo, occHi))
          : bishopLo(from, bishopLineAttacks(from, occLo, occHi))
      if ((piece & 7) !== BISHOP)
        reached |= upper
          ? rookHi(from, rookLineAttacks(from, occLo, occHi))
          : rookLo(from, rookLineAttacks(from, occLo, occHi))
  }
  return (reached & (1 << to)) !== 0
}

function pawnReaches(p: Position, piece: Piece, from: Square, to: Square): boolean {
  const step = piece === PAWN ? 8 : -8
  if (to === from + step) return p.board[to] === 0
  if (to === from + 2 * step) {
    return rankOf(from) === (piece === PAWN ? 1 : 6) && p.board[from + step] === 0 && p.board[to] === 0
  }
  const isDiagonal = Math.abs(fileOf(from) - fileOf(to)) === 1 && rankOf(to) === rankOf(from + step)
  return isDiagonal && (p.board[to] !== 0 || to === p.enPassant)
}
