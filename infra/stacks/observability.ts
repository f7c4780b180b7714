/** Monitoring: one dashboard, and the cloud's alarms, each with a runbook in docs/operations.md; the edge's is in guard.ts. */
import { Aws, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Operation } from 'aws-cdk-lib/aws-dynamodb'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { ALL_TABLES } from '../../functions/store/tables.ts'
import type { DeploymentStage } from '../stage.ts'
import type { AnchoringStack } from './anchoring.ts'
import type { ApiStack } from './api.ts'
import type { DataStack } from './data.ts'
import type { ProjectionStack } from './projection.ts'

interface ObservabilityProps extends StackProps {
  readonly stage: DeploymentStage
  readonly data: DataStack
  readonly api: ApiStack
  readonly projection: ProjectionStack
  readonly anchoring: AnchoringStack
}

const MINUTE = Duration.minutes(1)

/** What the functions ask of tables. */
const OPERATIONS = [
  Operation.GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.DELETE_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.BATCH_WRITE_ITEM,
]

export class ObservabilityStack extends Stack {
  readonly topic: Topic
  /** Of the metrics made from log lines: stages of one account count apart. */
  private readonly namespace: string

  constructor(
    scope: Construct,
    id: string,
    { stage, data, api, projection, anchoring, ...props }: ObservabilityProps,
  ) {
    super(scope, id, props)
    this.namespace = `Touchmove/${stage.name}`
    this.topic = new Topic(this, 'alarms', { displayName: `Touchmove ${stage.name}`, enforceSSL: true })
    if (stage.alarmEmail !== undefined) this.topic.addSubscription(new EmailSubscription(stage.alarmEmail))

    const { commands, administration, reads, authorizer, winnable } = api
    const { projector, reconciler, rebuilder, rebuild, deadLetters } = projection
    const { anchorer } = anchoring
    const functions = [
      commands,
      administration,
      reads,
      authorizer,
      winnable,
      projector,
      reconciler,
      rebuilder,
      anchorer,
    ]
    const lag = this.iteratorAge(projector)
    const answering = [commands, administration, reads, winnable]
    const quarantined = this.logged(
      'quarantined',
      [projector, reconciler, rebuilder, administration],
      'stream-set-aside',
    )

    for (const fn of functions) {
      const name = fn.node.id
      this.alarm(
        `${name}-errors`,
        fn.metricErrors({ period: MINUTE, statistic: 'Sum' }),
        1,
        'a function fails',
      )
      this.alarm(
        `${name}-throttles`,
        fn.metricThrottles({ period: MINUTE, statistic: 'Sum' }),
        1,
        'a function has no room for more requests',
      )
    }
    for (const consumer of [projector, anchorer])
      this.alarm(
        `${consumer.node.id}-lag`,
        this.iteratorAge(consumer),
        60_000,
        'a consumer is more than a minute behind the record',
      )
    for (const name of ALL_TABLES) {
      const table = data[name]
      this.alarm(
        `${name}-throttled`,
        table.metricThrottledRequestsForOperations({ operations: OPERATIONS, period: MINUTE }),
        1,
        'a table refuses requests for now',
      )
      this.alarm(
        `${name}-system-errors`,
        table.metricSystemErrorsForOperations({ operations: OPERATIONS, period: MINUTE }),
        1,
        'a table fails',
      )
    }
    this.alarm(
      'dead-letters',
      deadLetters.metricApproximateNumberOfMessagesVisible({ period: MINUTE }),
      1,
      'records of the table’s stream were given up',
    )
    this.alarm(
      'rebuild-failed',
      rebuild.metricFailed({ period: MINUTE }),
      1,
      'views were not made anew; the record is read instead',
    )
    this.alarm('quarantined', quarantined, 1, 'a game was put into quarantine')
    this.alarm(
      'not-stored',
      this.logged('not-stored', answering, 'store-unavailable'),
      1,
      'the database did not answer',
    )
    this.alarm('faults', this.logged('faults', answering, 'fault'), 1, 'a request was answered with 500')
    this.alarm(
      'not-processed',
      this.logged('not-processed', [projector, anchorer], 'not-heard'),
      5,
      'a consumer keeps failing',
    )
    this.alarm(
      'clock-offset',
      this.logged('clock-offset', [commands], 'clock-offset'),
      1,
      "a reporter's clock is more than half a second off",
    )
    this.alarm(
      'unanchored',
      this.logged('unanchored', [anchorer], 'unanchored', '$.oldestSeconds'),
      600,
      'a stream has waited ten minutes for its anchor',
    )
    this.alarm(
      'log-contradicted',
      this.logged('log-contradicted', [anchorer], 'log-contradicted'),
      1,
      'a witness saw another record under this name',
    )
    this.alarm(
      'unwitnessed',
      this.logged('unwitnessed', [anchorer], 'checkpoint-signed', '$.unwitnessedSeconds'),
      600,
      'an entry of the log has waited ten minutes for a witness',
    )
    this.alarm(
      'server-errors',
      api.api.metricServerError({ period: MINUTE, statistic: 'Sum' }),
      5,
      'the API answers 5xx',
    )

    new Dashboard(this, 'dashboard', {
      dashboardName: `touchmove-${stage.name}-${Aws.REGION}`,
      widgets: [
        [
          graph(
            'Requests',
            api.api.metricCount({ period: MINUTE }),
            api.api.metricServerError({ period: MINUTE }),
          ),
          graph('Latency, p99', api.api.metricLatency({ period: MINUTE, statistic: 'p99' })),
        ],
        [
          graph('Projection lag', lag),
          graph(
            'Given up and quarantined',
            deadLetters.metricApproximateNumberOfMessagesVisible(),
            quarantined,
          ),
        ],
        [
          graph('Errors', ...functions.map((fn) => fn.metricErrors({ period: MINUTE }))),
          graph(
            'Duration, p99',
            ...functions.map((fn) => fn.metricDuration({ period: MINUTE, statistic: 'p99' })),
          ),
        ],
        [
          graph(
            'Write units',
            data.commits.metricConsumedWriteCapacityUnits({ period: MINUTE, statistic: 'Sum' }),
          ),
          graph(
            'At once',
            ...functions.map((fn) => fn.metric('ConcurrentExecutions', { statistic: 'Maximum' })),
          ),
        ],
      ],
    })
  }

  /** How long the oldest record of the table's stream has waited for a consumer, ms. */
  private iteratorAge(consumer: Lambda): IMetric {
    return consumer.metric('IteratorAge', { statistic: 'Maximum', period: MINUTE })
  }

  /** Counts log lines of one `event`, whichever function writes them; with `value` the largest of a field in them. */
  private logged(name: string, functions: readonly Lambda[], event: string, value?: string): IMetric {
    const [first, ...others] = functions.map(
      (fn) =>
        new MetricFilter(this, `${name}-lines-${fn.node.id}`, {
          logGroup: fn.logGroup,
          filterPattern: FilterPattern.stringValue('$.event', '=', event),
          metricNamespace: this.namespace,
          metricName: name,
          ...(value === undefined ? { defaultValue: 0 } : { metricValue: value }),
        }),
    )
    for (const other of others) other.node.addDependency(first!)
    return first!.metric({ statistic: value === undefined ? 'Sum' : 'Maximum', period: MINUTE })
  }

  private alarm(name: string, metric: IMetric, threshold: number, alarmDescription: string): void {
    const alarm = new Alarm(this, name, {
      metric,
      threshold,
      alarmDescription: `${alarmDescription}: docs/operations.md`,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(this.topic))
  }
}

const graph = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 12 })
