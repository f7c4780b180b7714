/** A function that hears the record's table: each of its bells in one of many lanes, none lost without a trace. */
import { Duration } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { FilterCriteria, FilterRule, type Function as Lambda, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { Queue } from 'aws-cdk-lib/aws-sqs'

export function subscribeToCommits(fn: Lambda, commits: TableV2, unheard: Queue): void {
  fn.addEventSource(
    new DynamoEventSource(commits, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      // One record of poison must not hold a shard: halve, try five times, put aside.
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(6),
      // Bells need no order, so that a shard's may be answered in as many lanes as there are (docs/scale.md).
      parallelizationFactor: 10,
      onFailure: new SqsDlq(unheard),
      filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT') })],
    }),
  )
}
