/** The inside of a comment: embedded commands taken out, the rest kept as text. */
import { readClock } from './clock-text.ts'
import type { PgnAnnotations, PgnCommand } from './game.ts'

/** Shared by everything that carries nothing, so that a plain move costs no lists. */
export const NONE: readonly never[] = Object.freeze([])

/** The list with one more. The first makes a list of its own; the others are added to it, each at the same cost. */
export function plus<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item]
  ;(list as T[]).push(item)
  return list
}

export function addComment(into: PgnAnnotations, text: string): void {
  into.comments = plus(into.comments, text)
}

export function addNag(into: PgnAnnotations, nag: number): void {
  into.nags = plus(into.nags, nag)
}

/** What a comment had that its readers should know of. */
export interface CommentFinds {
  /** A command was broken across lines. */
  broken: boolean
  /** Sentences about what could not be read. */
  readonly problems: string[]
}

/**
 * Reads what stands between the braces into `into`. A `%clk` or `%emt` that cannot be read, or comes a second time, is
 * kept among the commands with a problem.
 */
export function readComment(into: PgnAnnotations, raw: string, finds: CommentFinds): void {
  let from = 0
  let text = ''
  for (;;) {
    const open = raw.indexOf('[%', from)
    if (open < 0) break
    const close = endOfCommand(raw, open + 2)
    if (close < 0) {
      finds.problems.push('a command in a comment has no closing bracket; kept as text')
      break
    }
    text = joined(text, raw, from, open)
    readCommand(into, raw, open + 2, close, finds)
    from = close + 1
  }
  text = joined(text, raw, from, raw.length)
  if (text !== '') addComment(into, text)
}

/** The index of the bracket that ends the command whose name begins at `i`; brackets in quoted operands do not count. */
function endOfCommand(raw: string, i: number): number {
  const close = raw.indexOf(']', i)
  const quote = raw.indexOf('"', i)
  if (quote < 0 || quote > close) return close
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
  finds: CommentFinds,
): void {
  let nameEnd = start
  while (nameEnd < end && raw.charCodeAt(nameEnd) > 32) nameEnd++
  let from = nameEnd
  while (from < end && raw.charCodeAt(from) <= 32) if (raw.charCodeAt(from++) === 10) finds.broken = true
  let to = end
  while (to > from && raw.charCodeAt(to - 1) <= 32) to--
  const name = raw.slice(start, nameEnd)
  if (name === 'clk' || name === 'emt') {
    const ms = readClock(raw, from, to)
    if (ms !== null && into[name] === undefined) {
      into[name] = ms
      return
    }
    const given = raw.slice(from, to)
    finds.problems.push(
      ms === null
        ? `%${name} "${given}" is no time; h:mm:ss is due`
        : `a second %${name} "${given}" after the same move; the first one counts`,
    )
  }
  const command: PgnCommand = { name, operands: from < to ? operandsOf(tidy(raw.slice(from, to))) : [] }
  into.commands = plus(into.commands, command)
}

/** Operands are split at commas; a quoted one may hold commas and loses its quotes. */
function operandsOf(text: string): string[] {
  if (!text.includes('"')) return text.split(',').map((operand) => operand.trim())
  const operands: string[] = []
  let quoted = false
  let operand = ''
  for (const char of text) {
    if (char === '"') quoted = !quoted
    else if (char === ',' && !quoted) {
      operands.push(operand.trim())
      operand = ''
    } else operand += char
  }
  operands.push(operand.trim())
  return operands
}

function joined(text: string, raw: string, from: number, to: number): string {
  if (from >= to) return text
  const piece = tidy(raw.slice(from, to))
  return text === '' || piece === '' ? text + piece : `${text} ${piece}`
}

/** A line break and the blanks around it are one space. */
export const tidy = (text: string): string =>
  (text.includes('\n') ? text.replace(/[ \t]*\n\s*/g, ' ') : text).trim()
