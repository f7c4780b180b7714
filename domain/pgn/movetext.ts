/** The movetext in one pass over its characters: what nearly every token is, read at once; the rest token by token. */
import { beginsPlainMove, found, readPlainMove } from './move-words.ts'
import { type Draft, dueNumber, MOST_MOVES, takeTimes } from './open-game.ts'
import { gameOf, MORE, type Reading } from './reading.ts'
import { readToken } from './tokens.ts'

const LINE_FEED = 10
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
  const { moves } = draft
  let { at: i, line } = reading
  while (i < length) {
    const code = codes[i]!
    if (code <= 32) {
      if (code === LINE_FEED) {
        line++
        if (i === 0 ? reading.fresh : codes[i - 1] === LINE_FEED) reading.blank = true
      }
      i++
      continue
    }
    let end = i
    if (beginsPlainMove(code)) {
      if (moves.length < MOST_MOVES) end = readPlainMove(codes, i)
      if (end > i) moves.addPacked(found.low, found.high, line)
    } else if (code === OPEN_BRACE) end = takeTimes(draft, codes, i, line)
    else end = plainNumber(codes, i, draft)
    if (end === i) break
    i = end
    reading.blank = false
  }
  reading.at = i
  reading.line = line
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
  const next = codes[end + 1]!
  if (next !== DOT) return next <= 122 ? end + 1 : i
  const black = ((draft.moves.length + (draft.blackFirst ? 1 : 0)) & 1) === 1
  if (!black || codes[end + 2] !== DOT) return i
  const last = codes[end + 3]!
  return last <= 122 && last !== DOT ? end + 3 : i
}
