/** Gives every request an id that answers and logs share. */
import type { Ids } from '../../ports.ts'
import type { Middleware } from './routed.ts'

const HEADER = 'x-request-id'

/** The caller's own id is kept if it is a plain word. */
const PLAIN = /^[\w-]{1,64}$/

export function requestId(ids: Ids): Middleware {
  const tell: NonNullable<Middleware['after']> = ({ event, response }) => {
    if (response) response.headers = { ...response.headers, [HEADER]: event.routed.requestId }
  }
  return {
    before({ event }) {
      const given = event.headers[HEADER] ?? ''
      event.routed.requestId = PLAIN.test(given) ? given : ids.next()
    },
    after: tell,
    onError: tell,
  }
}
