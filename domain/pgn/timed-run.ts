/**
 * A run of half-moves as programs write them: the number that is due or none, a move known from before, ` { [%clk h:mm:ss] }`
 * and a blank or a line's end wherever one may be. What differs in anything is left to `readPlainRun`.
 */
import { enclosed } from '../chess/enclosed.ts'
import { digitsForm } from './clock-comment.ts'
import { LINES, MOST_LINES, WORD } from './move-list.ts'
import { bytesOf, knownPlace, lengthOf, wordIn } from './move-words.ts'
import { type Draft, MOST_MOVES } from './open-game.ts'
import { packed } from './packed.ts'
import type { Reading } from './reading.ts'

/** Reads as far as the run goes from `reading.at` on; false where it does not even begin there. */
export const readTimedRun = enclosed(() => {
  const BLANK = 32
  const DOT = 46
  const DOTS = 0x2e2e2e2e
  const ZERO = 48
  const NINE = 57
  /** What a line's end lacks of a blank. */
  const OTHER_GAP = 42
  /** The comment by fours. */
  const OPENING = packed(' { [') & ~255
  const COMMAND = packed('%clk')
  const { FORM: HOURS, NO: NO_HOURS } = digitsForm(' 0:0')
  const { FORM: MINUTES, NO: NO_MINUTES } = digitsForm('0:00')
  const CLOSING = packed('] }')
  const COMMENT = 20
  const HIGHEST = 0x80808080 | 0
  /** Seconds of two digits' units: the upper half of the product with both digits, one in each half, is their sum. */
  const HOUR_AND_TEN = (3600 << 16) | 600
  const MINUTE_AND_TEN = (60 << 16) | 10

  /**
   * Numbers of one digit or two as they stand before a half-move, `12.` or `12...`: their first four bytes, which of these
   * count, their length. Those behind, the last of them too, never stand.
   */
  const NEVER = 255
  const fours = new Int32Array(NEVER + 1).fill(1)
  const masks = new Int32Array(NEVER + 1)
  const lengths = new Int32Array(NEVER + 1)
  for (let ply = 0; ply < 200; ply++) {
    const number = ply >> 1
    const [tens, ones] = [(number / 10) | 0, number % 10]
    const digits = tens === 0 ? ZERO + ones : (ZERO + tens) | ((ZERO + ones) << 8)
    const places = tens === 0 ? 1 : 2
    lengths[ply] = places + (ply % 2 === 0 ? 1 : 3)
    masks[ply] = lengths[ply]! < 4 ? (1 << (8 * lengths[ply]!)) - 1 : -1
    fours[ply] = (digits | (DOTS << (8 * places))) & masks[ply]!
  }

  // Bound here, as `enclosed` has it.
  const [wordAt, linesAt, mostLines, mostMoves] = [WORD, LINES, MOST_LINES, MOST_MOVES]
  const [wordOf, bytes, lengthOfWord, placeOf] = [wordIn, bytesOf, lengthOf, knownPlace]

  return (reading: Reading, draft: Draft): boolean => {
    const { view } = reading
    const { moves, firstNumber } = draft
    const { rows } = moves
    const known = moves.words.packed
    const begun = rows.length
    if (begun === 0) moves.begin(reading.line)
    const first = rows.at(begun)
    const { numbers } = rows
    let line = moves.lastLine
    /** Lines below the last move. */
    let below = reading.line - line
    if (below >= mostLines) return false
    const due = firstNumber < 0 ? NEVER : 2 * firstNumber + begun + (draft.blackFirst ? 1 : 0)
    let ply = Math.min(due, NEVER)
    const step = ply < NEVER ? 1 : 0
    const full = Math.min(
      numbers.length,
      first + mostMoves - begun,
      first + (step === 0 ? mostMoves : NEVER - ply),
    )
    let row = first
    let { at: i } = reading
    for (; row < full; row++) {
      const four = view.getInt32(i, true)
      let at = i
      let gap = BLANK
      if ((four & 255) <= NINE) {
        const number = ply & NEVER
        if ((four & masks[number]!) !== fours[number]!) break
        const length = lengths[number]!
        at = (i + length) | 0
        const stop = view.getInt32((at - 1) | 0, true)
        if ((stop & 255) !== DOT) break
        if (((stop >>> 8) & 255) <= BLANK) {
          gap = (stop >>> 8) & 255
          at = (i + ((length + 1) | 0)) | 0
        }
      }
      const next = view.getInt32(at, true)
      const afterNext = view.getInt32((at + 4) | 0, true)
      const head = wordOf(next)
      const tail = wordOf(afterNext) & (head >> 31)
      const place = placeOf(known, bytes(next, head), bytes(afterNext, tail))
      if (place === 0) break
      const end = (at + lengthOfWord(head, tail)) | 0
      const opening = view.getInt32(end, true)
      if ((opening & ~255) !== OPENING || view.getInt32((end + 4) | 0, true) !== COMMAND) break
      const hours = view.getInt32((end + 8) | 0, true) ^ HOURS
      const minutes = view.getInt32((end + 12) | 0, true) ^ MINUTES
      const closing = view.getInt32((end + 16) | 0, true)
      if ((closing & 0xffffff) !== CLOSING) break
      // The three gaps and the digits, each of which is odd nearly never, in one test.
      const gaps = gap | ((opening & 255) << 8) | ((closing >>> 24) << 16)
      const ends = (gaps >> 3) & 0x010101
      const odd =
        (gaps ^ (BLANK * 0x010101) ^ Math.imul(ends, OTHER_GAP)) |
        (((hours + NO_HOURS) | hours | (minutes + NO_MINUTES) | minutes) & HIGHEST)
      if (odd !== 0) break
      const tens = (Math.imul(hours >>> 8, HOUR_AND_TEN) + Math.imul(minutes & 0xf000f, MINUTE_AND_TEN)) | 0
      const lines = (below + (ends & 1)) | 0
      numbers[row] = (place << wordAt) | (lines << linesAt) | ((tens >>> 16) + (minutes >>> 24))
      line = (line + lines) | 0
      below = (((ends >> 8) & 1) + (ends >> 16)) | 0
      ply = (ply + step) | 0
      i = (end + COMMENT) | 0
    }
    if (row === first) return false
    rows.length = begun + row - first
    moves.lastLine = line
    reading.at = i
    reading.line = line + below
    reading.blank = false
    return true
  }
})
