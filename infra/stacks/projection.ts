/** From the record to the views: the table's stream rings, the projector folds, the sweeper hears what did not ring. */
import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { FilterCriteria, FilterRule, type Function as Lambda, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { CATALOGUE } from '../../functions/store/table-keys.ts'
import { allow, type Code, READ_ITEMS, serviceFunction } from '../constructs/service-function.ts'
import { acknowledge } from '../policy-checks.ts'
import type { Stage } from '../stage.ts'
import type { DataStack } from './data.ts'

interface ProjectionProps extends StackProps {
  readonly stage: Stage
  readonly data: DataStack
  readonly code: Code
}

export class ProjectionStack extends Stack {
  readonly projector: Lambda
  readonly sweeper: Lambda
  /** Positions in the stream whose bells could not be answered in time; the sweeper finds the games all the same. */
  readonly unheard: Queue

  constructor(scope: Construct, id: string, { stage, data, code, ...props }: ProjectionProps) {
    super(scope, id, props)
    const common = { stage, data, code, memoryMb: 1769, timeout: Duration.minutes(1) }
    this.unheard = new Queue(this, 'unheard', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })

    acknowledge(this.unheard, 'SQS3', 'It is itself the queue for what could not be handled.')

    this.projector = serviceFunction(this, 'projector', {
      ...common,
      description: 'Answers the bell: folds what was stored into the views',
    })
    this.mayProject(this.projector, data)
    this.projector.addEventSource(
      new DynamoEventSource(data.commits, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        // One record of poison must not hold a shard: halve, try five times, put aside.
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 5,
        maxRecordAge: Duration.hours(6),
        // Bells need no order, so that a shard's may be answered in as many lanes as there are (docs/scale.md).
        parallelizationFactor: 10,
        onFailure: new SqsDlq(this.unheard),
        filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT') })],
      }),
    )

    this.sweeper = serviceFunction(this, 'sweeper', {
      ...common,
      timeout: Duration.minutes(5),
      description: 'Finds games whose view is behind and folds them',
      // Two sweeps at once would do the same twice.
      concurrency: 1,
    })
    this.mayProject(this.sweeper, data)
    new Rule(this, 'every-minute', {
      description: 'Sweeps the views',
      schedule: Schedule.rate(Duration.minutes(1)),
      // The next minute sweeps anyway.
      targets: [new LambdaFunction(this.sweeper, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    })
  }

  private mayProject(fn: Lambda, data: DataStack): void {
    allow(fn, [...READ_ITEMS, 'dynamodb:BatchGetItem'], data.commits.tableArn)
    allow(fn, ['dynamodb:Query'], `${data.commits.tableArn}/index/${CATALOGUE}`)
    allow(fn, READ_ITEMS, data.persons.tableArn, data.registry.tableArn)
    allow(fn, [...READ_ITEMS, 'dynamodb:PutItem', 'dynamodb:DeleteItem'], data.views.tableArn)
  }
}
