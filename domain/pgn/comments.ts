/** Reads the text of a comment: its embedded commands, and what is left as its words. */
import { readClock } from './clock-text.ts'
import type { PgnAnnotations, PgnCommand } from './game.ts'
import type { CommentProblem } from './problem.ts'

/** The list of all that have no items of a kind; most moves have no annotations and so no lists of their own. */
export const EMPTY_LIST: readonly never[] = Object.freeze([])

/** Returns the list with one item more. The first item makes a new list; a further one is pushed onto that list. */
export function withAppended<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item]
  ;(list as T[]).push(item)
  return list
}

export function addComment(into: PgnAnnotations, text: string): void {
  into.comments = withAppended(into.comments, text)
}

export function addNag(into: PgnAnnotations, nag: number): void {
  into.nags = withAppended(into.nags, nag)
}

const BLANK = 32
const CLOSE_BRACKET = 93
const CLOSE_BRACE = 125
const CLOCK_COMMAND = '[%clk '
/** A longer reading is left to `readComment`. */
const MAX_READING_LENGTH = 16

/**
 * Reads a comment at `start` that is ` [%clk 1:30:08] ` and nothing else, as nearly all comments of a broadcast are, without
 * copying it. Returns the index behind it, or `start` for any other comment.
 */
export function readClockComment(text: string, start: number, into: PgnAnnotations): number {
  let i = start + 1
  while (text.charCodeAt(i) === BLANK) i++
  if (!text.startsWith(CLOCK_COMMAND, i)) return start
  const from = i + CLOCK_COMMAND.length
  let close = from
  while (text.charCodeAt(close) !== CLOSE_BRACKET) if (close++ === from + MAX_READING_LENGTH) return start
  i = close + 1
  while (text.charCodeAt(i) === BLANK) i++
  const clk = text.charCodeAt(i) === CLOSE_BRACE ? readClock(text, from, close) : null
  if (clk === null) return start
  into.clk = clk
  return i + 1
}

/** What was odd in a comment. */
export interface CommentIssues {
  /** A command was broken across lines. */
  brokenAcrossLines: boolean
  /** What could not be read. */
  readonly problems: CommentProblem[]
}

/**
 * Reads what stands between the braces into `into`. A `%clk` or `%emt` that cannot be read, or comes a second time, becomes one of
 * the commands, with a problem.
 */
export function readComment(into: PgnAnnotations, raw: string, issues: CommentIssues): void {
  let from = 0
  let text = ''
  for (;;) {
    const open = raw.indexOf('[%', from)
    if (open < 0) break
    const close = endOfCommand(raw, open + 2)
    if (close < 0) {
      issues.problems.push({ code: 'command-open', name: '', text: '' })
      break
    }
    text = withPiece(text, raw, from, open)
    readCommand(into, raw, open + 2, close, issues)
    from = close + 1
  }
  text = withPiece(text, raw, from, raw.length)
  if (text !== '') addComment(into, text)
}

/** The index of the bracket that ends the command whose name begins at `i`; brackets in quoted operands do not count. */
function endOfCommand(raw: string, i: number): number {
  const close = raw.indexOf(']', i)
  if (close < 0 || !raw.slice(i, close).includes('"')) return close
  let quoted = false
  for (; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    if (code === 34) quoted = !quoted
    else if (code === 93 && !quoted) return i
  }
  return close
}

function readCommand(
  into: PgnAnnotations,
  raw: string,
  start: number,
  end: number,
  issues: CommentIssues,
): void {
  let nameEnd = start
  while (nameEnd < end && raw.charCodeAt(nameEnd) > 32) nameEnd++
  let from = nameEnd
  while (from < end && raw.charCodeAt(from) <= 32)
    if (raw.charCodeAt(from++) === 10) issues.brokenAcrossLines = true
  let to = end
  while (to > from && raw.charCodeAt(to - 1) <= 32) to--
  const name = raw.slice(start, nameEnd)
  if (name === 'clk' || name === 'emt') {
    const ms = readClock(raw, from, to)
    if (ms !== null && into[name] === undefined) {
      into[name] = ms
      return
    }
    issues.problems.push({ code: ms === null ? 'no-time' : 'second-time', name, text: raw.slice(from, to) })
  }
  const command: PgnCommand = {
    name,
    operands: from < to ? operandsOf(collapseLineBreaks(raw.slice(from, to))) : [],
  }
  into.commands = withAppended(into.commands, command)
}

/** Operands are split at commas; a quoted one may hold commas and brackets, and loses the quotes that the writer sets again for them. */
function operandsOf(text: string): string[] {
  if (!text.includes('"')) return text.split(',').map((operand) => operand.trim())
  const operands: string[] = []
  let quoted = false
  let operand = ''
  for (const char of text) {
    if (char === '"') quoted = !quoted
    if (char === ',' && !quoted) {
      operands.push(operand)
      operand = ''
    } else operand += char
  }
  operands.push(operand)
  return operands.map((each) => (/[,\]]/.test(each) ? each.replaceAll('"', '') : each).trim())
}

function withPiece(text: string, raw: string, from: number, to: number): string {
  if (from >= to) return text
  const piece = collapseLineBreaks(raw.slice(from, to))
  return text === '' || piece === '' ? text + piece : `${text} ${piece}`
}

/** A line break and the blanks around it are one space. */
export function collapseLineBreaks(text: string): string {
  if (!text.includes('\n')) return text.trim()
  const [first = '', ...others] = text.split('\n')
  const lines = others.map((line) => line.trimStart()).filter((line) => line !== '')
  return [first, ...lines].map(withoutBlanksBehind).join(' ').trim()
}

function withoutBlanksBehind(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end--
  return line.slice(0, end)
}
