/** Subscribes a function to the stream of the commits' table; records that it cannot process end in a dead-letter queue. */
import { Duration } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { FilterCriteria, FilterRule, type Function as Lambda, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { Queue } from 'aws-cdk-lib/aws-sqs'

export function subscribeToCommits(fn: Lambda, commits: TableV2, deadLetters: Queue): void {
  fn.addEventSource(
    new DynamoEventSource(commits, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      // One bad record must not hold a shard: halve the batch, try again five times, then give it to the dead-letter queue.
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(6),
      // Notifications need no order, so a shard is processed by ten batches at once, the most that Lambda allows (docs/scale.md).
      parallelizationFactor: 10,
      onFailure: new SqsDlq(deadLetters),
      filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT') })],
    }),
  )
}
