/**
 * A run of half-moves as programs write them: the number that is due or none, a move known from before, ` { [%clk h:mm:ss] }`
 * and a blank or a line's end wherever one may be. What differs in anything is left to `readPlainRun`.
 */
import { enclosed } from '../chess/enclosed.ts'
import { digitsForm } from './clock-comment.ts'
import { readDueNumber } from './due-number.ts'
import { CLK, EMT, LINE, NO_TIME, WIDTH } from './move-list.ts'
import { found, readKnownWord } from './move-words.ts'
import { type Draft, MOST_MOVES } from './open-game.ts'
import { packed } from './packed.ts'
import type { Reading } from './reading.ts'

/** Reads as far as the run goes from `reading.at` on; false where it does not even begin there. */
export const readTimedRun = enclosed(() => {
  const LINE_FEED = 10
  const BLANK = 32
  const NINE = 57
  /** The comment by fours, from the blank before it to the one behind it. */
  const OPENING = packed(' { [') & ~255
  const COMMAND = packed('%clk')
  const { FORM: HOURS, NO: NO_HOURS } = digitsForm(' 0:0')
  const { FORM: MINUTES, NO: NO_MINUTES } = digitsForm('0:00')
  const CLOSING = packed('] }')
  const COMMENT = 20
  const HIGHEST = 0x80808080 | 0
  // Bound here, as `enclosed` has it.
  const [width, lineAt, clkAt, emtAt, noTime, mostMoves] = [WIDTH, LINE, CLK, EMT, NO_TIME, MOST_MOVES]
  const [dueNumber, knownWord, word] = [readDueNumber, readKnownWord, found]

  return (reading: Reading, draft: Draft): boolean => {
    const { codes, view } = reading
    const { length } = reading.text
    const { rows } = draft.moves
    const { firstNumber } = draft
    const ahead = draft.blackFirst ? 1 : 0
    const begun = rows.length
    let { at: i, line } = reading
    let count = begun
    let row = rows.at(count)
    let { numbers } = rows
    while (i < length && count < mostMoves) {
      let at = i
      if (codes[at]! <= NINE) {
        at = dueNumber(codes, view, i, firstNumber, count + ahead)
        if (at === i) break
      }
      let moveLine = line
      const gap = codes[at]!
      if (gap <= BLANK) {
        if (gap === LINE_FEED) moveLine++
        at++
      }
      const end = knownWord(view, at)
      if (end === at) break
      // One test for the whole comment: each of its parts differs nearly never.
      const opening = view.getInt32(end, true)
      const hours = view.getInt32(end + 8, true) ^ HOURS
      const minutes = view.getInt32(end + 12, true) ^ MINUTES
      const closing = view.getInt32(end + 16, true)
      const other =
        ((opening & ~255) ^ OPENING) |
        (view.getInt32(end + 4, true) ^ COMMAND) |
        (((hours + NO_HOURS) | hours | (minutes + NO_MINUTES) | minutes) & HIGHEST) |
        ((closing & 0xffffff) ^ CLOSING)
      const before = opening & 255
      const behind = closing >>> 24
      if (other !== 0 || before > BLANK || behind > BLANK) break
      if (row + width > numbers.length) {
        rows.length = count
        row = rows.open()
        ;({ numbers } = rows)
      }
      const whole = ((hours >> 8) & 15) * 60 + ((hours >> 24) & 15) * 10 + (minutes & 15)
      numbers[row] = word.low
      numbers[row + 1] = word.high
      numbers[row + lineAt] = moveLine
      numbers[row + clkAt] = (whole * 60 + ((minutes >> 16) & 15) * 10 + ((minutes >> 24) & 15)) * 1000
      numbers[row + emtAt] = noTime
      row += width
      count++
      line = moveLine
      if (before === LINE_FEED) line++
      if (behind === LINE_FEED) line++
      i = end + COMMENT
    }
    if (count === begun) return false
    rows.length = count
    reading.at = i
    reading.line = line
    reading.blank = false
    return true
  }
})
