/** Clients of DynamoDB and of the embedded database: which requests are repeated, and what a failed one means. */
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
  /** In place of the SDK's own waits between tries. */
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

/** The client of the embedded database: `requestHandler` passes its requests on within this process. */
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

/** Timeouts for DynamoDB, which answers within tens of milliseconds: a request that hangs is better sent again. */
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
 * `rejected`: the database refused the request, or we have a bug; `not-now`: the database did nothing and may do it later;
 * `unknown`: the request or its answer was lost, or the database failed, so that it may have been done.
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
  // A request that was signed by a wrong clock was not processed; the SDK has set its clock by the answer.
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

/** The pages of a query, one after the other; the database ends a page at about 1 MB. */
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

/** Aborts the work after `timeoutMs`, or sooner where the time budget of the request being answered ends (time-budget.ts). */
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

/** The error's name, the database's id of the request, and the number of tries. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { requestId, attempts } = (error as Partial<DynamoDBServiceException>).$metadata ?? {}
  const id = requestId === undefined ? '' : `, request ${requestId}`
  return `${error.name}${id}${attempts === undefined ? '' : `, ${attempts} tries`}`
}
