/** A Lambda function of the service: its code, its log group, its tables, and the record it cannot change. */
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
  /** Null: it uses no table. */
  readonly data: DataStack | null
  readonly description: string
  readonly memoryMb: number
  readonly timeout: Duration
  /** What share of the account's concurrent executions it has for itself, and no more; unset: of what nobody else has. */
  readonly share?: number
  /** It answers the API's requests: those alone that came through the edge. */
  readonly isBehindEdge?: true
  /** Variables of its own. */
  readonly environment?: Readonly<Record<string, string>>
}

export function serviceFunction(scope: Construct, name: FunctionName, props: ServiceFunctionProps): Lambda {
  const { stage, code, data, description, memoryMb, timeout, share, isBehindEdge, environment } = props
  const reserved = share === undefined ? undefined : reservedShare(stage, share)
  const logGroup = new LogGroup(scope, `${name}-logs`, {
    retention: stage.logRetention,
    removalPolicy: stage.keep,
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
        ...(isBehindEdge && { ORIGIN_SECRET: data.originSecret.secretValue.unsafeUnwrap() }),
        TOKEN_KEYS: StringParameter.valueForStringParameter(scope, tokenKeysParameter(stage)),
      }),
    },
  })
}

/** Where the public halves of the token keys lie; written before the first deployment (docs/deploy.md). */
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

/** Documents read, singly and by partition; never a scan. test/infra holds what each function may against what it does. */
export const READ_ITEMS = ['dynamodb:GetItem', 'dynamodb:Query']

/** Documents read, put and deleted, singly and in batches: never of the commits. */
export const READ_WRITE_ITEMS = [
  ...READ_ITEMS,
  'dynamodb:PutItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
]

/** A stream's commits are a partition: read as one, and each put only where there is none. */
export const READ_COMMITS = ['dynamodb:Query']

/** All streams, by the catalogue, each with its first commit. */
export function allowCatalogue(fn: Lambda, commits: TableV2): void {
  allow(fn, ['dynamodb:Query'], `${commits.tableArn}/index/${CATALOGUE}`)
  allow(fn, ['dynamodb:BatchGetItem'], commits.tableArn)
}

export const allow = (fn: Lambda, actions: readonly string[], ...resources: readonly string[]) =>
  fn.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }))
