/** Faults of ours become a line in the log and a figure: a store that is away is a warning, all else an error. */

import { StoreUnavailable } from '../store/commit-log.ts'
import { failureFields, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Tells of a fault, with the id under which its caller was answered. */
export const faultLogger =
  (log: Log, metrics?: Metrics) =>
  (error: unknown, requestId: string): void => {
    const unavailable = error instanceof StoreUnavailable
    metrics?.count('touchmove_faults_total', { kind: unavailable ? 'unavailable' : 'internal' })
    const event = unavailable ? 'store-unavailable' : 'fault'
    log.write(unavailable ? 'warn' : 'error', event, { requestId, ...failureFields(error) })
  }
