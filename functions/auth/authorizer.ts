/** A Lambda authorizer for an HTTP API (simple response): turns requests with a token that does not hold away at the front door. */
import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerResult } from 'aws-lambda'
import type { Authenticate } from './authenticate.ts'

/** Routes that need no token are not put behind it; what a token may do is decided by the use cases. */
export const authorizer =
  (authenticate: Authenticate) =>
  async ({ headers }: APIGatewayRequestAuthorizerEventV2): Promise<APIGatewaySimpleAuthorizerResult> => {
    const principal = await authenticate(headers?.['authorization'])
    return { isAuthorized: principal.ok && principal.value !== null }
  }
