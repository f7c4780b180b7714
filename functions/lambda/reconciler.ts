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
  const reconciled = await reconcileViews(service, projector, null, isOver)
  if (reconciled.behind.length > 0)
    log.write('warn', 'views-were-behind', { streams: reconciled.behind.length, first: reconciled.behind[0] })
  await webhooks.deliverDue(isOver)
  return reconciled
}
