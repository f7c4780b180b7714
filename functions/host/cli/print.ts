/** What commands print: JSON, notes on stderr, and times as clocks show them. */
import { writeClock } from '../../../domain/pgn/index.ts'

export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** Indented, for reading one value on a terminal. */
export const printValue = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

export const printNote = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** `1:29:51` or, with milliseconds that are no whole seconds, `1:29:51.250`. */
export const printClock = (ms: number): string => writeClock(ms)
