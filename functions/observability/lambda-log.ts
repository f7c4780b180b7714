/**
 * The log of deployed functions: JSON lines on stdout, which the platform keeps. Not Powertools' logger: these are the host's
 * lines (host.ts), cut and without secrets, which runbooks and metric filters read.
 */
import { type Log, type LogLevel, logOver } from './log.ts'

/** Lines from `least` on. */
export const consoleLog = (
  now: () => number,
  least: LogLevel = 'info',
  print: (line: string) => void = console.log,
): Log =>
  logOver(
    (level, fields) => print(JSON.stringify({ level, time: new Date(now()).toISOString(), ...fields })),
    least,
  )
