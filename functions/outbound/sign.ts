/**
 * Signatures of deliveries, as Standard Webhooks write them: HMAC-SHA256 over id, instant and body. One call of Node's own, in
 * place of a package that takes base64 secrets alone.
 */
import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** `seconds`: since 1970. A secret that begins with `whsec_` is base64 after it; any other is taken letter by letter. */
export function signatureHeaders(
  secret: string,
  id: string,
  seconds: number,
  body: string,
): Record<string, string> {
  const key = secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8')
  const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${mac}`,
  }
}
