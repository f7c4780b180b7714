/** The deployed doorbell: the record's table has something new, and who follows the record goes and reads. */
import { consoleLog } from '../log/console.ts'
import { failureFields } from '../log/log.ts'
import { openService } from '../record/service.ts'
import { consumersOf } from '../stream/consumers.ts'
import { streamHandler } from '../stream/handler.ts'
import { webhookPorts } from './webhook-ports.ts'

const service = openService(webhookPorts())
const log = consoleLog(service.clock.now)

export const handler = streamHandler(consumersOf(service, log), (error, consumer, stream) =>
  log.write('error', 'not-heard', { consumer, stream, ...failureFields(error) }),
)
