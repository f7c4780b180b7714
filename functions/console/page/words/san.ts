/** Moves in the piece letters of the reader's language. */
import { pieceLettersIn, ROLE_LETTERS } from '../../../../domain/notation/languages.ts'
import { pageLanguage } from './texts.ts'

const LETTERS: readonly string[] = ROLE_LETTERS

/** SAN with the piece letters of the page's language in place of the English ones. */
export function localSan(san: string, code: string = pageLanguage.value): string {
  const letters = pieceLettersIn(code)?.written
  if (code === 'en' || letters === undefined) return san
  return san.replaceAll(/[NBRQK]/g, (letter) => letters[LETTERS.indexOf(letter)] ?? letter)
}
