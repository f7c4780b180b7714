/** Authenticates the request. An invalid token is refused on open routes too: its sender expects to see more than the public. */
import type { Authenticate } from '../../auth/authenticate.ts'
import { verifiedInFront } from '../../auth/authorizer.ts'
import type { InvalidTokenDelay } from '../../auth/invalid-token-delay.ts'
import { clientNetwork } from '../client-network.ts'
import { RefusedError } from '../reply.ts'
import type { Middleware } from './routed.ts'

/** `open`: the route serves requests without a token. */
export function authentication(
  authenticate: Authenticate,
  open: boolean,
  invalidTokenDelay?: InvalidTokenDelay,
): Middleware {
  return {
    async before({ event }) {
      const principal = await authenticate(event.headers['authorization'], verifiedInFront(event))
      if (!principal.ok) {
        if ((await invalidTokenDelay?.(clientNetwork(event.requestContext.http.sourceIp))) === 'too-many')
          throw new RefusedError({
            code: 'slow-down',
            message: `too many tokens from here do not hold; of this one: ${principal.error.message}`,
          })
        const headers = { 'www-authenticate': 'Bearer realm="touchmove", error="invalid_token"' }
        throw new RefusedError({ ...principal.error, headers })
      }
      if (principal.value === null && !open)
        throw new RefusedError({
          code: 'not-authenticated',
          message: 'this needs an Authorization header: "Bearer " and a token',
        })
      event.routed.principal = principal.value
    },
  }
}
