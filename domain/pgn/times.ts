/** Comments that are clock times and nothing else, the usual form in which boards and programs write. */

/** What `readTimes` found last, in ms; -1 where the comment had none. */
export const times = { clk: -1, emt: -1 }

const BLANK = 32
const COLON = 58
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const CLOSE_BRACE = 125

/**
 * Reads a comment at `i` that is nothing but `[%clk h:mm:ss]`, `[%emt h:mm:ss]` or both, blanks between the braces
 * allowed. Gives the place behind it, or `i` itself for any other comment.
 */
export function readTimes(codes: Uint8Array, i: number): number {
  let clk = -1
  let emt = -1
  let at = i + 1
  while (codes[at] === BLANK) at++
  for (; codes[at] === OPEN_BRACKET; ) {
    const which = codes[at + 2]
    if (which === 99) {
      if (clk >= 0 || codes[at + 3] !== 108 || codes[at + 4] !== 107) return i
    } else if (which !== 101 || emt >= 0 || codes[at + 3] !== 109 || codes[at + 4] !== 116) return i
    if (codes[at + 1] !== 37 || codes[at + 5] !== BLANK) return i
    let seconds = 0
    let field = 0
    let end = at + 6
    let code = codes[end]!
    for (; code >= 48 && code <= COLON; code = codes[++end]!) {
      if (code !== COLON) field = field * 10 + code - 48
      else {
        seconds = (seconds + field) * 60
        field = 0
      }
    }
    // h:mm:ss to the letter; fractions and whatever else may be meant go the careful way.
    if (code !== CLOSE_BRACKET || end - at < 13 || end - at > 14) return i
    if (codes[end - 3] !== COLON || codes[end - 6] !== COLON) return i
    if (which === 99) clk = (seconds + field) * 1000
    else emt = (seconds + field) * 1000
    at = end + 1
    while (codes[at] === BLANK) at++
  }
  if (codes[at] !== CLOSE_BRACE || (clk < 0 && emt < 0)) return i
  times.clk = clk
  times.emt = emt
  return at + 1
}
