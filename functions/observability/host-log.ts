/** The embedded host's log: pino on stderr, since stdout is the command's. */
import { pino } from 'pino'
import { type Log, type LogLevel, logOver } from './log.ts'

/** `least`: the lowest level that is written. */
export function hostLog(least: LogLevel): Log {
  const options = {
    level: least,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level: string) => ({ level }) },
  }
  // Written synchronously: the last line before the process ends is the one that matters.
  const lines = pino(options, pino.destination({ fd: 2, sync: true }))
  return logOver((level, fields) => lines[level](fields), least)
}
