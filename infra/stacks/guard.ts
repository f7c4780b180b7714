/**
 * What CloudFront has in us-east-1 alone, whatever the stage's region: a web ACL with a rate rule, and alarms on the metrics of the
 * distribution. The stack is deployed by itself (docs/deploy.md), since the edge stack needs its ACL, and it needs the edge stack's
 * distribution.
 */
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import type { DeploymentStage } from '../stage.ts'

/** Requests from one address in five minutes: a page makes 150, so four hundred pages behind the address of a hall are served. */
const MAX_REQUESTS = 60_000

interface GuardProps extends StackProps {
  readonly stage: DeploymentStage
}

export class GuardStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: GuardProps) {
    super(scope, id, props)
    const metric = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName: `touchmove-${stage.name}-${metricName}`,
    })
    const acl = new CfnWebACL(this, 'web-acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metric('requests'),
      rules: [
        {
          name: 'rate',
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: {
            rateBasedStatement: { limit: MAX_REQUESTS, aggregateKeyType: 'IP', evaluationWindowSec: 300 },
          },
          visibilityConfig: metric('too-many'),
        },
      ],
    })
    new CfnOutput(this, 'web-acl-arn', { value: acl.attrArn })
    if (stage.distributionIds.length > 0) this.addAlarms(stage)
  }

  /** Alarms on the errors that readers get, whether the API saw the request or not. */
  private addAlarms(stage: DeploymentStage): void {
    const topic = new Topic(this, 'alarms', {
      displayName: `Touchmove ${stage.name}, the edge`,
      enforceSSL: true,
    })
    if (stage.alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(stage.alarmEmail))
    for (const [n, distributionId] of stage.distributionIds.entries())
      new Alarm(this, n === 0 ? 'edge-errors' : `edge-errors-${n + 1}`, {
        metric: new Metric({
          namespace: 'AWS/CloudFront',
          metricName: '5xxErrorRate',
          dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
          statistic: 'Average',
          period: Duration.minutes(1),
        }),
        // Percent of all requests.
        threshold: 1,
        evaluationPeriods: 2,
        alarmDescription: 'the edge answers 5xx: docs/operations.md',
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }).addAlarmAction(new SnsAction(topic))
  }
}
