/** Moves in the notation of the page's language, and in the words of Appendix D. */
import { parseFen, parseUci } from '../../../../domain/chess/index.ts'
import { ANNOUNCEMENT_WORDS, FILE_NAMES } from '../../../../domain/notation/announcement-words.ts'
import { writeSan } from '../../../../domain/notation/index.ts'
import { ROLE_LETTERS } from '../../../../domain/notation/languages.ts'
import { localSan } from './san.ts'

/** A move as a machine writes it (`g1f3`) in the notation of the page's language; unchanged where it is no legal move of the position. */
export function moveNotation(fen: string, uci: string): string {
  const position = parseFen(fen)
  if (!position.ok) return uci
  const move = parseUci(position.value, uci)
  return move.ok ? localSan(writeSan(position.value, move.value)) : uci
}

/** The words of D.2.1, whatever the page's language. */
const SPOKEN = ANNOUNCEMENT_WORDS.de

const spokenSquare = (square: string): string =>
  `${FILE_NAMES[square.charCodeAt(0) - 97]} ${SPOKEN.ranks[Number(square.charAt(1)) - 1]}`

const LETTERS: readonly string[] = ROLE_LETTERS

const spokenPiece = (letter: string): string => SPOKEN.pieces[LETTERS.indexOf(letter) - 1] ?? ''

/**
 * A move as it is announced where a player cannot see (Appendix D.2.1): `Springer Gustav eins Felix drei`,
 * `lange Rochade`. Of a public state only the move's text is known, not the position before it.
 */
export function announcedMove(san: string, uci: string): string {
  if (san.startsWith('O-O-O')) return SPOKEN.castling['queen-side']
  if (san.startsWith('O-O')) return SPOKEN.castling['king-side']
  const promoted = uci.charAt(4).toUpperCase()
  return [
    spokenPiece(/^[KQRBN]/.exec(san)?.[0] ?? 'P'),
    spokenSquare(uci.slice(0, 2)),
    ...(san.includes('x') ? [SPOKEN.takes] : []),
    spokenSquare(uci.slice(2, 4)),
    ...(promoted === '' ? [] : [spokenPiece(promoted)]),
  ].join(' ')
}
