/** The text between two movetexts: tag pairs, escape lines, and lines that belong to no game. */
import { OTHER } from './codes.ts'
import { addTag, complain } from './open-game.ts'
import { atLineStart, endOfLine, finishGame, gameOf, noteStray, type Reading } from './reading.ts'
import { readResult } from './results.ts'
import { readTagRun } from './tag-run.ts'
import { readTag } from './tags.ts'

/** Reads on until a movetext begins or the text ends; false when more text is needed. */
export function readOutside(reading: Reading): boolean {
  const { text, codes } = reading
  const { length } = text
  let i = reading.at
  while (i < length) {
    const code = codes[i] === OTHER ? text.charCodeAt(i) : codes[i]!
    if (code === 91) {
      reading.at = i
      if (readTagRun(reading)) {
        i = reading.at
        continue
      }
    }
    if (code === 49 && codes[i + 1] === 46) {
      // `1.`, as nearly all of them begin. Before a blank it can only be White's first number: it is the one that is due.
      const draft = gameOf(reading)
      if (codes[i + 2] === 32 && draft.firstNumber < 0) draft.firstNumber = 1
      reading.inMoves = true
      break
    }
    if (code === 10) {
      reading.line++
      if (atLineStart(reading, i)) reading.blank = true
      i++
    } else if (code <= 32 || code === 0xfeff || code === 0xa0) i++
    else {
      const next = readLine(reading, i, code)
      if (next < 0) {
        reading.at = i
        return false
      }
      i = next
      if (reading.inMoves) break
    }
  }
  reading.at = i
  return true
}

/** Reads from `i` what its line holds: where reading goes on, or -1 when the line is not all there. */
function readLine(reading: Reading, i: number, code: number): number {
  const { text } = reading
  const eol = endOfLine(reading, i)
  if (eol === undefined && (code === 91 || code === 37 || text.length - i < LONGEST_OPENING)) return -1
  const end = eol ?? text.length
  if (code === 37 && atLineStart(reading, i)) return passLine(reading, end)
  if (code === 91) {
    const found = readTag(text, i, end, reading.draft !== null)
    if (found !== null) {
      takeTag(reading, found.tag, found.problem)
      return found.end
    }
  } else if (opensMovetext(text, i, end, reading.draft !== null)) {
    gameOf(reading)
    reading.inMoves = true
    return i
  }
  const line = text.slice(i, end)
  if (reading.draft === null) noteStray(reading, reading.line, reading.line, line)
  else
    complain(
      reading.draft,
      reading.line,
      `"${line.trim().slice(0, 60)}" is neither tag nor move; passed over`,
    )
  return passLine(reading, end)
}

/** More than the first word of any movetext. */
const LONGEST_OPENING = 64

function passLine(reading: Reading, end: number): number {
  if (end === reading.text.length && !reading.final) reading.skip = 'line'
  return end
}

/**
 * A tag that the open game has already, after a blank line, begins the next game, as `Event` always does: the open one
 * has no moves.
 */
function takeTag(reading: Reading, tag: readonly [string, string], problem: string | undefined): void {
  const { draft } = reading
  if (draft?.tags.has(tag[0]) && (reading.blank || tag[0] === 'Event')) {
    finishGame(reading, reading.line)
  }
  const open = gameOf(reading)
  addTag(open, tag, reading.line)
  if (problem !== undefined) complain(open, reading.line, problem)
  reading.blank = false
}

/** Can a movetext begin so? After tags also with a marker or a comment alone. */
function opensMovetext(text: string, i: number, end: number, afterTags: boolean): boolean {
  const word = /^\S*/.exec(text.slice(i, Math.min(end, i + LONGEST_OPENING)))?.[0] ?? ''
  if (/^(?:[{;]|\d+\s*[.…])/.test(text.slice(i, Math.min(end, i + LONGEST_OPENING)))) return true
  if (afterTags && (/^[($*]/.test(word) || readResult(word) !== null)) return true
  const move = /^\d+$/.test(word)
    ? (/^\d+\s+(\S+)/.exec(text.slice(i, Math.min(end, i + LONGEST_OPENING)))?.[1] ?? '')
    : word
  return looksLikeMove(move)
}

/** In any language: a short word that names a square or a castling, or the null move. */
const looksLikeMove = (word: string): boolean =>
  word.length <= 12 && (/[a-h][1-8]/.test(word) || /^[Oo0О][-–]?[Oo0О]/.test(word) || word.startsWith('--'))
