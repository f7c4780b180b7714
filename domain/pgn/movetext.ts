/** The movetext in one pass over its characters: what nearly every token is, read at once; the rest token by token. */
import { beginsPlainMove, found, readPlainMove } from './move-words.ts'
import { addPackedMove, type Draft, dueNumber, takeTimes } from './open-game.ts'
import { atLineStart, gameOf, MORE, type Reading } from './reading.ts'
import { readToken } from './tokens.ts'

const DOT = 46
const OPEN_BRACE = 123

/**
 * Reads on in the open game until its marker, the next game's tags or the end of the text; false when the token at
 * `reading.at` is not all there.
 */
export function readMovetext(reading: Reading): boolean {
  const { text } = reading
  while (reading.inMoves && reading.at < text.length) {
    const draft = gameOf(reading)
    readPlain(reading, draft)
    if (reading.at === text.length) return true
    const next = readToken(reading, draft, text.charCodeAt(reading.at), reading.at)
    if (next === MORE) return false
    reading.at = next
    if (reading.inMoves) reading.blank = false
  }
  return true
}

/** Reads blanks, due move numbers, plain moves and comments of clock times as far as they go. */
function readPlain(reading: Reading, draft: Draft): void {
  const { codes } = reading
  const { length } = reading.text
  let i = reading.at
  while (i < length) {
    const code = codes[i]!
    if (code <= 32) {
      if (code === 10) {
        reading.line++
        if (atLineStart(reading, i)) reading.blank = true
      }
      i++
      continue
    }
    if (beginsPlainMove(code)) {
      const end = readPlainMove(codes, i)
      if (end === i) break
      addPackedMove(draft, found.low, found.high, reading.line)
      i = end
    } else {
      const next =
        code === OPEN_BRACE ? takeTimes(draft, codes, i, reading.line) : plainNumber(codes, i, draft)
      if (next === i) break
      i = next
    }
    reading.blank = false
  }
  reading.at = i
}

/** Behind a number that is the one due, with its dot, or three before a move of Black; `i` itself for any other. */
function plainNumber(codes: Uint8Array, i: number, draft: Draft): number {
  let end = i
  let number = 0
  let code = codes[end]!
  while (code >= 48 && code <= 57) {
    number = number * 10 + code - 48
    code = codes[++end]!
  }
  if (code !== DOT || number === 0 || number !== dueNumber(draft)) return i
  if (codes[end + 1]! <= 122 && codes[end + 1] !== DOT) return end + 1
  const black = ((draft.moves.length + (draft.blackFirst ? 1 : 0)) & 1) === 1
  return black &&
    codes[end + 1] === DOT &&
    codes[end + 2] === DOT &&
    codes[end + 3]! <= 122 &&
    codes[end + 3] !== DOT
    ? end + 3
    : i
}
