/** What is stored: the record, persons, settings, views, and the bucket under object lock that holds the anchors. */
import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup'
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { Schedule } from 'aws-cdk-lib/aws-events'
import {
  AnyPrincipal,
  Effect,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectLockRetention,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { CATALOGUE, CATALOGUE_KEYS, COMMIT_KEYS, DOCUMENT_KEYS } from '../../functions/store/table-keys.ts'
import type { TableNames } from '../../functions/store/tables.ts'
import { NEVER_ON_COMMITS } from '../never-on-commits.ts'
import { acknowledge } from '../policy-checks.ts'
import type { DeploymentStage } from '../stage.ts'

interface DataProps extends StackProps {
  readonly stage: DeploymentStage
}

export class DataStack extends Stack implements Readonly<Record<keyof TableNames, TableV2>> {
  /** The record. Its stream only notifies: keys are enough. */
  readonly commits: TableV2
  /** Persons and free texts: all that must be erasable. */
  readonly persons: TableV2
  readonly registry: TableV2
  readonly views: TableV2
  readonly anchors: Bucket
  /** Who read which file of which bucket. */
  readonly accessLogs: Bucket
  readonly anchorKey: Key
  /** What the edge says to the API's functions, so that they answer nobody who goes past it. */
  readonly originSecret: Secret

  constructor(scope: Construct, id: string, { stage, ...props }: DataProps) {
    super(scope, id, props)
    const common = {
      billing: Billing.onDemand({
        maxReadRequestUnits: stage.ceilings.read,
        maxWriteRequestUnits: stage.ceilings.write,
      }),
      encryption: TableEncryptionV2.awsManagedKey(),
      deletionProtection: stage.deletionProtection,
      removalPolicy: stage.keep,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    }
    this.commits = new TableV2(this, 'commits', {
      ...common,
      ...keys(COMMIT_KEYS),
      globalSecondaryIndexes: [
        { indexName: CATALOGUE, ...keys(CATALOGUE_KEYS), projectionType: ProjectionType.KEYS_ONLY },
      ],
      dynamoStream: StreamViewType.KEYS_ONLY,
      resourcePolicy: new PolicyDocument({ statements: [neverChanged(stage)] }),
    })
    const documents = (name: string) => new TableV2(this, name, { ...common, ...keys(DOCUMENT_KEYS) })
    this.persons = documents('persons')
    this.registry = documents('registry')
    // Views can be rebuilt from the record.
    this.views = documents('views')

    this.accessLogs = new Bucket(this, 'access-logs', {
      ...PRIVATE_BUCKET,
      // CloudFront's standard logs are written by an access list.
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      lifecycleRules: [{ expiration: Duration.days(stage.logRetention) }],
      removalPolicy: RemovalPolicy.RETAIN,
    })
    acknowledge(this.accessLogs, 'S1', 'It holds the access logs; its own would feed themselves.')

    this.anchors = new Bucket(this, 'anchors', {
      ...PRIVATE_BUCKET,
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: 'anchors/',
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(365 * stage.anchorYears)),
      // Under object lock nothing else is possible.
      removalPolicy: RemovalPolicy.RETAIN,
    })
    this.originSecret = new Secret(this, 'origin-secret', {
      description: 'The edge shows it to the functions behind it',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.keep,
    })
    acknowledge(
      this.originSecret,
      'SMG4',
      'The edge and the functions take it over with a deployment: a rotation by itself would part them.',
    )
    if (stage.deletionProtection) this.longBackups(stage)
    this.anchorKey = new Key(this, 'anchor-key', {
      description: 'Signs the anchors of the record',
      keySpec: KeySpec.ECC_NIST_EDWARDS25519,
      keyUsage: KeyUsage.SIGN_VERIFY,
      // Old anchors must stay verifiable for as long as the record is read.
      removalPolicy: RemovalPolicy.RETAIN,
    })
  }

  /**
   * Once a month, for ten years, in a vault that nobody can shorten. Of the record, which holds no names, and the registry: persons
   * can be erased, and their table's own recovery forgets after 35 days.
   */
  private longBackups({ keep }: DeploymentStage): void {
    const vault = new BackupVault(this, 'vault', {
      lockConfiguration: { minRetention: Duration.days(36), changeableFor: Duration.days(3) },
      removalPolicy: keep,
    })
    const plan = new BackupPlan(this, 'backups', {
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'monthly',
          scheduleExpression: Schedule.cron({ day: '1', hour: '3', minute: '0' }),
          deleteAfter: Duration.days(3650),
        }),
      ],
    })
    const role = new Role(this, 'backup-role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup'),
      ],
    })
    acknowledge(
      role,
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      'The service keeps this policy in step with what its backups of tables ask for.',
    )
    plan.addSelection('tables', {
      role,
      resources: [this.commits, this.registry].map(({ tableArn }) => BackupResource.fromArn(tableArn)),
    })
  }
}

/** Of every bucket: encrypted, private, TLS only. */
export const PRIVATE_BUCKET = {
  encryption: BucketEncryption.S3_MANAGED,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
} as const

const keys = ({ partition, sort }: typeof COMMIT_KEYS) => ({
  partitionKey: attribute(partition),
  sortKey: attribute(sort),
})

const attribute = ([name, type]: (typeof COMMIT_KEYS)['partition']) => ({
  name,
  type: type === 'S' ? AttributeType.STRING : AttributeType.NUMBER,
})

/** Of any account, since a template names none: a role of this path is made by the service alone. */
const REPLICATION_ROLE =
  'arn:*:iam::*:role/aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication'

/** On the table itself, beside each role's own policy: also a role made later, or by hand, changes no commit. */
const neverChanged = ({ deletionProtection }: DeploymentStage) =>
  new PolicyStatement({
    sid: 'CommitsAreNeverChanged',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    // The role by which DynamoDB keeps replicas in step (developer guide, "Using IAM with global tables"): denied, no replica can be
    // added. It puts there what was put here, and nobody else can take it on.
    conditions: { ArnNotLike: { 'aws:PrincipalArn': REPLICATION_ROLE } },
    // A stage that is only tried out may be taken down again.
    actions: [...NEVER_ON_COMMITS, ...(deletionProtection ? ['dynamodb:DeleteTable'] : [])],
    resources: ['*'],
  })
