/** The castling field of a FEN: `KQkq`, X-FEN (`K` is the outermost rook, letters name others) and Shredder (`HAha`). */

import { type CastlingSetup, castlingSetup, STANDARD_CASTLING } from './castling.ts'
import { pieceFor, ROLES, type SideIndex } from './pieces.ts'
import type { Square } from './squares.ts'

export interface CastlingRead {
  readonly setup: CastlingSetup
  readonly rights: number
  readonly chess960: boolean
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

const SIDES = ['White', 'Black'] as const

/**
 * Reads the field against the board it belongs to. A right needs its king and rook on the first rank of their side;
 * the error says which is missing.
 */
export function readCastling(
  board: Uint8Array,
  text: string,
  chess960: boolean | undefined,
): Read<CastlingRead> {
  const kings = [-1, -1]
  const rooks = [-1, -1, -1, -1]
  let shredder = false
  if (text !== '-') {
    if (!/^[A-Ha-hKQkq]{1,8}$/.test(text)) {
      return {
        ok: false,
        error: `${JSON.stringify(text.slice(0, 40))} is not "-" nor letters of KQkq or A–H and a–h`,
      }
    }
    for (const letter of text) {
      const upper = letter.toUpperCase()
      const side: SideIndex = letter === upper ? 0 : 1
      const king = castlingKing(board, side)
      if (king < 0)
        return { ok: false, error: `"${letter}" needs a ${SIDES[side]} king on ${SIDES[side]}'s first rank` }
      if (upper !== 'K' && upper !== 'Q') shredder = true
      const rook = castlingRook(board, side, king, upper)
      if (rook < 0)
        return { ok: false, error: `"${letter}" needs a rook of ${SIDES[side]}'s ${whichRook(upper)}` }
      const right = (side << 1) | (rook > king ? 0 : 1)
      if (rooks[right]! >= 0 && rooks[right] !== rook) {
        return { ok: false, error: `"${text}" names two rooks on the same side of ${SIDES[side]}'s king` }
      }
      kings[side] = king
      rooks[right] = rook
    }
  }
  let rights = 0
  let usual = true
  for (let right = 0; right < 4; right++) {
    if (rooks[right]! < 0) continue
    rights |= 1 << right
    if (rooks[right] !== STANDARD_CASTLING.rooks[right]) usual = false
    if (kings[right >> 1] !== STANDARD_CASTLING.kings[right >> 1]) usual = false
  }
  if (chess960 === false && !usual) {
    return {
      ok: false,
      error: `"${text}" belongs to a king or rook off its usual square; this is no Chess960 game`,
    }
  }
  const setup = usual ? STANDARD_CASTLING : castlingSetup(kings, rooks)
  return { ok: true, value: { setup, rights, chess960: chess960 ?? (shredder || !usual) } }
}

/** The king on its side's first rank; of several there the one on the e-file, else the first. */
function castlingKing(board: Uint8Array, side: SideIndex): Square {
  const first = side * 56
  const king = pieceFor(side, ROLES.KING)
  if (board[first + 4] === king) return first + 4
  const file = board.subarray(first, first + 8).indexOf(king)
  return file < 0 ? -1 : first + file
}

/** The rook meant by K, Q (the outermost on that side of the king) or a file's letter; -1 if it is not there. */
function castlingRook(board: Uint8Array, side: SideIndex, king: Square, letter: string): Square {
  const first = side * 56
  const rook = pieceFor(side, ROLES.ROOK)
  if (letter === 'K') {
    for (let square = first + 7; square > king; square--) if (board[square] === rook) return square
    return -1
  }
  if (letter === 'Q') {
    for (let square = first; square < king; square++) if (board[square] === rook) return square
    return -1
  }
  const square = first + letter.charCodeAt(0) - 65
  return board[square] === rook ? square : -1
}

function whichRook(letter: string): string {
  if (letter === 'K') return "on the first rank, on the h-file's side of the king"
  if (letter === 'Q') return "on the first rank, on the a-file's side of the king"
  return `on ${letter.toLowerCase()} of the first rank`
}
