/** Tag pairs, `[Name "value"]`, as the standard has them and as people write them. */
import type { PgnTag } from './game.ts'

const isNameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95

const skipBlanks = (text: string, i: number): number => {
  while (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9) i++
  return i
}

/** Whether the character is a blank of any width, a control character or an invisible mark: of the byte order, of the direction of writing. */
export const isBlank = (code: number): boolean =>
  code <= 32 || (code >= 0xa0 && (code === 0xa0 || code === 0xfeff || isWideBlank(code)))

const isWideBlank = (code: number): boolean =>
  (code >= 0x2000 && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202f) ||
  (code >= 0x205f && code <= 0x2064) ||
  code === 0x3000

/** The quotation marks that word processors put in place of the straight one. */
const PRINTED_QUOTES = '“”„‟'

const isQuote = (code: number): boolean => code === 34 || (code >= 0x201c && code <= 0x201f)

/**
 * Does a tag pair begin at `at`, as far as its opening quotation mark? Undefined where the text ends before that is
 * known. (A comment's `[%clk` or a line of prose in brackets is none.)
 */
export function beginsTag(text: string, at: number): boolean | undefined {
  if (text.charCodeAt(at) !== 91) return at < text.length ? false : undefined
  const start = skipBlanks(text, at + 1)
  let i = start
  while (isNameCode(text.charCodeAt(i))) i++
  if (i === text.length) return undefined
  if (i === start) return false
  const quote = skipBlanks(text, i)
  return quote === text.length ? undefined : isQuote(text.charCodeAt(quote))
}

export interface TagLine {
  readonly tag: PgnTag
  /** Where reading goes on. */
  readonly end: number
  /** What was mended. */
  readonly problem?: 'tag-quotes' | 'tag-open' | 'tag-open-quote' | 'tag-bare' | 'tag-printed-quotes'
}

/** The seven tags with which a game begins (PGN 8.1.1). */
export const ROSTER: ReadonlySet<string> = new Set([
  'Event',
  'Site',
  'Date',
  'Round',
  'White',
  'Black',
  'Result',
])

const BARE_EVENT = /^\[[ \t]*Event[ \t]+[^"\s\]]/

/** Whether the line at `at` may be an `Event` without quotation marks; a line of tags behind it says that it is. */
export const maybeBareEvent = (text: string, at: number): boolean => BARE_EVENT.test(text.slice(at, at + 64))

/**
 * Reads one tag pair of a line that ends at `eol`; null when it is none. Mended: quotation marks inside the value that
 * are not escaped, a missing closing quotation mark or bracket, and, `inHeader` alone, a value without quotation marks.
 */
export function readTag(text: string, at: number, eol: number, inHeader: boolean): TagLine | null {
  const start = skipBlanks(text, at + 1)
  let i = start
  while (i < eol && isNameCode(text.charCodeAt(i))) i++
  if (i === start || i >= eol) return null
  const name = text.slice(start, i)
  i = skipBlanks(text, i)
  if (text.charCodeAt(i) !== 34 && isQuote(text.charCodeAt(i))) return readPrintedValue(text, name, i, eol)
  if (text.charCodeAt(i) !== 34) return inHeader ? readBareValue(text, name, i, eol) : null
  let value = ''
  let from = ++i
  let inner = false
  for (; i < eol; i++) {
    const code = text.charCodeAt(i)
    if (code === 92 && (text.charCodeAt(i + 1) === 34 || text.charCodeAt(i + 1) === 92)) {
      value += text.slice(from, i)
      from = ++i
    } else if (code === 34) {
      const close = skipBlanks(text, i + 1)
      if (close < eol && text.charCodeAt(close) === 93) {
        const tag: PgnTag = [name, from === i ? value : value + text.slice(from, i)]
        const end = close + 1
        return inner ? { tag, end, problem: 'tag-quotes' } : { tag, end }
      }
      if (close >= eol) {
        return {
          tag: [name, value + text.slice(from, i)],
          end: eol,
          problem: 'tag-open',
        }
      }
      inner = true
    }
  }
  const rest = (value + text.slice(from, eol)).trimEnd()
  const bare = rest.endsWith(']') ? rest.slice(0, -1).trimEnd() : rest
  return { tag: [name, bare], end: eol, problem: 'tag-open-quote' }
}

const PRINTED_VALUE = new RegExp(`^[${PRINTED_QUOTES}](.*?)["${PRINTED_QUOTES}]\\s*\\]`)

/** `[White “Abara, N”]` */
function readPrintedValue(text: string, name: string, i: number, eol: number): TagLine | null {
  const found = PRINTED_VALUE.exec(text.slice(i, eol))
  if (found === null) return readBareValue(text, name, i, eol)
  const [whole, value = ''] = found
  return { tag: [name, value], end: i + whole.length, problem: 'tag-printed-quotes' }
}

function readBareValue(text: string, name: string, i: number, eol: number): TagLine | null {
  const rest = text.slice(i, eol)
  const close = rest.indexOf(']')
  if (close < 0) return ROSTER.has(name) ? { tag: [name, rest.trim()], end: eol, problem: 'tag-open' } : null
  return {
    tag: [name, rest.slice(0, close).trim()],
    end: i + close + 1,
    problem: 'tag-bare',
  }
}
