/** All consumers of the record: notified by the host's change notifier and by the deployed one. */

import type { Consumer } from './app/change-notifier.ts'
import type { Service } from './app/service.ts'
import type { Log } from './observability/log.ts'
import { webhookDeliverer } from './outbound/deliver.ts'
import { archiveIndexer } from './projections/archive-indexer.ts'
import { projectorOf } from './projections/projector.ts'
import { queueAppends } from './store/append-log.ts'

export const consumersOf = (service: Service, log?: Log): readonly Consumer[] => [
  // First: what others fail at is in the log of appends all the same.
  { name: 'append-log', debounced: true, onChange: (stream) => queueAppends(service, stream) },
  projectorOf(service, log),
  archiveIndexer(service),
  webhookDeliverer(
    service,
    log === undefined ? {} : { log: (line) => log.write('warn', 'webhook-not-taken', { line }) },
  ),
]
