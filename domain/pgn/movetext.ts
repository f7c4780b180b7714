/** The movetext in one pass over its characters: what nearly every token is, read at once; the rest token by token. */
import { addMove, type Draft, dueNumber, takeTimes } from './open-game.ts'
import { atLineStart, gameOf, MORE, type Reading } from './reading.ts'
import { readToken } from './tokens.ts'

/** Characters of moves as programs write them: `Nbxd7+`, `e8=Q#`, `O-O`. Anything else goes the careful way. */
const PLAIN = new Uint8Array(128)
for (const char of 'abcdefgh12345678KQRBNOx+#=-') PLAIN[char.charCodeAt(0)] = 1
/** With what such a move begins. */
const FIRST = new Uint8Array(128)
for (const char of 'abcdefghKQRBNO') FIRST[char.charCodeAt(0)] = 1
const LONGEST_PLAIN = 7

/**
 * Reads on in the open game until its marker, the next game's tags or the end of the text; false when the token at
 * `reading.at` is not all there.
 */
export function readMovetext(reading: Reading): boolean {
  const { text } = reading
  const length = text.length
  while (reading.inMoves && reading.at < length) {
    const draft = gameOf(reading)
    const i = readPlain(reading, draft, reading.at)
    reading.at = i
    if (i === length) return true
    const next = readToken(reading, draft, text.charCodeAt(i), i)
    if (next === MORE) return false
    reading.at = next
    if (reading.inMoves) reading.blank = false
  }
  return true
}

/** Reads blanks, due move numbers, plain moves and comments of clock times as far as they go; says where that is. */
function readPlain(reading: Reading, draft: Draft, i: number): number {
  const { text } = reading
  const length = text.length
  while (i < length) {
    const code = text.charCodeAt(i)
    if (code <= 32) {
      if (code === 10) {
        reading.line++
        if (atLineStart(reading, i)) reading.blank = true
      }
      i++
      continue
    }
    const next =
      code >= 49 && code <= 57
        ? plainNumber(text, i, dueNumber(draft))
        : code === 123
          ? takeTimes(draft, text, i, reading.line)
          : code < 128 && FIRST[code] === 1
            ? plainMove(text, i)
            : i
    if (next === i) return i
    if (code > 57 && code !== 123) addMove(draft, text.slice(i, next), reading.line)
    i = next
    reading.blank = false
  }
  return i
}

/** Behind a number that is the one due, with one dot and something after it; `i` itself for any other. */
function plainNumber(text: string, i: number, due: number): number {
  let end = i
  let number = 0
  let code = text.charCodeAt(end)
  while (code >= 48 && code <= 57) {
    number = number * 10 + code - 48
    code = text.charCodeAt(++end)
  }
  return code === 46 && number === due && text.charCodeAt(end + 1) !== 46 && end + 1 < text.length
    ? end + 1
    : i
}

/** Behind a plain move that a blank or a line's end follows; `i` itself for any other word. */
function plainMove(text: string, i: number): number {
  let end = i + 1
  let code = text.charCodeAt(end)
  while (code < 128 && PLAIN[code] === 1) code = text.charCodeAt(++end)
  if (!(code <= 32) || end - i < 2 || end - i > LONGEST_PLAIN) return i
  // `Kg2-0-1` or `Nf31-0`: a marker glued to the move.
  return text.charCodeAt(end - 2) === 45 && text.charCodeAt(end - 1) < 58 ? i : end
}
