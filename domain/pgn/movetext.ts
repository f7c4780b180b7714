/** The movetext in one pass over its characters: what nearly every token is, read at once; the rest token by token. */
import { readPlainRun } from './plain-run.ts'
import { gameOf, MORE, type Reading } from './reading.ts'
import { readToken } from './tokens.ts'

/**
 * Reads on in the open game until its marker, the next game's tags or the end of the text; false when the token at
 * `reading.at` is not all there.
 */
export function readMovetext(reading: Reading): boolean {
  const { text } = reading
  while (reading.inMoves && reading.at < text.length) {
    const draft = gameOf(reading)
    readPlainRun(reading, draft)
    if (reading.at === text.length || !reading.inMoves) return true
    const next = readToken(reading, draft, text.charCodeAt(reading.at), reading.at)
    if (next === MORE) return false
    reading.at = next
    if (reading.inMoves) reading.blank = false
  }
  return true
}
