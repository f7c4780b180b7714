/** The Lambda function of the consumers, which the stream of the table of commits notifies. */

import { openService } from '../app/service.ts'
import { consumersOf } from '../consumers.ts'
import { consoleLog } from '../observability/lambda-log.ts'
import { failureFields } from '../observability/log.ts'
import { createArchiveIndexer } from '../projections/archive-indexer.ts'
import { createProjector } from '../projections/projector.ts'
import { streamHandler } from './stream-handler.ts'
import { webhookPorts } from './webhook-ports.ts'

const core = openService(webhookPorts())
const log = consoleLog(core.clock.now)
const service = {
  ...core,
  projector: createProjector(core, log),
  archiveIndexer: createArchiveIndexer(core),
}

export const handler = streamHandler(consumersOf(service, log), (error, consumer, stream) =>
  log.write('error', 'not-heard', { consumer, stream, ...failureFields(error) }),
)
