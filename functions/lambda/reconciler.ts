/**
 * The Lambda function of the reconciler: each minute it sequences appends, brings consumers up to date that missed a notification,
 * and sends deliveries again that webhooks did not take.
 */
import type { Context } from 'aws-lambda'
import { openService } from '../app/service.ts'
import { consoleLog } from '../observability/lambda-log.ts'
import { failureFields } from '../observability/log.ts'
import { webhookDeliverer } from '../outbound/deliver.ts'
import { createArchiveIndexer } from '../projections/archive-indexer.ts'
import { createProjector, type Projector } from '../projections/projector.ts'
import { type Reconciled, reconcileViews } from '../projections/reconciler.ts'
import { sequenceAppends } from '../store/append-log.ts'
import { StoreUnavailable } from '../store/commit-log.ts'
import { webhookPorts } from './webhook-ports.ts'

const service = openService(webhookPorts())
const log = consoleLog(service.clock.now)
const projector = createProjector(service, log)
const archiveIndexer = createArchiveIndexer(service)
const webhooks = webhookDeliverer(service, {
  log: (line) => log.write('warn', 'webhook-not-taken', { line }),
})

/** Logs a failure of one stream, so that it does not stop the others; throws StoreUnavailable on. */
async function unlessFaulty(consumer: string, stream: string, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    log.write('error', 'not-heard', { consumer, stream, ...failureFields(error) })
  }
}

/**
 * The views come last: where this ends before, the stream is still behind when the next minute looks, and all of it is done
 * again.
 */
const allConsumers: Projector = {
  ...projector,
  async onChange(stream) {
    await unlessFaulty(archiveIndexer.name, stream, archiveIndexer.onChange(stream))
    await unlessFaulty(webhooks.name, stream, webhooks.queueChanges(stream))
    await projector.onChange(stream)
  },
}

/** What is left for the last stream before the function's time is over, ms. */
const RESERVE_MS = 20_000

export async function handler(_event: unknown, context?: Context): Promise<Reconciled> {
  const isOver = () => context !== undefined && context.getRemainingTimeInMillis() < RESERVE_MS
  await sequenceAppends(service, isOver)
  // The table's stream queues every append for the log, so no streams are compared for being new (`since` null).
  const reconciled = await reconcileViews(service, allConsumers, null, isOver)
  if (reconciled.behind.length > 0)
    log.write('warn', 'views-were-behind', { streams: reconciled.behind.length, first: reconciled.behind[0] })
  await webhooks.deliverDue(isOver)
  return reconciled
}
