/** The piece letters of the languages in which moves are written (Appendix C.2, C.3). */

/**
 * Serbian (`sr`) is written in Latin and in Cyrillic letters, both are read. English first; the others in the order
 * in which a text of unknown language may be tried.
 */
export const LANGUAGES = [
  'en',
  'sl',
  'sk',
  'sr',
  'pl',
  'de',
  'fr',
  'es',
  'nl',
  'ru',
  'cs',
  'hr',
  'hu',
  'it',
  'pt',
] as const
export type Language = (typeof LANGUAGES)[number]

/** Roles by number, as pieces have them: 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king. */
export const ROLE_LETTERS = ['', 'P', 'N', 'B', 'R', 'Q', 'K'] as const

/**
 * Letters of pawn, knight, bishop, rook, queen, king; a pawn has one for `Pe4`, which only some write, and `-` where it
 * would be another piece's. Sources: the Slovak, Serbian and Slovene Laws (C.2) for theirs; the PGN standard, 8.2.3.2,
 * for most others.
 */
const LETTER_SETS: Readonly<Record<Language, readonly string[]>> = {
  en: ['P N B R Q K'],
  sl: ['P S L T D K'],
  sk: ['P J S V D K'],
  sr: ['P S L T D K', 'П С Л Т Д К'],
  pl: ['P S G W H K'],
  de: ['B S L T D K'],
  fr: ['P C F T D R'],
  es: ['P C A T D R'],
  nl: ['- P L T D K'],
  ru: ['П К С Л Ф Кр'],
  cs: ['P J S V D K'],
  hr: ['P S L T D K'],
  hu: ['G H F B V K'],
  it: ['P C A T D R'],
  pt: ['P C B T D R'],
}

interface Letters {
  /** By role, as written; `''` for the pawn. */
  readonly written: readonly string[]
  /** English letter of each letter read; `Кр` comes as one. */
  readonly read: ReadonlyMap<string, string>
}

function lettersOf(sets: readonly string[]): Letters {
  const read = new Map<string, string>()
  for (const set of sets) {
    for (const [index, letter] of set.split(' ').entries()) {
      if (letter !== '-') read.set(letter, ROLE_LETTERS[index + 1]!)
    }
  }
  return { written: ['', '', ...sets[0]!.split(' ').slice(1)], read }
}

const LETTERS: ReadonlyMap<string, Letters> = new Map(
  LANGUAGES.map((code) => [code, lettersOf(LETTER_SETS[code])]),
)

/** The letters of a language by its code, undefined for one that is not known. */
export const pieceLettersIn = (language: string): Letters | undefined => LETTERS.get(language)

/** The piece letters as a sentence has them: `K Q R B N`. */
export const letterList = (language: string): string =>
  [...(pieceLettersIn(language)?.written ?? [])].slice(2).reverse().join(' ')
