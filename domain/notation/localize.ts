/** Writes the text of a move in the piece letters of another language. */
import type { Language } from './languages.ts'
import { pieceLettersIn, ROLE_LETTERS } from './languages.ts'

/** SAN in English letters, with the piece letter and that of the promotion in `language`. */
export function localizeSan(san: string, language: Language): string {
  const written = pieceLettersIn(language)?.written ?? ROLE_LETTERS
  const letter = (english: string): string => written[ROLE_LETTERS.indexOf(english as 'N')] || english
  return san
    .replace(/^[NBRQK]/, (english) => letter(english))
    .replace(/=([NBRQ])/, (_, english: string) => `=${letter(english)}`)
}
