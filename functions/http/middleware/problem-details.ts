/**
 * Turns errors into problem details (RFC 9457); the details of unforeseen ones go to the operator's log and not to the caller.
 * middy's http-error-handler is not used, since it answers with plain text.
 */

import { RecordDamaged } from '../../app/stored-events.ts'
import { StoreUnavailable } from '../../store/commit-log.ts'
import { ItemDamaged } from '../../store/document-item.ts'
import { problem, RefusedError, type Reply } from '../reply.ts'
import type { Middleware } from './routed.ts'

/** Called for every error that is not a refusal, with the request's id. */
export type OnFault = (error: unknown, requestId: string) => void

export function problemDetails(onFault: OnFault): Middleware {
  return {
    onError(request) {
      const { error, event } = request
      if (error instanceof RefusedError) {
        request.response = problem(error.failure)
        return
      }
      onFault(error, event.routed.requestId)
      request.response =
        unreadable(error) ??
        (error instanceof StoreUnavailable
          ? problem({
              code: 'unavailable',
              message: 'the record cannot be reached just now; send the request again',
            })
          : problem({
              code: 'internal',
              message: `the service failed; its log knows more under ${event.routed.requestId}`,
            }))
    },
  }
}

/** The answer where the stored record is damaged or of a later format, else null. The log names the stream, the answer does not. */
function unreadable(error: unknown): Reply | null {
  if (error instanceof RecordDamaged && error.isLaterFormat)
    return problem({
      code: 'later-format',
      message: 'this record is whole, but a later version of the program wrote it: update this one',
    })
  if (error instanceof RecordDamaged || error instanceof ItemDamaged)
    return problem({
      code: 'damaged',
      message: 'what is stored of this is damaged; `touchmove verify --all` names it',
    })
  return null
}
