/** What commands print: JSON, notes on stderr, and times as clocks show them. */
import { writeClock } from '../../../domain/pgn/index.ts'

export const printJson = (value: unknown): void => {
  process.stdout.write(`${visibleText(JSON.stringify(value))}\n`)
}

/** Indented, for reading one value on a terminal. */
export const printValue = (value: unknown): void => {
  process.stdout.write(`${visibleText(JSON.stringify(value, null, 2))}\n`)
}

/** On stdout. What a file, a host or a person says in it can neither steer the terminal nor make a line of its own. */
export const printLine = (line: string): void => {
  process.stdout.write(`${visibleText(line).replaceAll('\n', '\\n')}\n`)
}

/** Lines of our own on stdout, each with its end. */
export const printText = (text: string): void => {
  process.stdout.write(visibleText(text))
}

/** On stderr, as `printLine`. */
export const printNote = (line: string): void => {
  process.stderr.write(`${visibleText(line).replaceAll('\n', '\\n')}\n`)
}

/** Controls, and signs that turn the direction of what is read after them. */
const STEERING = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

const codeOf = (sign: string): string => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`

/** With controls other than a line's end and a tab, and signs that turn the direction, written as their codes: in JSON the same text. */
export const visibleText = (text: string): string =>
  text.replaceAll(STEERING, (sign) => (sign === '\n' || sign === '\t' ? sign : codeOf(sign)))

/** `1:29:51` or, with milliseconds that are no whole seconds, `1:29:51.250`. */
export const printClock = (ms: number): string => writeClock(ms)
