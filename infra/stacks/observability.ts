/** What is watched: one dashboard, and an alarm for each thing that docs/operations.md has a runbook for. */
import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
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

export class ObservabilityStack extends Stack {
  readonly topic: Topic

  constructor(
    scope: Construct,
    id: string,
    { stage, data, api, projection, anchoring, ...props }: ObservabilityProps,
  ) {
    super(scope, id, props)
    this.topic = new Topic(this, 'alarms', { displayName: `Touchmove ${stage.name}`, enforceSSL: true })
    if (stage.alarmEmail !== undefined) this.topic.addSubscription(new EmailSubscription(stage.alarmEmail))

    const { commands, administration, reads, live, authorizer, winnable } = api
    const { projector, sweeper, deadLetters: unheard } = projection
    const { anchorer } = anchoring
    const functions = [
      commands,
      administration,
      reads,
      live,
      authorizer,
      winnable,
      projector,
      sweeper,
      anchorer,
    ]
    const lag = projector.metric('IteratorAge', { statistic: 'Maximum', period: MINUTE })
    const throttled = data.commits.metricThrottledRequestsForOperations({
      operations: [Operation.PUT_ITEM, Operation.QUERY],
      period: MINUTE,
    })
    const quarantined = this.logged('quarantined', projector, 'stream-set-aside')
    const clockOffset = this.logged('clock-offset', commands, 'clock-offset')
    const notStored = this.logged('not-stored', commands, 'store-unavailable')

    for (const fn of functions)
      this.alarm(
        `${fn.node.id}-errors`,
        fn.metricErrors({ period: MINUTE, statistic: 'Sum' }),
        1,
        'a function fails',
      )
    this.alarm('projection-lag', lag, 60_000, 'views are more than a minute behind the record')
    this.alarm(
      'unheard',
      unheard.metricApproximateNumberOfMessagesVisible({ period: MINUTE }),
      1,
      'bells went unheard',
    )
    this.alarm('quarantined', quarantined, 1, 'a game was put into quarantine')
    this.alarm('not-stored', notStored, 1, 'the database did not answer an append')
    this.alarm('clock-offset', clockOffset, 1, "a reporter's clock is more than half a second off")
    this.alarm(
      'server-errors',
      api.api.metricServerError({ period: MINUTE, statistic: 'Sum' }),
      5,
      'the API answers 5xx',
    )
    this.alarm('throttled', throttled, 1, 'the record table refuses requests for now')

    new Dashboard(this, 'dashboard', {
      dashboardName: `touchmove-${stage.name}`,
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
          graph('Unheard and quarantined', unheard.metricApproximateNumberOfMessagesVisible(), quarantined),
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

  /** Counts a function's log lines of one kind: the structured lines' `event`. */
  private logged(name: string, fn: Lambda, event: string): IMetric {
    const filter = new MetricFilter(this, `${name}-lines`, {
      logGroup: fn.logGroup,
      filterPattern: FilterPattern.stringValue('$.event', '=', event),
      metricNamespace: 'Touchmove',
      metricName: name,
      defaultValue: 0,
    })
    return filter.metric({ statistic: 'Sum', period: MINUTE })
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
