/** The instant that counts as the present for what is shown. */
import { serverAheadMs } from '../api/client.ts'
import { connectionStatus } from './connection.ts'

/**
 * The service's present, ms since 1970, less `delayMinutes`. Without a connection it stands still: a clock that ran on would show what
 * is not known.
 */
export function presentInstant(delayMinutes = 0): number {
  const { state, since } = connectionStatus.peek()
  return (state === 'stale' ? since : Date.now()) + serverAheadMs.peek() - delayMinutes * 60_000
}
