/** Everybody who follows the record and keeps what he makes of it: heard by the host's doorbell and by the deployed one. */
import { archiveIndexer } from '../archive-index/indexer.ts'
import type { Log } from '../log/log.ts'
import { webhookDeliverer } from '../push/deliver.ts'
import type { Service } from '../record/service.ts'
import { projectorOf } from '../views/projector.ts'
import type { Consumer } from './doorbell.ts'

export const consumersOf = (service: Service, log?: Log): readonly Consumer[] => [
  projectorOf(service, log),
  archiveIndexer(service),
  webhookDeliverer(
    service,
    log === undefined ? {} : { log: (line) => log.write('warn', 'webhook-not-taken', { line }) },
  ),
]
