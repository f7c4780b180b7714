/** What commands print: JSON, notes on stderr, and times as clocks show them. */
import { writeClock } from '../../../domain/pgn/index.ts'

export const printJson = (value: unknown): void => {
  process.stdout.write(`${visibleText(JSON.stringify(value))}\n`)
}

/** Indented, for reading one value on a terminal. */
export const printValue = (value: unknown): void => {
  process.stdout.write(`${visibleText(JSON.stringify(value, null, 2))}\n`)
}

/** One line on stdout. Text of a file, a host or a person in it can neither control the terminal nor begin another line. */
export const printLine = (line: string): void => {
  process.stdout.write(`${visibleText(line).replaceAll('\n', '\\n')}\n`)
}

/** A text of several lines on stdout, of which each has its line break already; other control characters are written as their codes. */
export const printText = (text: string): void => {
  process.stdout.write(visibleText(text))
}

/** On stderr, as `printLine`. */
export const printNote = (line: string): void => {
  process.stderr.write(`${visibleText(line).replaceAll('\n', '\\n')}\n`)
}

/** Control characters, line and paragraph separators, and characters that change the direction of the text after them. */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

const escapeOf = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`

/** The text with control characters, other than line breaks and tabs, written as `\u001b` and the like: in JSON it means the same. */
export const visibleText = (text: string): string =>
  text.replaceAll(CONTROL_CHARACTERS, (character) =>
    character === '\n' || character === '\t' ? character : escapeOf(character),
  )

/** `1:29:51` or, with milliseconds that are no whole seconds, `1:29:51.250`. */
export const printClock = (ms: number): string => writeClock(ms)
