/** The ports of the functions that deal with webhooks: with where the operator lets these go. */

import { parseTargets } from '../outbound/targets.ts'
import type { Ports } from '../ports.ts'
import { deployedPorts } from './ports.ts'

/** `WEBHOOKS_TO`: anywhere on the public internet unless said. Throws, and so fails a deployment's first call, where it is wrong. */
export function webhookPorts(): Ports {
  const list = process.env['WEBHOOKS_TO']
  if (list === undefined) return deployedPorts()
  const targets = parseTargets(list)
  if (!targets.ok) throw new Error(`WEBHOOKS_TO: ${targets.error.message}`)
  return { ...deployedPorts(), webhookTargets: targets.value }
}
