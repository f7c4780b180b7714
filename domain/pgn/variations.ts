/** Variations in brackets: the reader gives them as text, whatever they hold, and replays none. An import leaves them out (`functions/ingest/pgn-opening.ts`). */
import { addComment, collapseLineBreaks } from './comments.ts'
import {
  addProblem,
  addVariation,
  annotationTarget,
  extendMove,
  type GameBuilder,
  MAX_COMMENT_LENGTH,
} from './game-builder.ts'
import { NEED_MORE_TEXT, type ReaderState } from './reader-state.ts'
import { beginsTag, isBlank } from './tags.ts'

const DRAW_OFFER = '(=)'
const EN_PASSANT = /^\(e\.?p\.?\)/
/** Characters of the longest of these signs, `(e.p.)`. */
const MAX_SIGN_LENGTH = 6

/** Where a comment that begins before `i` ends, and how many lines lie between. */
export interface BracesEnd {
  /** The closing brace, or the line feed before the next game's tags, or the text's end where neither comes. */
  readonly end: number
  readonly lines: number
  /** Whether the text ends first: the comment may go on. */
  readonly open: boolean
}

/** A tag pair after a blank line ends an unclosed comment, so that it does not swallow the rest of a file. */
export function endOfBraces(text: string, i: number): BracesEnd {
  let lines = 0
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 125) return { end: i, lines, open: false }
    if (code !== 10) continue
    if (text.charCodeAt(i - 1) === 10 && beginsTag(text, behindIndent(text, i + 1)))
      return { end: i, lines, open: false }
    lines++
  }
  return { end: i, lines, open: true }
}

/** Reads what the bracket at `start` opens: a draw offer (Appendix C.12), a sign of en passant, or a variation with those inside it. */
export function readVariation(state: ReaderState, builder: GameBuilder, start: number): number {
  const { text, line } = state
  if (text.length < start + MAX_SIGN_LENGTH && !state.final) return NEED_MORE_TEXT
  if (text.startsWith(DRAW_OFFER, start)) {
    addComment(annotationTarget(builder), DRAW_OFFER)
    return start + DRAW_OFFER.length
  }
  const inPassing = EN_PASSANT.exec(text.slice(start, start + MAX_SIGN_LENGTH))
  if (inPassing !== null && extendMove(builder, ' e.p.')) return start + inPassing[0].length
  const end = endOfVariation(state, start)
  const closed = state.depth === 0
  if (!closed && end === text.length && !state.final && end - start < MAX_COMMENT_LENGTH) {
    state.line = line
    state.depth = 0
    return NEED_MORE_TEXT
  }
  if (end - start > MAX_COMMENT_LENGTH) {
    addProblem(builder, line, 'variation-long', { most: MAX_COMMENT_LENGTH })
  }
  if (!closed && end === text.length && !state.final) state.skipping = 'variation'
  else if (!closed) {
    addProblem(builder, line, 'variation-open')
    state.depth = 0
  }
  const inside = text.slice(start + 1, Math.min(closed ? end - 1 : end, start + MAX_COMMENT_LENGTH))
  addVariation(builder, collapseLineBreaks(inside.includes(';') ? braceLineComments(inside) : inside))
  return end
}

/**
 * Goes on from `i` to behind the bracket that closes the outermost one, to the line feed before the next game's tags or to the text's end,
 * and counts lines and `state.depth` on the way.
 */
export function endOfVariation(state: ReaderState, i: number): number {
  const { text } = state
  for (; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 40:
        state.depth++
        break
      case 41:
        if (--state.depth === 0) return i + 1
        break
      case 123: {
        const { end, lines } = endOfBraces(text, i)
        state.line += lines
        if (text.charCodeAt(end) === 10) return end
        i = end
        break
      }
      case 59: {
        const eol = text.indexOf('\n', i)
        i = (eol < 0 ? text.length : eol) - 1
        break
      }
      case 10:
        if (beginsTag(text, behindIndent(text, i + 1))) return i
        state.line++
        break
    }
  }
  return text.length
}

/** Behind the blanks that a line begins with. */
function behindIndent(text: string, i: number): number {
  while (text.charCodeAt(i) !== 10 && isBlank(text.charCodeAt(i))) i++
  return i
}

/** Puts comments that go on to the end of their line into braces: the line break becomes a space, and they would take in what follows. */
function braceLineComments(text: string): string {
  let braced = ''
  let from = 0
  let closes = true
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '{' && closes) {
      const close = text.indexOf('}', i)
      closes = close >= 0
      if (closes) i = close
    } else if (text[i] === ';') {
      const eol = text.indexOf('\n', i)
      const end = eol < 0 ? text.length : eol
      const rest = text
        .slice(i + 1, end)
        .trim()
        .replaceAll('}', ')')
      braced += `${text.slice(from, i)}{${rest}}`
      from = end
      i = end
    }
  }
  return braced + text.slice(from)
}
