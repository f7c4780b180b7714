/** Writing positions down: FEN with `KQkq` in a standard game, Shredder letters in Chess960. */

import { fullmoveNumber, halfmoveClock, type Position } from './position.ts'
import { nameOf } from './squares.ts'

const LETTERS = ['', 'P', 'N', 'B', 'R', 'Q', 'K', '', '', 'p', 'n', 'b', 'r', 'q', 'k']

/** Texts of ranks, by hash of their eight pieces: games have the same ranks over and over. */
const SLOT_BITS = 12
const ranks = new Int32Array(1 << SLOT_BITS)
const texts: string[] = new Array<string>(1 << SLOT_BITS).fill('8')

/** Eight pieces of four bits, the first of the rank lowest. */
function rankText(pieces: number): string {
  const slot = Math.imul(pieces, 0x9e3779b1) >>> (32 - SLOT_BITS)
  if (ranks[slot] === pieces) return texts[slot]!
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
  if (empty > 0) text += empty
  ranks[slot] = pieces
  texts[slot] = text
  return text
}

/** The first field of a FEN: what stands on the board. */
export function writePlacement(p: Position): string {
  const { board } = p
  let text = ''
  for (let rank = 56; rank >= 0; rank -= 8) {
    let pieces = 0
    for (let file = 7; file >= 0; file--) pieces = (pieces << 4) | board[rank + file]!
    text += rankText(pieces)
    if (rank > 0) text += '/'
  }
  return text
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

const RIGHTS = Array.from(
  { length: 16 },
  (_, rights) => [...'KQkq'].filter((_, right) => rights & (1 << right)).join('') || '-',
)

const writeRights = (p: Position): string => (p.chess960 ? writeRookFiles(p) : RIGHTS[p.rights & 15]!)

/** All six fields; a square in the fourth only when a capture in passing there is legal. */
export function writeFen(p: Position): string {
  const passing = p.passing < 0 ? '-' : nameOf(p.passing)
  return `${writePlacement(p)} ${p.turn === 0 ? 'w' : 'b'} ${writeRights(p)} ${passing} ${halfmoveClock(p)} ${fullmoveNumber(p)}`
}
