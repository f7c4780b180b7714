/**
 * The Idempotency-Key header of requests that open games: the same key gives the same games. Reports have ids of their own
 * instead (functions/app/idempotency.ts).
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { RefusedError } from './reply.ts'

const KEY = /^[\x21-\x7e]{1,200}$/

/** The key, undefined where none is given. Throws RefusedError (`bad-request`) unless it is 1 to 200 printable ASCII characters. */
export function idempotencyKeyOf({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): string | undefined {
  const key = headers['idempotency-key']
  if (key !== undefined && !KEY.test(key))
    throw new RefusedError({
      code: 'bad-request',
      message: 'the Idempotency-Key must be 1 to 200 printable ASCII characters without spaces',
    })
  return key
}
