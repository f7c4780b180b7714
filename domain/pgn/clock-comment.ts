/** Comments of one clock time, the form that nearly all of them have, read four bytes at a time. */
import { enclosed } from '../chess/enclosed.ts'
import { packed } from './packed.ts'

/** Where `readClockComment` ended. */
export const clockComment = { end: 0 }

/** What makes a byte of a word overflow into its highest bit: where a digit is due (`0`) a tenth, elsewhere anything else. */
const overflowing = (form: string): number =>
  [...form].reduce((word, char, k) => word | ((char === '0' ? 0x76 : 0x7f) << (8 * k)), 0)

/** Four bytes of a form in which each `0` stands for a digit: what differs from it is zero, and up to nine for a digit. */
export const digitsForm = (form: string) => ({ FORM: packed(form), NO: overflowing(form) })

/** The time in ms of a comment `{ [%clk h:mm:ss] }` at `i`, or without its blanks; -1 for anything else. */
export const readClockComment = enclosed(() => {
  const BLANK = 32
  const OPEN_BRACKET = 91
  const CLOSE_BRACKET = 93
  const CLOSE_BRACE = 125
  const COMMAND = packed('%clk')
  const { FORM: HOURS, NO: NO_HOURS } = digitsForm(' 0:0')
  const { FORM: MINUTES, NO: NO_MINUTES } = digitsForm('0:00')
  const HIGHEST = 0x80808080 | 0
  const found = clockComment

  return (codes: Uint8Array, view: DataView, i: number): number => {
    const open = codes[i + 1] === BLANK ? i + 2 : i + 1
    if (codes[open] !== OPEN_BRACKET || view.getInt32(open + 1, true) !== COMMAND) return -1
    const hours = view.getInt32(open + 5, true) ^ HOURS
    const minutes = view.getInt32(open + 9, true) ^ MINUTES
    if ((((hours + NO_HOURS) | hours | (minutes + NO_MINUTES) | minutes) & HIGHEST) !== 0) return -1
    const close = codes[open + 14] === BLANK ? open + 15 : open + 14
    if (codes[open + 13] !== CLOSE_BRACKET || codes[close] !== CLOSE_BRACE) return -1
    found.end = close + 1
    const whole = ((hours >> 8) & 15) * 60 + ((hours >> 24) & 15) * 10 + (minutes & 15)
    return (whole * 60 + ((minutes >> 16) & 15) * 10 + ((minutes >> 24) & 15)) * 1000
  }
})
