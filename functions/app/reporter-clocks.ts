/** How far each reporter's clock was off, by the reports that had a time of sending. */
import type { GameRecord } from './games.ts'

export interface ReporterClock {
  /** Events' `principal`. */
  readonly reporter: string
  /** Our clock minus the reporter's at the time of sending, ms, transit included: reported instants are known to ± that. */
  readonly offset: number
  /** Seq of the last event reported with the time of sending. */
  readonly seq: number
}

/** Each reporter's last offset up to event `seq`, in the order of the events that had it. */
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
