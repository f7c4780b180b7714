/** A stage of the deployment: what differs between `dev` and `prod`, read from the app's context. */
import { RemovalPolicy } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { parseWitnessAddresses } from '../functions/integrity/transparency/witness-address.ts'
import { parseTargets } from '../functions/outbound/targets.ts'

export interface DeploymentStage {
  readonly name: 'dev' | 'prod'
  /** Whether what was recorded outlives the stack. */
  readonly keep: RemovalPolicy
  readonly deletionProtection: boolean
  readonly logRetention: RetentionDays
  /** Years for which the anchors' bucket refuses any deletion, even the account's owner's. */
  readonly anchorYears: number
  /** The account's quota of concurrent executions; below 200 nothing can be reserved of it. */
  readonly concurrency: number
  /** Requests a second that the API takes at most, all clients together; half as many may come at once. */
  readonly apiRate: number
  /** What the tables take a second at most, in units: nobody who gets past the edge can make a larger bill. */
  readonly ceilings: { readonly read: number; readonly write: number }
  /** The web ACL that the distribution stands behind (of the stack `guard`, in us-east-1), if any. */
  readonly webAclArn: string | undefined
  /** The distributions whose errors the stack `guard` watches: one a region, once there is one. */
  readonly distributionIds: readonly string[]
  /** The KMS key that signs tokens (its ARN); unset: they are minted where a folder's key is. */
  readonly tokenKey: string | undefined
  /** Where alarms are sent. */
  readonly alarmEmail: string | undefined
  /** Where webhooks may go (docs/operations.md); anywhere on the public internet unless said. */
  readonly webhooksTo: string | undefined
  /** Who cosigns the checkpoints of the log (docs/operations.md, Witnesses): keys with their addresses. */
  readonly witnesses: string | undefined
  /** The site's own name and its certificate (in us-east-1, as CloudFront wants it). */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined
}

/** What Lambda wants to remain unreserved of an account's quota. */
const UNRESERVED = 100
/** The least that a new account may have. */
const LEAST_CONCURRENCY = 10

/**
 * A share of the account's concurrent executions for one function: no other can use it up, and it uses no more. Undefined
 * where the quota is too small for anything to be reserved.
 */
export const reservedShare = ({ concurrency }: DeploymentStage, share: number): number | undefined =>
  concurrency < 2 * UNRESERVED ? undefined : Math.max(1, Math.floor((concurrency - UNRESERVED) * share))

/** Parts of the views that are made anew at once: what an account of the smallest quota leaves to readers and reporters is more. */
export const rebuildConcurrency = ({ concurrency }: DeploymentStage): number =>
  concurrency < 2 * UNRESERVED ? 2 : 20

/** Below the 10,000 a second that a new account's APIs share, so that another API of the account is left some. */
const API_RATE = 4_000

/** What a new on-demand table takes at once: with more a ceiling would be none. */
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
 * Context: `stage` (`dev` unless said), and where wanted `concurrency` (the account's quota), `maxReadUnits` and `maxWriteUnits`
 * (of a table, a second), `apiRate` (requests a second), `tokenKey`, `webAclArn`, `distributionId`, `alarmEmail`, `webhooksTo`, `witnesses`, `domainName` with `certificateArn`.
 * Throws an Error that names the value at fault.
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
  const most = (key: string, usual: number, what: string): number => {
    const value = Number(context(key) ?? usual)
    if (Number.isInteger(value) && value >= 1) return value
    throw new Error(`-c ${key}: a whole number from 1 on, the ${what} a second at most`)
  }
  const units = (key: string, usual: number): number => most(key, usual, 'units that a table takes')
  const webhooksTo = text('webhooksTo')
  const targets = webhooksTo === undefined ? null : parseTargets(webhooksTo)
  if (targets?.ok === false) throw new Error(`-c webhooksTo: ${targets.error.message}`)
  const witnesses = text('witnesses')
  const addresses = witnesses === undefined ? null : parseWitnessAddresses(witnesses)
  if (addresses?.ok === false) throw new Error(`-c witnesses: ${addresses.error.message}`)
  const tokenKey = text('tokenKey')
  if (tokenKey !== undefined && !/^arn:[\w-]+:kms:[\w-]+:\d*:key\/[\w-]+$/.test(tokenKey))
    throw new Error('-c tokenKey: the ARN of a KMS key, arn:aws:kms:REGION:ACCOUNT:key/ID')
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
    keep: prod ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    deletionProtection: prod,
    logRetention: prod ? RetentionDays.ONE_YEAR : RetentionDays.ONE_WEEK,
    anchorYears: prod ? 30 : 1,
    concurrency,
    apiRate: most('apiRate', API_RATE, 'requests that the API takes'),
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
