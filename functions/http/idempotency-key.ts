/**
 * The Idempotency-Key header: the same key stands for the same games. Reports are told apart by their
 * own ids: functions/app/idempotency.ts.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { RefusedError } from './reply.ts'

const KEY = /^[\x21-\x7e]{1,200}$/

/** The key, undefined where none is given. Throws a problem (`bad-request`) on one that is no plain word. */
export function idempotencyKeyOf({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): string | undefined {
  const key = headers['idempotency-key']
  if (key !== undefined && !KEY.test(key))
    throw new RefusedError({
      code: 'bad-request',
      message: 'the Idempotency-Key must be 1 to 200 printable ASCII signs without spaces',
    })
  return key
}
