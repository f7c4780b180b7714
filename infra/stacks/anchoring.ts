/** Tamper evidence: signs the record's heads and stores the signatures where nobody can delete them. */
import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { subscribeToCommits } from '../constructs/commit-subscription.ts'
import {
  allow,
  type Code,
  READ_COMMITS,
  READ_ITEMS,
  READ_WRITE_ITEMS,
  serviceFunction,
} from '../constructs/service-function.ts'
import { acknowledge } from '../policy-checks.ts'
import { type DeploymentStage, witnessEnvironment } from '../stage.ts'
import type { DataStack } from './data.ts'
import type { ProjectionStack } from './projection.ts'

interface AnchoringProps extends StackProps {
  readonly stage: DeploymentStage
  readonly data: DataStack
  readonly projection: ProjectionStack
  readonly code: Code
}

export class AnchoringStack extends Stack {
  readonly anchorer: Lambda

  constructor(scope: Construct, id: string, { stage, data, projection, code, ...props }: AnchoringProps) {
    super(scope, id, props)
    this.anchorer = serviceFunction(this, 'anchorer', {
      stage,
      code,
      data,
      description: 'Signs the heads of the record and its log: each minute, and at once when a game ends',
      memoryMb: 1769,
      timeout: Duration.minutes(1),
      environment: {
        ANCHOR_KEY: data.anchorKey.keyArn,
        ANCHOR_BUCKET: data.anchors.bucketName,
        ANCHOR_DAYS: String(365 * stage.anchorYears),
        ...witnessEnvironment(stage),
      },
    })
    // It sequences the log of appends too, and reads the heads of many streams at once.
    allow(this.anchorer, [...READ_COMMITS, 'dynamodb:BatchGetItem'], data.commits.tableArn)
    allow(this.anchorer, READ_ITEMS, data.persons.tableArn)
    allow(this.anchorer, READ_WRITE_ITEMS, data.registry.tableArn)
    allow(this.anchorer, ['kms:Sign', 'kms:GetPublicKey'], data.anchorKey.keyArn)
    allow(this.anchorer, ['s3:PutObject', 's3:PutObjectRetention'], data.anchors.arnForObjects('anchors/*'))
    // The rule's finding names the bucket as the template does: by the name under which the data stack exports it.
    const exported = this.resolve(data.exportValue(data.anchors.bucketArn)) as { 'Fn::ImportValue': string }
    acknowledge(
      this.anchorer.role!,
      `IAM5[Resource::${exported['Fn::ImportValue']}/anchors/*]`,
      'Each anchor is an object of its own under this prefix.',
    )
    subscribeToCommits(this.anchorer, data.commits, projection.deadLetters)
    new Rule(this, 'every-minute', {
      description: 'Anchors what changed, signs a checkpoint of the log',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(this.anchorer, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    })
  }
}
