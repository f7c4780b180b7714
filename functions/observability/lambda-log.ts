/**
 * The log of deployed functions: JSON lines on stdout, which the platform keeps. Not Powertools' logger: these are the host's
 * lines (host-log.ts), cut and without secrets, which runbooks and metric filters read. They are written past the
 * runtime's own console, which would put a line of JSON as text into another one, where no metric filter finds its fields.
 */
import { type Log, type LogLevel, logOver } from './log.ts'

/** `least`: the lowest level that is written. */
export const consoleLog = (
  now: () => number,
  least: LogLevel = 'info',
  print: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Log =>
  logOver(
    (level, fields) => print(JSON.stringify({ level, time: new Date(now()).toISOString(), ...fields })),
    least,
  )
