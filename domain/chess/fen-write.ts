/** Writes FEN: with `KQkq` in a standard game, Shredder letters in Chess960. */

import { fullmoveNumber, halfmoveClock, type Position } from './position.ts'
import { nameOf } from './squares.ts'

const LETTERS = ['', 'P', 'N', 'B', 'R', 'Q', 'K', '', '', 'p', 'n', 'b', 'r', 'q', 'k']

/**
 * Texts of two ranks each, by hash of their pieces, for each quarter of the board: a move leaves most quarters as they
 * were, and the FENs of a game share their parts in memory. An empty quarter has the hash 0, and that is what each slot
 * means before it is first written.
 */
const SLOT_BITS = 11
const stands = new Int32Array(8 << SLOT_BITS)
const texts = new Array<string>(4 << SLOT_BITS)

for (let quarter = 0; quarter < 4; quarter++) texts[quarter << SLOT_BITS] = quarter === 0 ? '8/8' : '8/8/'

/** The rank that begins at a square as a number: eight pieces of four bits, the first lowest. */
const rankAt = (board: Uint8Array, a: number): number =>
  board[a]! |
  (board[a + 1]! << 4) |
  (board[a + 2]! << 8) |
  (board[a + 3]! << 12) |
  (board[a + 4]! << 16) |
  (board[a + 5]! << 20) |
  (board[a + 6]! << 24) |
  (board[a + 7]! << 28)

function rankText(pieces: number): string {
  let text = ''
  let empty = 0
  for (let file = 0; file < 8; file++) {
    const piece = (pieces >>> (4 * file)) & 15
    if (piece === 0) {
      empty++
      continue
    }
    if (empty > 0) text += empty
    empty = 0
    text += LETTERS[piece]
  }
  return empty > 0 ? text + empty : text
}

/** The two ranks of a quarter (0 is the lowest), with the slash before the next quarter. */
function quarterText(board: Uint8Array, quarter: number): string {
  const above = rankAt(board, 16 * quarter + 8)
  const below = rankAt(board, 16 * quarter)
  const hash = (Math.imul(above, 0x9e3779b1) ^ Math.imul(below, 0x85ebca6b)) >>> (32 - SLOT_BITS)
  const slot = (quarter << SLOT_BITS) | hash
  if (stands[2 * slot] === above && stands[2 * slot + 1] === below) return texts[slot]!
  const text = `${rankText(above)}/${rankText(below)}${quarter === 0 ? '' : '/'}`
  stands[2 * slot] = above
  stands[2 * slot + 1] = below
  texts[slot] = text
  return text
}

/** The first field of a FEN: the pieces on the board. */
export function writePlacement({ board }: Position): string {
  return quarterText(board, 3) + quarterText(board, 2) + quarterText(board, 1) + quarterText(board, 0)
}

/** Castling rights by the rooks' files, as Shredder writes them: `HAha`. */
export function writeRookFiles(p: Position): string {
  let text = ''
  for (let right = 0; right < 4; right++) {
    if ((p.rights & (1 << right)) === 0) continue
    text += String.fromCharCode((p.castling.rooks[right]! & 7) + (right < 2 ? 65 : 97))
  }
  return text || '-'
}

function rightsText(rights: number): string {
  let text = ''
  for (let right = 0; right < 4; right++) if (rights & (1 << right)) text += 'KQkq'[right]
  return text || '-'
}

/** Cache of fields two to four in a standard game without an en passant square, by `turn << 4 | rights`. */
const turnTexts = new Array<string>(32)

function turnText(p: Position): string {
  const isCached = !p.chess960 && p.enPassant < 0
  const known = isCached ? turnTexts[(p.turn << 4) | p.rights] : undefined
  if (known !== undefined) return known
  const rights = p.chess960 ? writeRookFiles(p) : rightsText(p.rights)
  const text = ` ${p.turn === 0 ? 'w' : 'b'} ${rights} ${p.enPassant < 0 ? '-' : nameOf(p.enPassant)} `
  if (isCached) turnTexts[(p.turn << 4) | p.rights] = text
  return text
}

/** All six fields; a square in the fourth only when an en passant capture there is legal. */
export function writeFen(p: Position): string {
  const counts = `${halfmoveClock(p)} ${fullmoveNumber(p)}`
  return writePlacement(p) + turnText(p) + counts
}
