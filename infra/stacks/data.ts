/** What is stored: the tables of the service, the bucket under object lock that holds the anchors, keys, secrets and long backups. */
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
  /** The record. Its stream has the keys alone: consumers read the commits themselves. */
  readonly commits: TableV2
  /** Persons and free texts: all that must be erasable. */
  readonly persons: TableV2
  /** Tournaments, tokens, webhooks, anchors and the log of appends. */
  readonly registry: TableV2
  /** What is folded of the record, and can be made again from it. */
  readonly views: TableV2
  readonly anchors: Bucket
  /** Access logs of the buckets and of CloudFront. */
  readonly accessLogs: Bucket
  readonly anchorKey: Key
  /** The secret that CloudFront sends with each request: the API's functions refuse requests without it. */
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
      removalPolicy: stage.removalPolicy,
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
    this.views = documents('views')

    this.accessLogs = new Bucket(this, 'access-logs', {
      ...PRIVATE_BUCKET,
      // CloudFront writes its standard logs by an access control list, which the setting allows.
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
      removalPolicy: stage.removalPolicy,
    })
    acknowledge(
      this.originSecret,
      'SMG4',
      'The edge and the functions take it over with a deployment: a rotation by itself would part them.',
    )
    if (stage.deletionProtection) this.longBackups(stage)
    this.anchorKey = new Key(this, 'anchor-key', {
      description: 'Signs the anchors of the record and the checkpoints of its log',
      keySpec: KeySpec.ECC_NIST_EDWARDS25519,
      keyUsage: KeyUsage.SIGN_VERIFY,
      // Old anchors must stay verifiable for as long as the record is read.
      removalPolicy: RemovalPolicy.RETAIN,
    })
  }

  /**
   * Backs up the record, which holds no names, and the registry: once a month, stored for ten years in a vault whose backups nobody
   * can delete earlier. The table of persons is left out, since persons can be erased: its point-in-time recovery ends after 35 days.
   */
  private longBackups({ removalPolicy }: DeploymentStage): void {
    const vault = new BackupVault(this, 'vault', {
      lockConfiguration: { minRetention: Duration.days(36), changeableFor: Duration.days(3) },
      removalPolicy,
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

/** Settings of every bucket: encrypted, private, TLS only. */
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

/** DynamoDB's role for replicas, in any account: a template names none, and only the service can make a role of this path. */
const REPLICATION_ROLE =
  'arn:*:iam::*:role/aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication'

/** Denies changes in the table's own policy, besides those of the roles: a role that is made later, or by hand, changes no commit either. */
const neverChanged = ({ deletionProtection }: DeploymentStage) =>
  new PolicyStatement({
    sid: 'CommitsAreNeverChanged',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    // DynamoDB updates replicas by this role (developer guide, "Using IAM with global tables"), so that none could be added if it were
    // denied. It writes there what was written here, and nobody else can assume it.
    conditions: { ArnNotLike: { 'aws:PrincipalArn': REPLICATION_ROLE } },
    // The table of a stage without deletion protection may be deleted with its stack.
    actions: [...NEVER_ON_COMMITS, ...(deletionProtection ? ['dynamodb:DeleteTable'] : [])],
    resources: ['*'],
  })
