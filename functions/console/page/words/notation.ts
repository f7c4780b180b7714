/** Moves in the letters of the reader's language, and in the words of Appendix D. */
import { parseFen, parseUci } from '../../../../domain/chess/index.ts'
import { writeSan } from '../../../../domain/notation/index.ts'
import { piecesIn } from '../../../../domain/notation/languages.ts'
import { language } from './words.ts'

const ENGLISH = ['', 'P', 'N', 'B', 'R', 'Q', 'K']

/** SAN in English letters → in those of the page's language. */
export function localSan(san: string, code: string = language.value): string {
  const letters = piecesIn(code)?.written
  if (code === 'en' || letters === undefined) return san
  return san.replaceAll(/[NBRQK]/g, (letter) => letters[ENGLISH.indexOf(letter)] ?? letter)
}

/** A move as a machine writes it (`g1f3`) in the notation of the page's language; itself where it is no legal move of the position. */
export function notationOf(fen: string, uci: string): string {
  const position = parseFen(fen)
  if (!position.ok) return uci
  const move = parseUci(position.value, uci)
  return move.ok ? localSan(writeSan(position.value, move.value)) : uci
}

const SPOKEN_FILES: Readonly<Record<string, string>> = {
  a: 'Anna',
  b: 'Bella',
  c: 'Cesar',
  d: 'David',
  e: 'Eva',
  f: 'Felix',
  g: 'Gustav',
  h: 'Hector',
}
const SPOKEN_RANKS = ['', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht']
const SPOKEN_MEN: Readonly<Record<string, string>> = {
  K: 'König',
  Q: 'Dame',
  R: 'Turm',
  B: 'Läufer',
  N: 'Springer',
  P: 'Bauer',
}

const spokenSquare = (square: string): string =>
  `${SPOKEN_FILES[square.charAt(0)] ?? ''} ${SPOKEN_RANKS[Number(square.charAt(1))] ?? ''}`

/**
 * A move as it is announced where a player cannot see (Appendix D.2.1): `Springer Gustav eins Felix drei`,
 * `lange Rochade`. The words are those of the Laws, whatever the page's language.
 */
export function announced(san: string, uci: string): string {
  if (san.startsWith('O-O-O')) return 'lange Rochade'
  if (san.startsWith('O-O')) return 'kurze Rochade'
  const man = SPOKEN_MEN[/^[KQRBN]/.exec(san)?.[0] ?? 'P'] ?? ''
  const promotion = uci.charAt(4)
  const takes = san.includes('x') ? 'schlägt ' : ''
  const becomes = promotion === '' ? '' : ` ${SPOKEN_MEN[promotion.toUpperCase()] ?? ''}`
  return `${man} ${spokenSquare(uci.slice(0, 2))} ${takes}${spokenSquare(uci.slice(2, 4))}${becomes}`
}
