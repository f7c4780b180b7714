/** Moves in the piece letters of the reader's language. */
import { piecesIn, ROLE_LETTERS } from '../../../../domain/notation/languages.ts'
import { language } from './words.ts'

const LETTERS: readonly string[] = ROLE_LETTERS

/** SAN in English letters → in those of the page's language. */
export function localSan(san: string, code: string = language.value): string {
  const letters = piecesIn(code)?.written
  if (code === 'en' || letters === undefined) return san
  return san.replaceAll(/[NBRQK]/g, (letter) => letters[LETTERS.indexOf(letter)] ?? letter)
}
