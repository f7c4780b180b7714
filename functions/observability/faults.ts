/** Writes faults of the service to the log and counts them: an unavailable store is a warning, all else an error. */

import { StoreUnavailable } from '../store/commit-log.ts'
import { failureFields, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Logs a fault with the id under which its caller was answered. */
export const faultLogger =
  (log: Log, metrics?: Metrics) =>
  (error: unknown, requestId: string): void => {
    const unavailable = error instanceof StoreUnavailable
    metrics?.count('touchmove_faults_total', { kind: unavailable ? 'unavailable' : 'internal' })
    const event = unavailable ? 'store-unavailable' : 'fault'
    log.write(unavailable ? 'warn' : 'error', event, { requestId, ...failureFields(error) })
  }
