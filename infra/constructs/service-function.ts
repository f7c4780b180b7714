/** Makes a Lambda function of the service: with its code, its log group, the names of its tables, and a role that may change no commit. */
import type { Duration } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  Function as Lambda,
  Code as LambdaCode,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import type { Construct } from 'constructs'
import { CATALOGUE } from '../../functions/store/table-keys.ts'
import { ALL_TABLES } from '../../functions/store/tables.ts'
import { type FunctionName, NODE_OPTIONS } from '../bundles.ts'
import { NEVER_ON_COMMITS } from '../never-on-commits.ts'
import { acknowledge } from '../policy-checks.ts'
import type { DataStack } from '../stacks/data.ts'
import { type DeploymentStage, reservedShare } from '../stage.ts'

/** The folder of each function's bundle. */
export type Code = Readonly<Record<FunctionName, string>>

interface ServiceFunctionProps {
  readonly stage: DeploymentStage
  readonly code: Code
  /** Null where the function uses no table. */
  readonly data: DataStack | null
  readonly description: string
  readonly memoryMb: number
  readonly timeout: Duration
  /** The share, 0 to 1, of the account's concurrent executions that is reserved for it; unset: it uses what is not reserved. */
  readonly share?: number
  /** Set for functions that answer the API's requests: they refuse those that did not come through CloudFront. */
  readonly isBehindEdge?: true
  /** Further environment variables. */
  readonly environment?: Readonly<Record<string, string>>
}

export function serviceFunction(scope: Construct, name: FunctionName, props: ServiceFunctionProps): Lambda {
  const { stage, code, data, description, memoryMb, timeout, share, isBehindEdge, environment } = props
  const reserved = share === undefined ? undefined : reservedShare(stage, share)
  const logGroup = new LogGroup(scope, `${name}-logs`, {
    retention: stage.logRetention,
    removalPolicy: stage.removalPolicy,
  })
  const role = new Role(scope, `${name}-role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    description: `What the function ${name} may do`,
  })
  logGroup.grantWrite(role)
  if (data !== null) denyChanges(role, data.commits)
  acknowledge(role, 'IAM5[Resource::*]', 'Traces belong to no resource: X-Ray takes them for the account.')
  return new Lambda(scope, name, {
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    code: LambdaCode.fromAsset(code[name]),
    handler: 'index.handler',
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    tracing: Tracing.ACTIVE,
    description,
    memorySize: memoryMb,
    timeout,
    ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
    environment: {
      NODE_OPTIONS,
      ...environment,
      ...(data !== null && {
        ...Object.fromEntries(
          ALL_TABLES.map((table) => [`TABLE_${table.toUpperCase()}`, data[table].tableName]),
        ),
        ...(stage.dividesOpenings && { DIVIDED_OPENINGS: 'yes' }),
        ...(isBehindEdge && { ORIGIN_SECRET: data.originSecret.secretValue.unsafeUnwrap() }),
        TOKEN_KEYS: StringParameter.valueForStringParameter(scope, tokenKeysParameter(stage)),
      }),
    },
  })
}

/** Name of the SSM parameter with the public halves of the token keys, written before the first deployment (docs/deploy.md). */
export const tokenKeysParameter = ({ name }: DeploymentStage): string => `/touchmove/${name}/token-keys`

const denyChanges = (role: Role, commits: TableV2) =>
  role.addToPrincipalPolicy(
    new PolicyStatement({
      sid: 'CommitsAreNeverChanged',
      effect: Effect.DENY,
      actions: NEVER_ON_COMMITS,
      resources: [commits.tableArn],
    }),
  )

/** Reads documents, singly and by partition, without a scan. Tests in test/infra compare what each function may do with what it does. */
export const READ_ITEMS = ['dynamodb:GetItem', 'dynamodb:Query']

/** Reads, puts and deletes documents, singly and in batches: never for the table of commits. */
export const READ_WRITE_ITEMS = [
  ...READ_ITEMS,
  'dynamodb:PutItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
]

/** Reads commits: those of a stream are a partition. */
export const READ_COMMITS = ['dynamodb:Query']

/** Lets a function list all streams by the catalogue, and read each stream's first commit. */
export function allowCatalogue(fn: Lambda, commits: TableV2): void {
  allow(fn, ['dynamodb:Query'], `${commits.tableArn}/index/${CATALOGUE}`)
  allow(fn, ['dynamodb:BatchGetItem'], commits.tableArn)
}

/** Allows actions on resources, given by their ARNs, in the function's role. */
export const allow = (fn: Lambda, actions: readonly string[], ...resources: readonly string[]) =>
  fn.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }))
