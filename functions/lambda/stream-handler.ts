/**
 * The deployed change notifier: the table's stream notifies the consumers. A record says only that its stream has something new; it
 * may come twice, out of order (DynamoDB keeps order per item, and every commit is an item) or not at all.
 */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import type { Consumer } from '../app/change-notifier.ts'

export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>

/**
 * Each consumer is notified once of each stream of the batch. A consumer that cannot be served now (its database does not
 * answer) fails its stream's records: the batch comes again from the first of them on, and the rest is not tried, since
 * it would come again too. A stream that cannot be read is no failure: the projector quarantines it, and the others skip it
 * (`follow-game.ts`).
 */
export function streamHandler(
  consumers: readonly Consumer[],
  onFault: (error: unknown, consumer: string, stream: string) => void,
): StreamHandler {
  return async ({ Records }) => {
    for (const [stream, first] of firstOfEach(Records)) {
      for (const consumer of consumers) {
        try {
          await consumer.onChange(stream)
        } catch (error) {
          onFault(error, consumer.name, stream)
          return { batchItemFailures: [{ itemIdentifier: first }] }
        }
      }
    }
    return { batchItemFailures: [] }
  }
}

/** The batch's streams in the order of their first records, each with that record's sequence number. */
function firstOfEach(records: readonly DynamoDBRecord[]): Map<string, string> {
  const first = new Map<string, string>()
  for (const { dynamodb } of records) {
    const stream = dynamodb?.Keys?.['pk']?.S
    if (stream !== undefined && !first.has(stream)) first.set(stream, dynamodb?.SequenceNumber ?? '')
  }
  return first
}
