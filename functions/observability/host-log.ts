/** The embedded host's log: pino on stderr, since stdout is the command's. */
import { pino } from 'pino'
import { type Log, type LogLevel, logOver } from './log.ts'

/** Lines from `least` on. */
export function hostLog(least: LogLevel): Log {
  const options = {
    level: least,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level: string) => ({ level }) },
  }
  // Synchronous: the last line before an end is the one that matters.
  const lines = pino(options, pino.destination({ fd: 2, sync: true }))
  return logOver((level, fields) => lines[level](fields), least)
}
