/**
 * A run of what nearly all of a movetext is, read four bytes at a time: due numbers, moves as programs write them, comments
 * of one clock time. What differs in anything is left to be read with more care.
 */
import { beginsPlainMove, found, knownWord, readPlainMove } from './move-words.ts'
import { type Draft, MOST_MOVES, takeTimes } from './open-game.ts'
import type { Reading } from './reading.ts'

const LINE_FEED = 10
const BLANK = 32
const ZERO = 48
const NINE = 57
const DOT = 46
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

const packed = (text: string): number =>
  [...text].reduce((word, char, k) => word | (char.charCodeAt(0) << (8 * k)), 0)

/** Numbers with their dot, and which bits of a word they fill. */
const NUMBERS = Int32Array.from({ length: 1000 }, (_, number) => packed(`${number}.`))
const FILLS = Int32Array.from({ length: 1000 }, (_, number) =>
  number < 10 ? 0xffff : number < 100 ? 0xffffff : -1,
)

const PERCENT_CLK = packed('%clk')
const BLANK_DIGITS = packed(' 0:0')
const DIGITS_COLON = packed('0:00')
/** What makes a byte overflow into its highest bit: a tenth digit, or anything but the sign that stands there. */
const NO_BLANK_DIGITS = 0x767f767f
const NO_DIGITS_COLON = 0x76767f76
const HIGHEST = 0x80808080 | 0

/** Reads as far as the run goes from `reading.at` on. */
export function readPlainRun(reading: Reading, draft: Draft): void {
  const { codes, view } = reading
  const { length } = reading.text
  const { moves } = draft
  let { at: i, line } = reading
  let count = moves.length
  /** The number that is due is that of a ply; of an unnumbered beginning none is. */
  const ahead = draft.blackFirst ? 1 : 0
  const first = draft.firstNumber
  while (i < length) {
    const code = codes[i]!
    if (code <= BLANK) {
      if (code === LINE_FEED) {
        line++
        if (i === 0 ? reading.fresh : codes[i - 1] === LINE_FEED) reading.blank = true
      }
      i++
      continue
    }
    let end = i
    if (code <= NINE) {
      const ply = count + ahead
      const due = first + (ply >> 1)
      if (first < 0 || due >= NUMBERS.length || code < ZERO) break
      if ((view.getInt32(i, true) & FILLS[due]!) !== NUMBERS[due]!) break
      end = i + (due < 10 ? 2 : due < 100 ? 3 : 4)
      const next = codes[end]!
      if (next === DOT) {
        // Three dots, before a move of Black alone.
        if ((ply & 1) === 0 || codes[end + 1] !== DOT) break
        end += 2
        if (codes[end] === DOT) break
      }
      if (codes[end]! > 122) break
    } else if (code === OPEN_BRACE) {
      const clk = count === 0 ? -1 : clockTime(view, codes, i)
      if (clk >= 0 && moves.takeClock(clk)) end = time.end
      else {
        end = takeTimes(draft, codes, i, line)
        if (end === i) break
      }
    } else if (beginsPlainMove(code)) {
      if (count >= MOST_MOVES) break
      end = knownWord(view, i)
      if (end === i) end = readPlainMove(codes, i)
      if (end === i) break
      moves.addPacked(found.low, found.high, line)
      count++
    } else break
    i = end
    reading.blank = false
  }
  reading.at = i
  reading.line = line
}

/** Where `clockTime` ended. */
const time = { end: 0 }

/** The time in ms of a comment `{ [%clk h:mm:ss] }` at `i`, or without its blanks; -1 for any other. */
function clockTime(view: DataView, codes: Uint8Array, i: number): number {
  const open = codes[i + 1] === BLANK ? i + 2 : i + 1
  if (codes[open] !== OPEN_BRACKET || view.getInt32(open + 1, true) !== PERCENT_CLK) return -1
  const hours = view.getInt32(open + 5, true) ^ BLANK_DIGITS
  const rest = view.getInt32(open + 9, true) ^ DIGITS_COLON
  if ((((hours + NO_BLANK_DIGITS) | hours | (rest + NO_DIGITS_COLON) | rest) & HIGHEST) !== 0) return -1
  const close = codes[open + 14] === BLANK ? open + 15 : open + 14
  if (codes[open + 13] !== CLOSE_BRACKET || codes[close] !== CLOSE_BRACE) return -1
  time.end = close + 1
  const minutes = ((hours >> 8) & 15) * 60 + ((hours >> 24) & 15) * 10 + (rest & 15)
  return (minutes * 60 + ((rest >> 16) & 15) * 10 + ((rest >> 24) & 15)) * 1000
}
