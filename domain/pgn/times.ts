/** Comments that are clock times and nothing else, the usual form in which boards and programs write. */

/** What `readTimes` found last, in ms; -1 where the comment had none. */
export const times = { clk: -1, emt: -1 }

const BLANK = 32
const COLON = 58
const PERCENT = 37
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const CLOSE_BRACE = 125

const ZERO = 48

/**
 * Reads a comment at `i` that is nothing but `[%clk h:mm:ss]`, `[%emt h:mm:ss]` or both, blanks between the braces
 * allowed. Gives the place behind it, or `i` itself for any other comment: fractions and whatever else may be meant are
 * read with more care.
 */
export function readTimes(codes: Uint8Array, i: number): number {
  let clk = -1
  let emt = -1
  let at = i + 1
  if (codes[at] === BLANK) at++
  while (codes[at] === OPEN_BRACKET && codes[at + 1] === PERCENT && codes[at + 5] === BLANK) {
    const isClk = codes[at + 2] === 99 && codes[at + 3] === 108 && codes[at + 4] === 107
    if (!isClk && (codes[at + 2] !== 101 || codes[at + 3] !== 109 || codes[at + 4] !== 116)) return i
    if ((isClk ? clk : emt) >= 0) return i
    // Hours have one digit or two.
    const colon = codes[at + 7] === COLON ? at + 7 : at + 8
    if (codes[colon] !== COLON || codes[colon + 3] !== COLON || codes[colon + 6] !== CLOSE_BRACKET) return i
    const hours = colon === at + 7 ? digit(codes, at + 6) : twoDigits(codes, at + 6)
    const ms = (hours * 3600 + twoDigits(codes, colon + 1) * 60 + twoDigits(codes, colon + 4)) * 1000
    if (!(ms >= 0)) return i
    if (isClk) clk = ms
    else emt = ms
    at = colon + 7
    if (codes[at] === BLANK) at++
  }
  if (codes[at] !== CLOSE_BRACE || (clk < 0 && emt < 0)) return i
  times.clk = clk
  times.emt = emt
  return at + 1
}

/** Far below zero for what is no digit, so that a time with one is too. */
const digit = (codes: Uint8Array, at: number): number => {
  const value = codes[at]! - ZERO
  return value >= 0 && value <= 9 ? value : -1_000_000
}

const twoDigits = (codes: Uint8Array, at: number): number => digit(codes, at) * 10 + digit(codes, at + 1)
