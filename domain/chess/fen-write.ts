/** Writing positions down: FEN with `KQkq` in a standard game, Shredder letters in Chess960. */

import { fullmoveNumber, halfmoveClock, type Position } from './position.ts'
import { nameOf } from './squares.ts'

const LETTERS = ['', 'P', 'N', 'B', 'R', 'Q', 'K', '', '', 'p', 'n', 'b', 'r', 'q', 'k']

/** The first field of a FEN: what stands on the board. */
export function writePlacement(p: Position): string {
  const { board } = p
  let text = ''
  for (let rank = 56; rank >= 0; rank -= 8) {
    let empty = 0
    for (let square = rank; square < rank + 8; square++) {
      const piece = board[square]!
      if (piece === 0) {
        empty++
        continue
      }
      if (empty > 0) text += empty
      empty = 0
      text += LETTERS[piece]
    }
    if (empty > 0) text += empty
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

function writeRights(p: Position): string {
  if (p.chess960) return writeRookFiles(p)
  return [...'KQkq'].filter((_, right) => p.rights & (1 << right)).join('') || '-'
}

/** All six fields; a square in the fourth only when a capture in passing there is legal. */
export function writeFen(p: Position): string {
  const passing = p.passing < 0 ? '-' : nameOf(p.passing)
  return `${writePlacement(p)} ${p.turn === 0 ? 'w' : 'b'} ${writeRights(p)} ${passing} ${halfmoveClock(p)} ${fullmoveNumber(p)}`
}
