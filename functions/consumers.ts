/** The consumers of the record that a host and the deployed functions have in common. A host has more: `host/background.ts`. */

import type { Consumer } from './app/change-notifier.ts'
import type { Log } from './observability/log.ts'
import { type DelivererDeps, webhookDeliverer } from './outbound/deliver.ts'
import type { ArchiveIndexer } from './projections/archive-indexer.ts'
import type { Projector } from './projections/projector.ts'
import { queueAppends } from './store/append-log.ts'

interface ConsumerDeps extends DelivererDeps {
  readonly projector: Projector
  readonly archiveIndexer: ArchiveIndexer
}

export const consumersOf = (service: ConsumerDeps, log?: Log): readonly Consumer[] => [
  // First: what others fail at is in the log of appends all the same.
  { name: 'append-log', debounced: true, onChange: (stream) => queueAppends(service, stream) },
  // Before the views: a stream whose views are not behind is in the index, and the reconciler need not look at both.
  service.archiveIndexer,
  service.projector,
  webhookDeliverer(
    service,
    log === undefined ? {} : { log: (line) => log.write('warn', 'webhook-not-taken', { line }) },
  ),
]
