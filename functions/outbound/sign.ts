/**
 * Signatures of deliveries by the Standard Webhooks specification: HMAC-SHA256 over id, instant and body. They are made with
 * node:crypto, since the specification's package takes base64 secrets alone.
 */
import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/**
 * The signature headers. `seconds`: since 1970. A secret is base64 after `whsec_`; one without that prefix is taken as UTF-8
 * text.
 */
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
