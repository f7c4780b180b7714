/** Monitoring: one dashboard, and the cloud's alarms, each with a runbook in docs/operations.md; the edge's are in guard.ts. */
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

/** The operations that the functions use. */
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
  /** The namespace of metrics made from log lines: stages in one account are counted apart. */
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

    const { projector, reconciler, rebuilder } = projection
    const { commands, administration, reads, authorizer, winnable } = api
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
    for (const fn of functions) this.functionAlarms(fn)
    for (const consumer of [projector, anchorer]) this.consumerLagAlarm(consumer)
    for (const name of ALL_TABLES) this.tableAlarms(name, data[name])
    const quarantined = this.logged(
      'quarantined',
      [projector, reconciler, rebuilder, administration],
      'stream-set-aside',
    )
    this.alarm('quarantined', quarantined, 1, 'a game was put into quarantine')
    this.projectionAlarms(projection)
    this.requestAlarms(api)
    const notProcessed = this.logged('not-processed', [projector, anchorer, reconciler], 'not-heard')
    this.alarm('not-processed', notProcessed, 5, 'a consumer keeps failing')
    this.anchoringAlarms(anchoring)
    this.dashboard(stage, { data, api, projection }, functions, quarantined)
  }

  private functionAlarms(fn: Lambda): void {
    const name = fn.node.id
    const sum = { period: MINUTE, statistic: 'Sum' }
    this.alarm(`${name}-errors`, fn.metricErrors(sum), 1, 'a function fails')
    this.alarm(`${name}-throttles`, fn.metricThrottles(sum), 1, 'a function has no room for more requests')
  }

  private consumerLagAlarm(consumer: Lambda): void {
    this.alarm(
      `${consumer.node.id}-lag`,
      this.iteratorAge(consumer),
      60_000,
      'a consumer is more than a minute behind the record',
    )
  }

  private tableAlarms(name: string, table: DataStack['commits']): void {
    const every = { operations: OPERATIONS, period: MINUTE }
    this.alarm(
      `${name}-throttled`,
      table.metricThrottledRequestsForOperations(every),
      1,
      'a table refuses requests for now',
    )
    this.alarm(`${name}-system-errors`, table.metricSystemErrorsForOperations(every), 1, 'a table fails')
  }

  private projectionAlarms({ deadLetters, rebuild }: ProjectionStack): void {
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
  }

  /** Alarms on requests that were not answered as they should have been. */
  private requestAlarms({ api, commands, administration, reads, winnable }: ApiStack): void {
    const answering = [commands, administration, reads, winnable]
    const storing = [commands, administration, reads]
    const notStored = this.logged('not-stored', storing, 'store-unavailable')
    this.alarm('not-stored', notStored, 1, 'the database did not answer')
    this.alarm('faults', this.logged('faults', answering, 'fault'), 1, 'a request was answered with 500')
    const clockOffset = this.logged('clock-offset', [commands], 'clock-offset')
    this.alarm('clock-offset', clockOffset, 1, "a reporter's clock is more than half a second off")
    const serverErrors = api.metricServerError({ period: MINUTE, statistic: 'Sum' })
    this.alarm('server-errors', serverErrors, 5, 'the API answers 5xx')
  }

  private anchoringAlarms({ anchorer }: AnchoringStack): void {
    const unanchored = this.logged('unanchored', [anchorer], 'unanchored', '$.oldestSeconds')
    this.alarm('unanchored', unanchored, 600, 'a stream has waited ten minutes for its anchor')
    const contradicted = this.logged('log-contradicted', [anchorer], 'log-contradicted')
    this.alarm('log-contradicted', contradicted, 1, 'a witness saw another record under this name')
    const unwitnessed = this.logged('unwitnessed', [anchorer], 'checkpoint-signed', '$.unwitnessedSeconds')
    this.alarm('unwitnessed', unwitnessed, 600, 'an entry of the log has waited ten minutes for a witness')
  }

  private dashboard(
    stage: DeploymentStage,
    { data, api, projection }: Pick<ObservabilityProps, 'data' | 'api' | 'projection'>,
    functions: readonly Lambda[],
    quarantined: IMetric,
  ): void {
    const { deadLetters, projector } = projection
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
          graph('Projection lag', this.iteratorAge(projector)),
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

  /** Age of the oldest record of the table's stream that a consumer has not processed, ms. */
  private iteratorAge(consumer: Lambda): IMetric {
    return consumer.metric('IteratorAge', { statistic: 'Maximum', period: MINUTE })
  }

  /** A metric of the log lines of one `event`, of several functions together: their number, or the greatest `value`, a field in them. */
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
