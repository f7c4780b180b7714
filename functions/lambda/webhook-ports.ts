/** The ports of the Lambda functions that enter webhooks or deliver to them. */

import { parseTargets } from '../outbound/targets.ts'
import type { Ports } from '../ports.ts'
import { deployedPorts } from './ports.ts'

/**
 * The deployed ports with the targets that `WEBHOOKS_TO` allows (outbound/targets.ts); without it, any public address. Throws where
 * it is malformed, so that a deployment's first call fails.
 */
export function webhookPorts(): Ports {
  const list = process.env['WEBHOOKS_TO']
  if (list === undefined) return deployedPorts()
  const targets = parseTargets(list)
  if (!targets.ok) throw new Error(`WEBHOOKS_TO: ${targets.error.message}`)
  return { ...deployedPorts(), webhookTargets: targets.value }
}
