/** Makes the views: the table's stream notifies the projector, the reconciler finds what it missed, and the rebuilder makes all views anew. */
import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction, SfnStateMachine } from 'aws-cdk-lib/aws-events-targets'
import type { CfnFunction, Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import {
  Choice,
  Condition,
  DefinitionBody,
  JsonPath,
  LogLevel,
  Map as MapState,
  StateMachine,
  Succeed,
  TaskInput,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'
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
import { type DeploymentStage, rebuildConcurrency, webhookEnvironment } from '../stage.ts'
import type { DataStack } from './data.ts'

interface ProjectionProps extends StackProps {
  readonly stage: DeploymentStage
  readonly data: DataStack
  readonly code: Code
}

export class ProjectionStack extends Stack {
  readonly projector: Lambda
  readonly reconciler: Lambda
  readonly rebuilder: Lambda
  readonly rebuild: StateMachine
  /** Positions in the table's stream whose records could not be processed; the reconciler projects them all the same. */
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
    this.allowFolding(this.projector, data)
    // It queues streams for the log of appends.
    allow(this.projector, ['dynamodb:PutItem'], data.registry.tableArn)
    // It writes a game's rows of the archive's index in a batch.
    allow(this.projector, READ_WRITE_ITEMS, data.views.tableArn)
    subscribeToCommits(this.projector, data.commits, this.deadLetters)

    this.reconciler = serviceFunction(this, 'reconciler', {
      ...common,
      timeout: Duration.minutes(5),
      description: 'Sequences appends and projects what was missed',
      // One execution at a time where the quota is a thousand. Two would do the same work twice, which harms nothing.
      share: 0.001,
    })
    this.allowFolding(this.reconciler, data)
    allowCatalogue(this.reconciler, data.commits)
    // It sequences the log of appends.
    allow(this.reconciler, ['dynamodb:PutItem', 'dynamodb:DeleteItem'], data.registry.tableArn)
    allow(this.reconciler, READ_WRITE_ITEMS, data.views.tableArn)

    this.rebuilder = serviceFunction(this, 'rebuilder', {
      ...common,
      environment: {},
      timeout: Duration.minutes(5),
      description: 'Makes views anew after a release that reads others',
    })
    this.allowFolding(this.rebuilder, data)
    allowCatalogue(this.rebuilder, data.commits)
    allow(this.rebuilder, ['dynamodb:PutItem', 'dynamodb:DeleteItem'], data.registry.tableArn)
    allow(this.rebuilder, READ_WRITE_ITEMS, data.views.tableArn)
    this.rebuild = this.rebuildMachine(stage)
    new Rule(this, 'every-five-minutes', {
      description: 'Makes the views anew where a release reads others',
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [
        new SfnStateMachine(this.rebuild, {
          input: RuleTargetInput.fromObject({ turn: 0 }),
          retryAttempts: 0,
          maxEventAge: Duration.minutes(1),
        }),
      ],
    })
    new Rule(this, 'every-minute', {
      description: 'Reconciles the views',
      schedule: Schedule.rate(Duration.minutes(1)),
      // What one run misses, the run a minute later finds.
      targets: [new LambdaFunction(this.reconciler, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    })
  }

  /**
   * Makes all views anew after a release with another version of them, in parts, several at once. An execution that finds nothing to do
   * ends at once, and each goes on where a failed one ended.
   */
  private rebuildMachine(stage: DeploymentStage): StateMachine {
    const plan = new LambdaInvoke(this, 'plan', {
      lambdaFunction: this.rebuilder,
      payload: TaskInput.fromObject({
        step: 'plan',
        leader: JsonPath.stringAt('$$.Execution.Id'),
        turn: JsonPath.numberAt('$.turn'),
      }),
      payloadResponseOnly: true,
    })
    const part = new LambdaInvoke(this, 'part', { lambdaFunction: this.rebuilder, payloadResponseOnly: true })
    const parts = new MapState(this, 'parts', {
      itemsPath: '$.parts',
      itemSelector: { step: 'part', part: JsonPath.objectAt('$$.Map.Item.Value') },
      maxConcurrency: rebuildConcurrency(stage),
      resultPath: JsonPath.DISCARD,
    }).itemProcessor(part)
    const wait = new Wait(this, 'wait', { time: WaitTime.duration(Duration.seconds(30)) })
    const next = new Choice(this, 'next')
      .when(Condition.stringEquals('$.state', 'parts'), parts.next(plan))
      .when(Condition.stringEquals('$.state', 'wait'), wait.next(plan))
      .otherwise(new Succeed(this, 'end'))
    const machine = new StateMachine(this, 'rebuild', {
      definitionBody: DefinitionBody.fromChainable(plan.next(next)),
      comment: 'Makes all views anew, part by part',
      tracingEnabled: true,
      logs: {
        destination: new LogGroup(this, 'rebuild-logs', {
          retention: stage.logRetention,
          removalPolicy: stage.removalPolicy,
        }),
        level: LogLevel.ALL,
      },
    })
    const { logicalId } = this.rebuilder.node.defaultChild as CfnFunction
    acknowledge(
      machine.role,
      `IAM5[Resource::<${this.resolve(logicalId) as string}.Arn>:*]`,
      'It calls this one function, in whatever version.',
    )
    acknowledge(machine.role, 'IAM5[Resource::*]', 'Traces and the delivery of logs belong to no resource.')
    return machine
  }

  private allowFolding(fn: Lambda, data: DataStack): void {
    allow(fn, READ_COMMITS, data.commits.tableArn)
    allow(fn, READ_ITEMS, data.persons.tableArn, data.registry.tableArn)
  }
}
