/**
 * A Lambda authorizer for an HTTP API (simple response): refuses requests whose token does not hold, and hands what the token
 * said to the functions behind it. API Gateway caches the answer for a minute; those functions check revocation and expiry again.
 */
import type {
  APIGatewayProxyEventV2,
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerResult,
  APIGatewaySimpleAuthorizerWithContextResult,
} from 'aws-lambda'
import * as z from 'zod'
import type { TokenVerifier, VerifiedToken } from './authenticate.ts'
import { TOKEN_ROLES } from './roles.ts'

const context = z.object({
  id: z.string(),
  token: z.string(),
  role: z.enum(TOKEN_ROLES),
  scope: z.string(),
  until: z.number(),
})

type Context = z.output<typeof context>

/** Routes that need no token are not put behind it; what a token may do is decided by the use cases. */
export const authorizer =
  ({ verify }: Pick<TokenVerifier, 'verify'>) =>
  async ({
    headers,
  }: APIGatewayRequestAuthorizerEventV2): Promise<
    APIGatewaySimpleAuthorizerResult | APIGatewaySimpleAuthorizerWithContextResult<Context>
  > => {
    const found = await verify(headers?.['authorization'])
    if (!found.ok || found.value === null) return { isAuthorized: false }
    const { principal, until } = found.value
    return { isAuthorized: true, context: { ...principal, until } }
  }

/** What the authorizer found of a request that came through it, else null. Only API Gateway writes a request's context. */
export function verifiedInFront({ requestContext }: APIGatewayProxyEventV2): VerifiedToken | null {
  const { authorizer: front } = requestContext as { authorizer?: { lambda?: unknown } }
  const parsed = context.safeParse(front?.lambda)
  if (!parsed.success) return null
  const { until, ...principal } = parsed.data
  return { principal, until }
}
