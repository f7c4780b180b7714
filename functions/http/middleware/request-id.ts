/** Gives every request an id that answers and logs share. */
import type { Ids } from '../../ports.ts'
import type { Middleware } from './routed.ts'

export const REQUEST_ID = 'x-request-id'

/** The caller's own id is used if it has this form. */
const PLAIN = /^[\w-]{1,64}$/

/** The id of a request. `given`: its own `x-request-id` header. */
export const requestIdOf = (given: string | undefined, ids: Ids): string =>
  given !== undefined && PLAIN.test(given) ? given : ids.next()

export function requestId(ids: Ids): Middleware {
  const addHeader: NonNullable<Middleware['after']> = ({ event, response }) => {
    if (response) response.headers = { ...response.headers, [REQUEST_ID]: event.routed.requestId }
  }
  return {
    before({ event }) {
      event.routed.requestId = requestIdOf(event.headers[REQUEST_ID], ids)
    },
    after: addHeader,
    onError: addHeader,
  }
}
