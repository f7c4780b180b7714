/** Writes a move as it is announced aloud (D.2.1): the piece, its square, the square it goes to, the promotion piece. */
import {
  castlingSide,
  isEnPassant,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  type Position,
  pieceAt,
  roleOf,
  type Square,
} from '../chess/index.ts'
import { ANNOUNCEMENT_WORDS, FILE_NAMES, type Voice } from './announcement-words.ts'

const ORDER = ['P', 'N', 'B', 'R', 'Q', 'K']

/** `Springer Gustav eins Felix drei`; German unless the arbiter decides otherwise. `parseAnnouncement` reads it back. */
export function writeAnnouncement(p: Position, move: Move, voice: Voice = 'de'): string {
  const words = ANNOUNCEMENT_WORDS[voice]
  const castling = castlingSide(move)
  if (castling !== null) return words.castling[castling]
  const nameIn = (role: string): string => words.pieces[ORDER.indexOf(role)] ?? ''
  const square = (at: Square): string => `${FILE_NAMES[at & 7]} ${words.ranks[at >> 3]}`
  const promotion = movePromotion(move)
  const takes = pieceAt(p, moveTo(move)) !== 0 || isEnPassant(move)
  return [
    nameIn(roleOf(pieceAt(p, moveFrom(move)))),
    square(moveFrom(move)),
    ...(takes ? [words.takes] : []),
    square(moveTo(move)),
    ...(promotion === null ? [] : [nameIn(promotion)]),
  ].join(' ')
}
