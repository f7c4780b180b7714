/**
 * Turns whatever was thrown into a problem; what nobody foresaw is told to the operator, not to the caller. Not middy's
 * http-error-handler, whose answers are texts and no problem details (RFC 9457).
 */
import { StoreUnavailable } from '../../store/commit-log.ts'
import { problem, Refused } from '../reply.ts'
import type { Middleware } from './routed.ts'

/** Hears of faults of ours, with the request's id. */
export type OnFault = (error: unknown, requestId: string) => void

export function problemDetails(onFault: OnFault): Middleware {
  return {
    onError(request) {
      const { error, event } = request
      if (error instanceof Refused) {
        request.response = problem(error.failure)
        return
      }
      onFault(error, event.routed.requestId)
      request.response =
        error instanceof StoreUnavailable
          ? problem({
              code: 'unavailable',
              message: 'the record cannot be reached just now; send the request again',
            })
          : problem({
              code: 'internal',
              message: `the service failed; its log knows more under ${event.routed.requestId}`,
            })
    },
  }
}
