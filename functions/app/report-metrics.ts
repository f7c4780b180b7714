/** Metrics of reports: the verdicts that arose, and how far the reporters' clocks were off. */
import type { Verdict } from '../../domain/game/index.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'

/** A clock that is off by more raises an alarm: at half a second the order of a flag fall and a move may come out wrong. */
const CLOCK_ALARM_MS = 500

export function countVerdicts({ metrics }: Pick<Ports, 'metrics'>, arisen: readonly Verdict[]): void {
  for (const { rule } of arisen) metrics?.count('touchmove_verdicts_total', { rule })
}

/** `offset`: our clock minus the reporter's, ms. Past half a second the log names the reporter. */
export function reportClockOffset(
  { metrics, alertLog }: Pick<Ports, 'metrics' | 'alertLog'>,
  { id, token, role }: Principal,
  offset: number,
): void {
  metrics?.observe('touchmove_clock_offset_seconds', Math.abs(offset) / 1000)
  if (Math.abs(offset) > CLOCK_ALARM_MS)
    alertLog?.write('warn', 'clock-offset', { reporter: id, token, role, offset })
}
