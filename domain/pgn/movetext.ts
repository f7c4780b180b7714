/** The movetext section, token by token: move numbers, glyphs, comments, variations, words, and what should not be there. */
import {
  addClockComment,
  addCommentText,
  addNagToTarget,
  addProblem,
  checkMoveNumber,
  countControlSigns,
  expectedMoveNumber,
  type GameBuilder,
  MAX_COMMENT_LENGTH,
} from './game-builder.ts'
import { MAX_MARKUP_LENGTH, markupAt } from './markup.ts'
import {
  atLineStart,
  currentGame,
  endOfLine,
  finishGame,
  interruptGame,
  NEED_MORE_TEXT,
  type ReaderState,
} from './reader-state.ts'
import { readResult } from './results.ts'
import { beginsTag, isBlank } from './tags.ts'
import { endOfBraces, readVariation } from './variations.ts'
import { endsWord, readWord } from './words.ts'

const LINE_FEED = 10
const SPACE = 32
const DOLLAR = 36
const PERCENT = 37
const OPEN_PAREN = 40
const DOT = 46
const SEMICOLON = 59
const LESS_THAN = 60
const OPEN_BRACKET = 91
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const ELLIPSIS = 0x2026

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/**
 * Reads on in the open game until its marker, the next game's tags or the end of the text; false when the token at
 * `state.at` is not all there.
 */
export function readMovetext(state: ReaderState): boolean {
  const { text } = state
  const { length } = text
  let i = state.at
  while (i < length) {
    const code = text.charCodeAt(i)
    if (isBlank(code)) {
      if (code === LINE_FEED) {
        state.line++
        if (atLineStart(state, i)) state.blank = true
        state.indent = true
      } else if (code < SPACE && state.builder !== null)
        countControlSigns(state.builder, text.charAt(i), state.line)
      i++
      continue
    }
    const next = readToken(state, currentGame(state), code, i)
    if (next === NEED_MORE_TEXT) {
      state.at = i
      return false
    }
    i = next
    state.indent = false
    if (!state.inMoves) break
    state.blank = false
  }
  state.at = i
  return true
}

/** Reads the token that begins at `i` with `code`. Returns where the next one may begin, or `NEED_MORE_TEXT`. */
function readToken(state: ReaderState, builder: GameBuilder, code: number, i: number): number {
  if (isLetter(code)) return readWord(state, builder, i)
  if (isDigit(code)) return readNumber(state, builder, i)
  switch (code) {
    case OPEN_BRACE:
      return readBraces(state, builder, i)
    case OPEN_PAREN:
      return readVariation(state, builder, i)
    case SEMICOLON:
      return readLineComment(state, builder, i)
    case DOLLAR:
      return readGlyph(state, builder, i)
    case OPEN_BRACKET:
      return readBracket(state, builder, i)
    case PERCENT:
      if (atLineStart(state, i)) return skipEscapeLine(state, i)
      break
    case DOT:
    case ELLIPSIS:
      return readDots(state, builder, i)
    case LESS_THAN:
      return readMarkup(state, builder, i)
    case 34: // quotation mark
    case 41: // )
    case 62: // >
    case 93: // ]
    case 125: // }
      addProblem(builder, state.line, 'stands-alone', { text: state.text[i] ?? '' })
      return i + 1
  }
  return readWord(state, builder, i)
}

/** An element of HTML, or its sign alone. */
function readMarkup(state: ReaderState, builder: GameBuilder, i: number): number {
  const { text } = state
  const element = markupAt(text, i, text.length)
  if (element === undefined && text.length - i < MAX_MARKUP_LENGTH && !state.final && !isLineWhole(text, i))
    return NEED_MORE_TEXT
  addProblem(builder, state.line, 'stands-alone', { text: (element ?? '<').slice(0, 60) })
  return i + (element?.length ?? 1)
}

const isLineWhole = (text: string, i: number): boolean => text.indexOf('\n', i) >= 0

/** A move number, with its dots; or a word that begins with a digit, such as a marker or a castling with zeros. */
function readNumber(state: ReaderState, builder: GameBuilder, start: number): number {
  const { text } = state
  let i = start
  let number = 0
  let code = text.charCodeAt(i)
  const zero = code === 48
  while (isDigit(code)) {
    number = number * 10 + code - 48
    code = text.charCodeAt(++i)
  }
  if (i === text.length && !state.final) return NEED_MORE_TEXT
  const dotted = code === DOT || code === ELLIPSIS
  if (dotted && i + 1 === text.length && !state.final) return NEED_MORE_TEXT
  const alone = i === text.length || endsWord(code)
  // A castling with zeros and a marker begin with a zero too; some programs number a study's only move 0.
  const numbersZero = dotted && !isDigit(text.charCodeAt(i + 1))
  if (alone && code === SPACE && i === start + 1 && number < 2) {
    const end = readSpacedMarker(state, start)
    if (end !== undefined) return end
  }
  const isCastling = alone && (i - start === 2 || i - start === 3) && number === 0
  if (isCastling || (zero && !alone && !numbersZero) || !(dotted || alone || beginsMove(code)))
    return readWord(state, builder, start)
  const black = code === ELLIPSIS || (dotted && text.charCodeAt(i + 1) === DOT)
  if (
    number === 1 &&
    !black &&
    (state.blank || state.indent) &&
    builder.moves.length > 0 &&
    expectedMoveNumber(builder) !== 1
  ) {
    // Where the numbers begin again in a new line, the next game begins, although nothing ended this one.
    finishGame(state, state.line)
    builder = currentGame(state)
    state.inMoves = true
  }
  checkMoveNumber(builder, number, black, state.line)
  code = text.charCodeAt(i)
  while (code === DOT || code === ELLIPSIS) code = text.charCodeAt(++i)
  return i
}

/** Longer than any marker with blanks in it, such as `1 - 0`. */
const MAX_SPACED_MARKER = 16
const SPACED_MARKER = /^[01] [-–—−:] ?[01](?=[ \t]*(?:\n|$))/

/** Reads a marker with blanks at the end of its line: where reading goes on; undefined where a move number begins. */
function readSpacedMarker(state: ReaderState, start: number): number | undefined {
  const { text, final, line } = state
  const rest = text.slice(start, start + MAX_SPACED_MARKER)
  if (rest.length < MAX_SPACED_MARKER && !final && !rest.includes('\n') && /^[01] (?:$|[-–—−:])/.test(rest))
    return NEED_MORE_TEXT
  const [written] = SPACED_MARKER.exec(rest) ?? []
  const marker = written === undefined ? null : readResult(written)
  if (written === undefined || marker === null) return undefined
  finishGame(state, line, marker)
  return start + written.length
}

/** Whether a move may begin with the character: a letter of any alphabet or a figurine, but no dash and no fraction. */
const beginsMove = (code: number): boolean =>
  isLetter(code) || (code >= 0xc0 && (code < 0x2000 || code > 0x206f) && code !== 0x2212)

/** Dots apart from a number: `1. ... e5` begins with Black. */
function readDots(state: ReaderState, builder: GameBuilder, i: number): number {
  const { text } = state
  if (i + 1 === text.length && !state.final) return NEED_MORE_TEXT
  const black = text.charCodeAt(i) === ELLIPSIS || text.charCodeAt(i + 1) === DOT
  if (black && builder.moves.length === 0 && builder.firstNumber >= 0) builder.blackFirst = true
  while (text.charCodeAt(i) === DOT || text.charCodeAt(i) === ELLIPSIS) i++
  return i
}

/**
 * Reads a comment or a glyph behind the marker of a game, which belongs to that game. Returns where reading goes on, or undefined where
 * another token begins at `i`.
 */
export function readBehindMarker(state: ReaderState, builder: GameBuilder, i: number): number | undefined {
  switch (state.text.charCodeAt(i)) {
    case OPEN_BRACE:
      return readBraces(state, builder, i)
    case SEMICOLON:
      return readLineComment(state, builder, i)
    case DOLLAR:
      return readGlyph(state, builder, i)
  }
  return undefined
}

function readGlyph(state: ReaderState, builder: GameBuilder, start: number): number {
  const { text } = state
  let i = start + 1
  let nag = 0
  const isNegative = text[i] === '-'
  if (isNegative) i++
  while (isDigit(text.charCodeAt(i))) nag = Math.min(nag * 10 + text.charCodeAt(i++) - 48, 100_000)
  if (i === text.length && !state.final) return NEED_MORE_TEXT
  if (i === start + 1 || isNegative) addProblem(builder, state.line, 'no-glyph')
  else addNagToTarget(builder, nag)
  return i
}

function readBraces(state: ReaderState, builder: GameBuilder, start: number): number {
  const { text, line, final } = state
  const behind = addClockComment(builder, text, start)
  if (behind > start) return behind
  const { end, lines, open } = endOfBraces(text, start)
  const whole = end - start <= MAX_COMMENT_LENGTH
  if (open && !final) {
    if (whole) return NEED_MORE_TEXT
    state.skipping = 'comment'
  }
  const closed = text.charCodeAt(end) === CLOSE_BRACE
  if (!whole) addProblem(builder, line, 'comment-long', { most: MAX_COMMENT_LENGTH })
  else if (!closed) addProblem(builder, line, 'comment-open')
  state.line += lines
  addCommentText(builder, text.slice(start + 1, whole ? end : start + MAX_COMMENT_LENGTH), line)
  return closed ? end + 1 : end
}

/** A comment that goes on to the end of its line. */
function readLineComment(state: ReaderState, builder: GameBuilder, i: number): number {
  const eol = endOfLine(state, i)
  if (eol === undefined) return NEED_MORE_TEXT
  if (eol === state.text.length && !state.final) state.skipping = 'line'
  addCommentText(builder, state.text.slice(i + 1, eol), state.line)
  return eol
}

function skipEscapeLine(state: ReaderState, i: number): number {
  const eol = endOfLine(state, i)
  if (eol === undefined) return NEED_MORE_TEXT
  if (eol === state.text.length && !state.final) state.skipping = 'line'
  return eol
}

const EVENT = '[Event "'

/** Reads a bracket: first in its line it may begin the next game's tags, indented or not; elsewhere it is a comment without braces. */
function readBracket(state: ReaderState, builder: GameBuilder, i: number): number {
  const { text } = state
  // Files may have been joined without a line break: `Event`, the standard's first tag, begins a game wherever it stands.
  if (text.length - i < EVENT.length && EVENT.startsWith(text.slice(i)) && !state.final) return NEED_MORE_TEXT
  if (state.indent || atLineStart(state, i) || text.startsWith(EVENT, i)) {
    const tag = beginsTag(text, i)
    if (tag === undefined && !state.final) return NEED_MORE_TEXT
    if (tag) {
      // The line is read again as one of tags.
      state.indent = true
      if (builder.tags.length === 0 && builder.moves.length === 0) state.inMoves = false
      else interruptGame(state)
      return i
    }
  }
  const eol = endOfLine(state, i)
  if (eol === undefined) return NEED_MORE_TEXT
  const close = text.slice(i, eol).indexOf(']')
  const end = close < 0 ? eol : i + close + 1
  addProblem(builder, state.line, 'no-braces', { text: text.slice(i, Math.min(end, i + 60)) })
  addCommentText(builder, text.slice(i, end), state.line)
  return end
}
