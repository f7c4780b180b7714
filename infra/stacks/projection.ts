/** From the record to the views: the table's stream notifies the projector, and the reconciler finds what it missed. */
import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { subscribeToCommits } from '../constructs/commit-subscription.ts'
import {
  allow,
  allowCatalogue,
  type Code,
  READ_COMMITS,
  READ_ITEMS,
  READ_WRITE_ITEMS,
  serviceFunction,
} from '../constructs/service-function.ts'
import { acknowledge } from '../policy-checks.ts'
import { type DeploymentStage, webhookEnvironment } from '../stage.ts'
import type { DataStack } from './data.ts'

interface ProjectionProps extends StackProps {
  readonly stage: DeploymentStage
  readonly data: DataStack
  readonly code: Code
}

export class ProjectionStack extends Stack {
  readonly projector: Lambda
  readonly sweeper: Lambda
  /** Positions in the stream that could not be processed in time; the reconciler finds the streams all the same. */
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { stage, data, code, ...props }: ProjectionProps) {
    super(scope, id, props)
    const environment = webhookEnvironment(stage)
    const common = { stage, data, code, memoryMb: 1769, timeout: Duration.minutes(1), environment }
    this.deadLetters = new Queue(this, 'dead-letters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })

    acknowledge(this.deadLetters, 'SQS3', 'It is itself the queue for what could not be handled.')

    this.projector = serviceFunction(this, 'projector', {
      ...common,
      description: 'Projects what was stored into the views',
    })
    this.mayFold(this.projector, data)
    // Queues streams for the log of appends.
    allow(this.projector, ['dynamodb:PutItem'], data.registry.tableArn)
    // The archive's index puts a game's rows in one go.
    allow(this.projector, READ_WRITE_ITEMS, data.views.tableArn)
    subscribeToCommits(this.projector, data.commits, this.deadLetters)

    this.sweeper = serviceFunction(this, 'sweeper', {
      ...common,
      timeout: Duration.minutes(5),
      description: 'Sequences appends and projects what was missed',
      // One at a time, at a quota of a thousand: two would do the same work twice, which harms nothing.
      share: 0.001,
    })
    this.mayFold(this.sweeper, data)
    allowCatalogue(this.sweeper, data.commits)
    // Keeps the log of appends.
    allow(this.sweeper, ['dynamodb:PutItem', 'dynamodb:DeleteItem'], data.registry.tableArn)
    allow(this.sweeper, [...READ_ITEMS, 'dynamodb:PutItem', 'dynamodb:DeleteItem'], data.views.tableArn)
    new Rule(this, 'every-minute', {
      description: 'Reconciles the views',
      schedule: Schedule.rate(Duration.minutes(1)),
      // The next minute does it anyway.
      targets: [new LambdaFunction(this.sweeper, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    })
  }

  private mayFold(fn: Lambda, data: DataStack): void {
    allow(fn, READ_COMMITS, data.commits.tableArn)
    allow(fn, READ_ITEMS, data.persons.tableArn, data.registry.tableArn)
  }
}
