/** The deployed sweeper, each minute: what was opened lately is compared with its views, what is behind is heard, and webhooks get what they did not take. */
import type { Context } from 'aws-lambda'
import { openService } from '../app/service.ts'
import { consoleLog } from '../observability/lambda-log.ts'
import { webhookDeliverer } from '../outbound/deliver.ts'
import { projectorOf } from '../projections/projector.ts'
import { type Reconciled, reconcileViews } from '../projections/reconciler.ts'
import { webhookPorts } from './webhook-ports.ts'

const service = openService(webhookPorts())
const log = consoleLog(service.clock.now)
const projector = projectorOf(service, log)
const webhooks = webhookDeliverer(service, {
  log: (line) => log.write('warn', 'webhook-not-taken', { line }),
})

/** How far back openings are looked at: no round is played longer, and older views are swept by `touchmove rebuild`. */
const LOOK_BACK_MS = 14 * 86_400_000
/** What is left for the last stream before the function's time is over, ms. */
const RESERVE_MS = 20_000

export async function handler(_event: unknown, context?: Context): Promise<Reconciled> {
  const since = new Date(service.clock.now() - LOOK_BACK_MS).toISOString()
  const isOver = () => context !== undefined && context.getRemainingTimeInMillis() < RESERVE_MS
  const swept = await reconcileViews(service, projector, since, isOver)
  if (swept.behind.length > 0)
    log.write('warn', 'swept', { behind: swept.behind.length, looked: swept.looked })
  await webhooks.deliverDue(isOver)
  return swept
}
