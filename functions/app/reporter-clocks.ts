/** How far each reporter's clock was off, as far as the reports said when they were sent. */
import type { GameRecord } from './games.ts'

export interface ReporterClock {
  /** Events' `principal`. */
  readonly reporter: string
  /** Our clock minus the reporter's at the time of sending, ms, transit included: reported instants are known to ± that. */
  readonly offset: number
  /** Seq of the last event reported with the time of sending. */
  readonly seq: number
}

/** By what was reported up to event `seq`: each reporter's last, in the order of those events. */
export function reporterClocks({ reporters, clockOffsets }: GameRecord, seq: number): ReporterClock[] {
  const clocks = new Map<string, ReporterClock>()
  for (const [k, reporter] of reporters.slice(0, seq).entries()) {
    const offset = clockOffsets[k] ?? null
    if (offset === null) continue
    clocks.delete(reporter)
    clocks.set(reporter, { reporter, offset, seq: k + 1 })
  }
  return [...clocks.values()]
}
