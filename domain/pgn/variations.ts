/** Variations in brackets: kept as text, whatever they hold, and never replayed. */
import { addComment, tidy } from './comments.ts'
import { annotated, complain, type Draft, extendMove, LONGEST_COMMENT, takeVariation } from './open-game.ts'
import { MORE, type Reading } from './reading.ts'
import { beginsTag } from './tags.ts'

const DRAW_OFFER = '(=)'
const IN_PASSING = /^\(e\.?p\.?\)/
/** Longer than both. */
const LONGEST_SIGN = 6

/** Where a comment that begins before `i` ends, and how many lines lie between. */
export interface BracesEnd {
  /** The closing brace, or the bracket of the next game's tags, or the text's end where neither comes. */
  readonly end: number
  readonly lines: number
  /** Whether a tag pair may just be beginning at the text's end. */
  readonly open: boolean
}

/** A tag pair after a blank line ends a comment that nobody closed: the rest of a file must not vanish into it. */
export function endOfBraces(text: string, i: number): BracesEnd {
  let lines = 0
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 125) return { end: i, lines, open: false }
    if (code !== 10) continue
    lines++
    if (text.charCodeAt(i - 1) === 10 && beginsTag(text, i + 1)) return { end: i + 1, lines, open: false }
  }
  return { end: i, lines, open: true }
}

/** Reads what the bracket at `start` opens: a draw offer (Appendix C.12) or a variation, with those inside it. */
export function readVariation(reading: Reading, draft: Draft, start: number): number {
  const { text, line } = reading
  if (text.length < start + LONGEST_SIGN && !reading.final) return MORE
  if (text.startsWith(DRAW_OFFER, start)) {
    addComment(annotated(draft), DRAW_OFFER)
    return start + DRAW_OFFER.length
  }
  const inPassing = IN_PASSING.exec(text.slice(start, start + LONGEST_SIGN))
  if (inPassing !== null && extendMove(draft, ' e.p.')) return start + inPassing[0].length
  const end = endOfVariation(reading, start)
  const closed = reading.depth === 0
  if (!closed && end === text.length && !reading.final && end - start < LONGEST_COMMENT) {
    reading.line = line
    reading.depth = 0
    return MORE
  }
  if (end - start > LONGEST_COMMENT) {
    complain(draft, line, `a variation of more than ${LONGEST_COMMENT} characters; the rest is left out`)
  }
  if (!closed && end === text.length && !reading.final) reading.skip = 'variation'
  else if (!closed) {
    complain(
      draft,
      line,
      'a variation without its closing bracket; it ends where the next tags or the text end',
    )
    reading.depth = 0
  }
  const inside = text.slice(start + 1, Math.min(closed ? end - 1 : end, start + LONGEST_COMMENT))
  takeVariation(draft, tidy(inside.includes(';') ? bracedRests(inside) : inside))
  return end
}

/**
 * Goes on from `i` to behind the bracket that closes the outermost one, to the next game's tags or to the text's end,
 * and counts lines and `reading.depth` on the way.
 */
export function endOfVariation(reading: Reading, i: number): number {
  const { text } = reading
  for (; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 40:
        reading.depth++
        break
      case 41:
        if (--reading.depth === 0) return i + 1
        break
      case 123: {
        const { end, lines } = endOfBraces(text, i)
        reading.line += lines
        if (text.charCodeAt(end) === 91) return end
        i = end
        break
      }
      case 59: {
        const eol = text.indexOf('\n', i)
        i = (eol < 0 ? text.length : eol) - 1
        break
      }
      case 10:
        reading.line++
        if (beginsTag(text, i + 1)) return i + 1
        break
    }
  }
  return text.length
}

/** A comment to the end of its line would swallow what follows once the line break is a space. */
const bracedRests = (text: string): string =>
  text.replace(/\{[^}]*\}|;([^\n]*)/g, (whole, rest: string | undefined) =>
    rest === undefined ? whole : `{${rest.trim().replaceAll('}', ')')}}`,
  )
