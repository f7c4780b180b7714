/** The SDK's client of this or that database, what may be repeated, and what may be concluded when a request fails. */
import {
  type $Command,
  DynamoDBClient,
  type DynamoDBClientConfig,
  type DynamoDBClientResolvedConfig,
  DynamoDBServiceException,
  QueryCommand,
  type QueryCommandInput,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-dynamodb'
import { isClockSkewCorrectedError, isThrottlingError, StandardRetryStrategy } from '@smithy/core/retry'
import { OutOfTime, StoreUnavailable, UnknownOutcome } from './commit-log.ts'
import type { Item } from './document-item.ts'
import { remainingMs, untilAborted } from './time-budget.ts'

/** Tries of one request, the first included; the SDK's budget of retries may end them sooner. */
const MAX_REQUEST_ATTEMPTS = 6

/** Two clients of one database over the same connections and credentials. */
export interface Dynamo {
  /** For what has the same effect each time: the SDK sends it again where it was throttled or its answer was lost. */
  readonly retrying: DynamoDBClient
  /** For a write whose outcome must be known: `maxAttempts: 1`, and `writeAtMostOnce` decides. */
  readonly singleAttempt: DynamoDBClient
  /** When `writeAtMostOnce` may send again: the SDK's waits, and its budget, which a storm of throttled writes uses up. */
  readonly retryStrategy: StandardRetryStrategy
  /** Milliseconds that one request may take with all its tries. */
  readonly timeoutMs: number
  /** Closes the connections; what is under way fails. */
  destroy(): void
}

export interface DynamoOptions extends Omit<DynamoDBClientConfig, 'retryStrategy' | 'maxAttempts'> {
  readonly timeoutMs: number
  /** Waits of another length than the SDK's. */
  readonly retryStrategy?: StandardRetryStrategy
}

export function openDynamo({ timeoutMs, retryStrategy, ...config }: DynamoOptions): Dynamo {
  const retrying = new DynamoDBClient({
    ...config,
    maxAttempts: MAX_REQUEST_ATTEMPTS,
    ...(retryStrategy !== undefined && { retryStrategy }),
  })
  const { requestHandler, credentials } = retrying.config
  const singleAttempt = new DynamoDBClient({ ...config, requestHandler, credentials, maxAttempts: 1 })
  return {
    retrying,
    singleAttempt,
    retryStrategy: retryStrategy ?? new StandardRetryStrategy(MAX_REQUEST_ATTEMPTS),
    timeoutMs,
    destroy() {
      singleAttempt.destroy()
      retrying.destroy()
    },
  }
}

const LOCAL_ACCOUNT = { region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

/** The database shares our event loop or our machine, where a burst of requests delays both sides. */
const LOCAL_TIMEOUT_MS = 30_000

/** The client of the embedded database: its way there is within this process. */
export const embeddedClient = (requestHandler: NonNullable<DynamoDBClientConfig['requestHandler']>): Dynamo =>
  openDynamo({
    ...LOCAL_ACCOUNT,
    endpoint: 'http://embedded.invalid',
    requestHandler,
    timeoutMs: LOCAL_TIMEOUT_MS,
  })

/** The client of a database on this machine. */
export const dynamoClient = (
  endpoint: string,
  options: Pick<DynamoOptions, 'retryStrategy' | 'requestHandler'> = {},
): Dynamo =>
  openDynamo({
    ...LOCAL_ACCOUNT,
    endpoint,
    requestHandler: {
      connectionTimeout: LOCAL_TIMEOUT_MS,
      requestTimeout: LOCAL_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: 50 },
    },
    timeoutMs: LOCAL_TIMEOUT_MS,
    ...options,
  })

/** Of the cloud's database: it answers within tens of milliseconds, so that a request that hangs is better sent again. */
const CLOUD_TIMEOUTS = {
  connectionTimeout: 1_000,
  requestTimeout: 2_000,
  throwOnRequestTimeout: true,
} as const

/** The client of the region's database: region, endpoint and credentials as the SDK finds them where it runs. */
export const regionalClient = (config: Partial<DynamoOptions> = {}): Dynamo =>
  openDynamo({
    requestHandler: { ...CLOUD_TIMEOUTS, httpsAgent: { keepAlive: true, maxSockets: 50 } },
    timeoutMs: 8_000,
    ...config,
  })

/**
 * `rejected`: the database refused the request, or we have a bug; `not-now`: it refused without having done anything, and
 * may do it later; `unknown`: lost on the way there or back, or a fault on the other side. It may have been done.
 */
type Failure = 'rejected' | 'not-now' | 'unknown'

type SdkError = Parameters<typeof isThrottlingError>[0]

/** Credentials are missing or expired: the SDK fetches newer ones before it signs again. */
const CREDENTIAL_ERRORS = new Set(['ExpiredTokenException', 'ExpiredToken', 'CredentialsProviderError'])

function failureOf(error: unknown): Failure {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    return 'rejected'
  if (error instanceof Error && CREDENTIAL_ERRORS.has(error.name)) return 'not-now'
  if (!(error instanceof DynamoDBServiceException)) return 'unknown'
  // A request signed by a clock that was wrong was not looked at; the SDK has set its clock by the answer.
  if (isThrottlingError(error as SdkError) || isClockSkewCorrectedError(error as SdkError)) return 'not-now'
  const { httpStatusCode = 0 } = error.$metadata
  return httpStatusCode >= 400 && httpStatusCode < 500 ? 'rejected' : 'unknown'
}

/** Whether a put was refused because its condition did not hold. */
export const isConditionFailure = (error: unknown): error is DynamoDBServiceException =>
  error instanceof DynamoDBServiceException && error.name === 'ConditionalCheckFailedException'

/** Whether an error came after the request was sent more than once. */
export const wasRepeated = ({ $metadata }: DynamoDBServiceException): boolean => ($metadata.attempts ?? 1) > 1

type Command<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = $Command<
  Input,
  Output,
  DynamoDBClientResolvedConfig
>

/**
 * Sends a request that may be repeated without harm (a read, or a write with the same effect each time) until it is
 * answered. Throws what the database rejects it with, or StoreUnavailable when tries, the budget of retries or time ran out.
 */
export async function sendWithRetries<I extends ServiceInputTypes, O extends ServiceOutputTypes>(
  dynamo: Dynamo,
  command: Command<I, O>,
): Promise<O> {
  try {
    return await withTimeout(dynamo, (abortSignal) => dynamo.retrying.send(command, { abortSignal }))
  } catch (error) {
    if (failureOf(error) === 'rejected') throw error
    throw unavailable(error)
  }
}

/** Every page of a query; a page ends at 1 MB or so, wherever the database likes. */
export async function* queryPages(dynamo: Dynamo, query: QueryCommandInput): AsyncGenerator<Item[]> {
  let start: Pick<QueryCommandInput, 'ExclusiveStartKey'> = {}
  for (;;) {
    const { Items = [], LastEvaluatedKey } = await sendWithRetries(
      dynamo,
      new QueryCommand({ ...query, ...start }),
    )
    yield Items
    if (LastEvaluatedKey === undefined) return
    start = { ExclusiveStartKey: LastEvaluatedKey }
  }
}

/**
 * Sends a write, and again only where the database said that it did nothing. Throws UnknownOutcome when nobody can tell
 * whether it was done.
 */
export async function writeAtMostOnce<I extends ServiceInputTypes, O extends ServiceOutputTypes>(
  dynamo: Dynamo,
  command: Command<I, O>,
): Promise<O> {
  const { singleAttempt, retryStrategy } = dynamo
  return withTimeout(dynamo, async (abortSignal) => {
    let token = await retryStrategy.acquireInitialRetryToken('')
    for (;;) {
      try {
        const answer = await singleAttempt.send(command, { abortSignal })
        retryStrategy.recordSuccess(token)
        return answer
      } catch (error) {
        const failure = failureOf(error)
        if (failure === 'rejected') throw error
        if (failure === 'unknown')
          throw new UnknownOutcome(`the answer to a write was lost (${describeFailure(error)})`, {
            cause: error,
          })
        // Waits, and throws when the tries or the budget are used up.
        const next = retryStrategy.refreshRetryTokenForRetry(token, {
          error: error as SdkError,
          errorType: 'THROTTLING',
        })
        token = await untilAborted(next, abortSignal).catch(() => {
          throw unavailable(error)
        })
      }
    }
  })
}

/** Gives the work as long as one request may take, and as is left of the request of ours that it belongs to. */
async function withTimeout<T>({ timeoutMs }: Dynamo, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const left = Math.min(timeoutMs, remainingMs())
  if (left <= 0) throw new OutOfTime('the time for this request was used up')
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), left).unref()
  try {
    return await work(stop.signal)
  } finally {
    clearTimeout(timer)
  }
}

const unavailable = (error: unknown): StoreUnavailable =>
  error instanceof StoreUnavailable
    ? error
    : new StoreUnavailable(`the database did not do it (${describeFailure(error)})`, { cause: error })

/** What the database said, under which id it knows the request, and how often it was asked. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { requestId, attempts } = (error as Partial<DynamoDBServiceException>).$metadata ?? {}
  const id = requestId === undefined ? '' : `, request ${requestId}`
  return `${error.name}${id}${attempts === undefined ? '' : `, ${attempts} tries`}`
}
