/** The text between two movetexts: tag pairs, escape lines, and lines that belong to no game. */
import { addProblem, addTag, expectedMoveNumber, type GameBuilder, hasTag } from './game-builder.ts'
import { markupAt } from './markup.ts'
import { readBehindMarker } from './movetext.ts'
import {
  addStrayLines,
  atLineStart,
  currentGame,
  endOfLine,
  finishGame,
  MAX_LINE_LENGTH,
  NEED_MORE_TEXT,
  type ReaderState,
  releaseEnded,
  releaseInterrupted,
  resumeInterrupted,
} from './reader-state.ts'
import { readResult } from './results.ts'
import { isBlank, maybeBareEvent, ROSTER, readTag, type TagLine } from './tags.ts'

/** Reads on until a movetext begins or the text ends; false when more text is needed. */
export function readBetweenGames(state: ReaderState): boolean {
  const { text } = state
  const { length } = text
  let i = state.at
  while (i < length) {
    const code = text.charCodeAt(i)
    if (code === 10) {
      state.line++
      if (atLineStart(state, i)) {
        state.blank = true
        releaseEnded(state)
      }
      state.indent = true
      i++
    } else if (isBlank(code)) i++
    else {
      const next = readLine(state, i, code)
      if (next === NEED_MORE_TEXT) {
        state.at = i
        return false
      }
      i = next
      if (state.inMoves) break
      state.indent = false
    }
  }
  state.at = i
  return true
}

/** Reads the line from `i` on. Returns where reading goes on, or `NEED_MORE_TEXT` where the line is not complete. */
function readLine(state: ReaderState, i: number, code: number): number {
  const { text } = state
  const behind = state.ended === null ? undefined : readBehindMarker(state, state.ended.builder, i)
  if (behind !== undefined) return behind
  const eol = endOfLine(state, i)
  if (eol === undefined && (code === 91 || code === 37 || text.length - i < MAX_OPENING_LENGTH))
    return NEED_MORE_TEXT
  const end = eol ?? text.length
  if (code === 37 && atLineStart(state, i)) return skipLine(state, end)
  if (code === 91) {
    const most = Math.min(end, i + MAX_LINE_LENGTH)
    const isBareEvent = state.builder === null && maybeBareEvent(text, i)
    if (isBareEvent && end + 1 >= text.length && !state.final) return NEED_MORE_TEXT
    const inHeader = state.builder !== null || (isBareEvent && text.charCodeAt(end + 1) === 91)
    const found = readTag(text, i, most, inHeader)
    if (found !== null && found.end === most && most < end) {
      takeTag(state, found.tag)
      addProblem(currentGame(state), state.line, 'tag-long', { tag: found.tag[0], most: MAX_LINE_LENGTH })
      return skipLine(state, end)
    }
    if (found !== null) {
      takeTag(state, found.tag, found.problem)
      return found.end
    }
  } else if (opensMovetext(text, i, end, state.builder !== null)) {
    if (continuesInterrupted(state, text.slice(i, Math.min(end, i + MAX_OPENING_LENGTH))))
      resumeInterrupted(state)
    else releaseInterrupted(state)
    currentGame(state)
    state.inMoves = true
    return i
  }
  const line = text.slice(i, end)
  if (state.builder === null) addStrayLines(state, state.line, state.line, line)
  else addProblem(state.builder, state.line, 'no-tag-nor-move', { text: line.trim().slice(0, 60) })
  return skipLine(state, end)
}

/** A movetext is recognised by at most this many characters. */
const MAX_OPENING_LENGTH = 64

function skipLine(state: ReaderState, end: number): number {
  if (end === state.text.length && !state.final) state.skipping = 'line'
  return end
}

/**
 * Adds a tag to the open game, which has no moves yet, or begins the next game with it. A tag that the open game has already begins
 * the next game after a blank line, and `Event` without one too. A first `Event` after a blank line begins it where the open game names
 * a player.
 */
function takeTag(state: ReaderState, tag: readonly [string, string], problem?: TagLine['problem']): void {
  const { builder, interrupted } = state
  if (interrupted !== null && (ROSTER.has(tag[0]) || hasTag(interrupted, tag[0]))) releaseInterrupted(state)
  if (builder !== null && beginsNextGame(builder, tag[0], state.blank)) finishGame(state, state.line)
  const open = currentGame(state)
  addTag(open, tag, state.line)
  if (problem !== undefined) addProblem(open, state.line, problem, { tag: tag[0] })
  state.blank = false
}

const beginsNextGame = (open: GameBuilder, name: string, afterBlank: boolean): boolean =>
  hasTag(open, name)
    ? afterBlank || name === 'Event'
    : afterBlank && name === 'Event' && (hasTag(open, 'White') || hasTag(open, 'Black'))

/** Whether a movetext continues the one that tags interrupted: it begins with the move number that is due, or with no number. */
function continuesInterrupted({ interrupted }: ReaderState, opening: string): boolean {
  if (interrupted === null || /^[{;(]/.test(opening)) return false
  const [, number] = /^(\d+)(?:\s*[.…]|\s|$)/.exec(opening) ?? []
  return (
    number === undefined ||
    (interrupted.moves.length > 0 && Number(number) === expectedMoveNumber(interrupted))
  )
}

/**
 * Whether a movetext begins at `i`: with a comment, a numbered move or a move. After tags it may also begin with a variation, a glyph or
 * a marker.
 */
function opensMovetext(text: string, i: number, end: number, afterTags: boolean): boolean {
  i += markupAt(text, i, end)?.length ?? 0
  const word = /^\S*/.exec(text.slice(i, Math.min(end, i + MAX_OPENING_LENGTH)))?.[0] ?? ''
  if (/^(?:[{;]|\d+\s*[.…])/.test(text.slice(i, Math.min(end, i + MAX_OPENING_LENGTH)))) return true
  if (afterTags && (/^[($*]/.test(word) || readResult(word) !== null)) return true
  const move = /^\d+$/.test(word)
    ? (/^\d+\s+(\S+)/.exec(text.slice(i, Math.min(end, i + MAX_OPENING_LENGTH)))?.[1] ?? '')
    : word
  return looksLikeMove(move)
}

/** Whether a word looks like a move in some language: it is short and names a square or a castling, or it is the null move. */
const looksLikeMove = (word: string): boolean =>
  word.length <= 12 && (/[a-h][1-8]/.test(word) || /^[Oo0О][-–]?[Oo0О]/.test(word) || word.startsWith('--'))
