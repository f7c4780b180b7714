/** A stage of the deployment: what differs between `dev` and `prod`, read from the app's context. */
import { RemovalPolicy } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { parseWitnessAddresses } from '../functions/integrity/transparency/witness-address.ts'
import { parseTargets } from '../functions/outbound/targets.ts'

export interface DeploymentStage {
  readonly name: 'dev' | 'prod'
  /** Whether tables and buckets outlive their stack. */
  readonly removalPolicy: RemovalPolicy
  readonly deletionProtection: boolean
  readonly logRetention: RetentionDays
  /** Years for which the anchors' bucket refuses any deletion, even by the account's owner. */
  readonly anchorYears: number
  /** The account's quota of concurrent executions; below 200 none are reserved. */
  readonly concurrency: number
  /** Requests a second that the API takes at most, all clients together; half as many may come at once. */
  readonly apiRate: number
  /** Request units that each table takes a second at most: a flood of requests can cost no more. */
  readonly ceilings: { readonly read: number; readonly write: number }
  /** Whether openings are divided among partitions of the catalogue: only once no release is left on the tables that lists one. */
  readonly dividesOpenings: boolean
  /** ARN of the web ACL before the distribution (of the stack `guard`, in us-east-1), if any. */
  readonly webAclArn: string | undefined
  /** Ids of the distributions for which the stack `guard` has alarms: one a region, once it is deployed. */
  readonly distributionIds: readonly string[]
  /** ARN of the KMS key that signs tokens; unset: tokens are minted by a host with a key in its folder. */
  readonly tokenKey: string | undefined
  /** Address to which alarms are sent. */
  readonly alarmEmail: string | undefined
  /** Where webhooks may go (docs/operations.md); by default anywhere on the public internet. */
  readonly webhooksTo: string | undefined
  /** Witnesses that cosign the checkpoints of the log (docs/operations.md, Witnesses): keys with their addresses. */
  readonly witnesses: string | undefined
  /** The site's domain name and its certificate (in us-east-1, as CloudFront requires). */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined
}

/** Executions of an account's quota that Lambda leaves unreserved. */
const UNRESERVED = 100
/** The smallest quota that an account may have. */
const LEAST_CONCURRENCY = 10

/**
 * Concurrent executions that are reserved for one function, of a share between 0 and 1: no other function can use them up, and it uses
 * no more. Undefined where the quota is too small for any to be reserved.
 */
export const reservedShare = ({ concurrency }: DeploymentStage, share: number): number | undefined =>
  concurrency < 2 * UNRESERVED ? undefined : Math.max(1, Math.floor((concurrency - UNRESERVED) * share))

/** How many parts of the views are rebuilt at once: few where the quota is small, so that readers and reporters have the rest. */
export const rebuildConcurrency = ({ concurrency }: DeploymentStage): number =>
  concurrency < 2 * UNRESERVED ? 2 : 20

/** Requests a second: less than the 10,000 that all APIs of an account share, so that some are left for the others. */
const API_RATE = 4_000

/** Request units a second that a new on-demand table serves from the start: a higher ceiling would limit nothing. */
const NEW_TABLE = { read: 12_000, write: 4_000 } as const

/** The environment of the functions that deal with webhooks. */
export const webhookEnvironment = ({ webhooksTo }: DeploymentStage): Record<string, string> =>
  webhooksTo === undefined ? {} : { WEBHOOKS_TO: webhooksTo }

/** The environment of the function that mints tokens. */
export const tokenKeyEnvironment = ({ tokenKey }: DeploymentStage): Record<string, string> =>
  tokenKey === undefined ? {} : { TOKEN_SIGNING_KEY: tokenKey }

/** The environment of the function that signs checkpoints of the log. */
export const witnessEnvironment = ({ witnesses }: DeploymentStage): Record<string, string> =>
  witnesses === undefined ? {} : { WITNESSES: witnesses }

type ContextReader = (key: string) => unknown

/**
 * Reads a stage from the app's context: `stage` (`dev` by default), and optionally `concurrency` (the account's quota), `maxReadUnits`
 * and `maxWriteUnits` (of a table, a second), `apiRate` (requests a second), `tokenKey`, `webAclArn`, `distributionId`, `alarmEmail`,
 * `webhooksTo`, `witnesses`, `divideOpenings` (`yes`), and `domainName` with `certificateArn`. Throws an Error that names the value at fault.
 */
export function stageOf(context: ContextReader): DeploymentStage {
  const name = context('stage') ?? 'dev'
  if (name !== 'dev' && name !== 'prod') throw new Error(`-c stage=${String(name)}: a stage is dev or prod`)
  const prod = name === 'prod'
  const text = (key: string): string | undefined => {
    const value = context(key)
    if (value === undefined || (typeof value === 'string' && value !== '')) return value
    throw new Error(`-c ${key}: it must be a text that is not empty`)
  }
  const concurrency = Number(context('concurrency') ?? LEAST_CONCURRENCY)
  if (!Number.isInteger(concurrency) || concurrency < LEAST_CONCURRENCY)
    throw new Error(`-c concurrency: a whole number from ${LEAST_CONCURRENCY} on, the account's quota`)
  const limit = (key: string, byDefault: number, what: string): number => {
    const value = Number(context(key) ?? byDefault)
    if (Number.isInteger(value) && value >= 1) return value
    throw new Error(`-c ${key}: a whole number from 1 on, the ${what} a second at most`)
  }
  const units = (key: string, byDefault: number): number => limit(key, byDefault, 'units that a table takes')
  const webhooksTo = text('webhooksTo')
  const targets = webhooksTo === undefined ? null : parseTargets(webhooksTo)
  if (targets?.ok === false) throw new Error(`-c webhooksTo: ${targets.error.message}`)
  const witnesses = text('witnesses')
  const addresses = witnesses === undefined ? null : parseWitnessAddresses(witnesses)
  if (addresses?.ok === false) throw new Error(`-c witnesses: ${addresses.error.message}`)
  const tokenKey = text('tokenKey')
  if (tokenKey !== undefined && !/^arn:[\w-]+:kms:[\w-]+:\d*:key\/[\w-]+$/.test(tokenKey))
    throw new Error('-c tokenKey: the ARN of a KMS key, arn:aws:kms:REGION:ACCOUNT:key/ID')
  const divideOpenings = text('divideOpenings') ?? 'no'
  if (divideOpenings !== 'yes' && divideOpenings !== 'no')
    throw new Error('-c divideOpenings: it is yes or no')
  const distributionIds = text('distributionId')?.split(/, */) ?? []
  if (!distributionIds.every((id) => /^[A-Z0-9]+$/.test(id)))
    throw new Error(
      '-c distributionId: ids of CloudFront distributions such as E2QWRUHAPOMQZL, a comma between two',
    )
  const domainName = text('domainName')
  const certificateArn = text('certificateArn')
  if ((domainName === undefined) !== (certificateArn === undefined))
    throw new Error('-c domainName and -c certificateArn go together')
  return {
    name,
    removalPolicy: prod ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    deletionProtection: prod,
    logRetention: prod ? RetentionDays.ONE_YEAR : RetentionDays.ONE_WEEK,
    anchorYears: prod ? 30 : 1,
    concurrency,
    dividesOpenings: divideOpenings === 'yes',
    apiRate: limit('apiRate', API_RATE, 'requests that the API takes'),
    ceilings: {
      read: units('maxReadUnits', NEW_TABLE.read),
      write: units('maxWriteUnits', NEW_TABLE.write),
    },
    webAclArn: text('webAclArn'),
    distributionIds,
    tokenKey,
    alarmEmail: text('alarmEmail'),
    webhooksTo,
    witnesses,
    domain:
      domainName === undefined || certificateArn === undefined
        ? undefined
        : { name: domainName, certificateArn },
  }
}
