/** The table's stream as it really comes: in batches, doubled, out of order, with records missing. */
import type { DynamoDBRecord } from 'aws-lambda'
import type { Consumer } from '../../../functions/app/change-notifier.ts'
import { type StreamHandler, streamHandler } from '../../../functions/lambda/stream-handler.ts'
import { sleep } from '../../kit/store.ts'
import type { Director } from './director.ts'

export interface Notifications {
  notify(stream: string): void
  /** Faults off: everything that is still to be delivered is. */
  drain(consumers: readonly Consumer[]): Promise<void>
}

/** Delivers to the consumer that runs at that time; one that dies in the middle leaves its batch to the next. */
export function openNotifications(
  director: Director,
  consumers: () => readonly Consumer[],
  running: () => boolean,
): Notifications {
  const queue: DynamoDBRecord[] = []
  let number = 0
  const record = (stream: string): DynamoDBRecord => ({
    eventName: 'INSERT',
    dynamodb: { Keys: { pk: { S: stream }, sk: { N: '0' } }, SequenceNumber: String(++number) },
  })

  const deliver = async (handler: StreamHandler): Promise<void> => {
    const batch = queue.splice(0, 1 + director.below(8))
    const { batchItemFailures } = await handler({ Records: batch })
    const failed = batchItemFailures[0]?.itemIdentifier
    const from = batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed)
    if (from >= 0) queue.unshift(...batch.slice(from))
  }

  const loop = async () => {
    while (running()) {
      if (queue.length === 0) await sleep(3)
      else await Promise.race([deliver(streamHandler(consumers(), () => {})), sleep(1_000)])
    }
  }
  void loop()

  return {
    notify(stream) {
      if (director.strikes('stream record lost', 0.3)) return
      const place = director.strikes('stream record out of order', 0.5)
        ? director.below(queue.length + 1)
        : queue.length
      queue.splice(place, 0, record(stream))
      if (director.strikes('stream record doubled', 0.5)) queue.push(record(stream))
    },
    async drain(to) {
      const handler = streamHandler(to, (error) => {
        throw error
      })
      while (queue.length > 0) await deliver(handler)
    },
  }
}
