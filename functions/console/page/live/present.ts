/** Which instant is the present for what is shown. */
import { serverAheadMs } from '../api/client.ts'
import { connectionStatus } from './connection.ts'

/**
 * The service's present, `delayMinutes` ago where the public sees it late. Without a connection it stands still:
 * clocks that ran on would tell what nobody knows.
 */
export function presentInstant(delayMinutes = 0): number {
  const { state, since } = connectionStatus.peek()
  return (state === 'stale' ? since : Date.now()) + serverAheadMs.peek() - delayMinutes * 60_000
}
