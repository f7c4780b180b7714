/** The deployed reconciler: each minute it sequences appends, brings views up to date and delivers what webhooks did not take. */
import type { Context } from 'aws-lambda'
import { openService } from '../app/service.ts'
import { consoleLog } from '../observability/lambda-log.ts'
import { webhookDeliverer } from '../outbound/deliver.ts'
import { createProjector } from '../projections/projector.ts'
import { type Reconciled, reconcileViews } from '../projections/reconciler.ts'
import { sequenceAppends } from '../store/append-log.ts'
import { webhookPorts } from './webhook-ports.ts'

const service = openService(webhookPorts())
const log = consoleLog(service.clock.now)
const projector = createProjector(service, log)
const webhooks = webhookDeliverer(service, {
  log: (line) => log.write('warn', 'webhook-not-taken', { line }),
})

/** What is left for the last stream before the function's time is over, ms. */
const RESERVE_MS = 20_000

export async function handler(_event: unknown, context?: Context): Promise<Reconciled> {
  const isOver = () => context !== undefined && context.getRemainingTimeInMillis() < RESERVE_MS
  await sequenceAppends(service, isOver)
  // The table's stream tells the log of every append: no streams are compared because they are new.
  const swept = await reconcileViews(service, projector, null, isOver)
  if (swept.behind.length > 0)
    log.write('warn', 'swept', { behind: swept.behind.length, looked: swept.looked })
  await webhooks.deliverDue(isOver)
  return swept
}
