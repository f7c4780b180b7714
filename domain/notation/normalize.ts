/** Rewrites move texts of any language with the letters and signs that `readShape` reads. */
import { pieceLettersIn } from './languages.ts'

/** A longer text is no move; the limit also bounds what the patterns below may cost. */
const MAX_MOVE_TEXT_LENGTH = 40

/** White and black figurines, king to pawn (U+2654 to U+265F). */
const FIGURINES = 'KQRBNPKQRBNP'

/** Signs that do not determine the move: check, mate, annotation, `e.p.`, a draw offer (C.12, C.13). */
const TRAILING_SIGN = /(?:[+#†‡!?‼⁇⁈⁉⁺=]|\(=\)|\(?e\.?p\.?\)?|\.)$/

const SIGNS: ReadonlyMap<string, string> = new Map([
  ...[...'–—‐‑‒−'].map((sign) => [sign, '-'] as const),
  ...[...'×✕⨯хХX'].map((sign) => [sign, 'x'] as const),
  // Castling in letters of Cyrillic and of Greek.
  ...[...'ОоΟο'].map((sign) => [sign, 'O'] as const),
  // Files typed on a Cyrillic keyboard.
  ...[...'асе'].map((file, index) => [file, 'ace'[index]!] as const),
])

/**
 * The text in English letters without such signs; null when it has a letter that the language does not have, or is too long to be
 * a move.
 */
export function normalizeMoveText(text: string, language: string): string | null {
  if (text.length > MAX_MOVE_TEXT_LENGTH) return null
  let rest = text.replace(/\s+|\ufe0e|\ufe0f/g, '')
  while (TRAILING_SIGN.test(rest)) rest = rest.replace(TRAILING_SIGN, '')
  // A capture sign at the end, `ed:`, as older books have it.
  if (rest.endsWith(':')) rest = rest.slice(0, -1)
  const letters = pieceLettersIn(language)
  if (letters === undefined) return null
  let normalized = ''
  for (let i = 0; i < rest.length; i++) {
    const two = letters.read.get(rest.slice(i, i + 2))
    if (two !== undefined && rest.length > i + 1) {
      normalized += two
      i++
      continue
    }
    const char = normalizeMoveChar(rest[i]!, letters.read)
    if (char === null) return null
    normalized += char
  }
  return normalized
}

function normalizeMoveChar(char: string, read: ReadonlyMap<string, string>): string | null {
  const letter = read.get(char)
  if (letter !== undefined) return letter
  const figurine = char.charCodeAt(0) - 0x2654
  if (figurine >= 0 && figurine < FIGURINES.length) return FIGURINES[figurine]!
  const sign = SIGNS.get(char)
  if (sign !== undefined) return sign
  // A promotion in small letters (`e7e8q`) is UCI's and English in any language; other capitals are not this language's.
  return /[a-hoqrn0-8xO:=/()-]/.test(char) ? char : null
}
