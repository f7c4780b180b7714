/** The DynamoDB client, and what may be concluded when a request fails. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Pause } from './backoff.ts'
import { StoreUnavailable, UnknownOutcome } from './commit-log.ts'

/** Tries of one request, the first included. */
const TRIES = 6

/** Milliseconds. An embedded database shares our event loop, so that a burst delays both sides of a connection. */
const CLOUD_TIMEOUTS = { connectionTimeout: 1_000, requestTimeout: 5_000 }
const LOCAL_TIMEOUTS = { connectionTimeout: 30_000, requestTimeout: 30_000 }

/**
 * A client whose failures are ours to judge: the SDK's own retries are off, since a repeated put must not turn an
 * unknown outcome into a conflict behind our back. With `endpoint` it talks to an embedded or local database, else to
 * the one of the environment's region and credentials.
 */
export function dynamoClient(endpoint?: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const agent = { keepAlive: true, maxSockets: 50 }
  return new DynamoDBClient({
    ...(endpoint !== undefined && { endpoint, region: 'local', credentials }),
    maxAttempts: 1,
    requestHandler: {
      ...(endpoint === undefined ? CLOUD_TIMEOUTS : LOCAL_TIMEOUTS),
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

/**
 * `rejected`: the database refused the request, or we have a bug; `throttled`: refused for now, nothing was done;
 * `unknown`: lost on the way there or back, or a fault on the other side; perhaps done.
 */
type Failure = 'rejected' | 'throttled' | 'unknown'

const THROTTLES = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
])

function failureOf(error: unknown): Failure {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    return 'rejected'
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  if (name !== undefined && THROTTLES.has(name)) return 'throttled'
  const status = $metadata?.httpStatusCode
  return status !== undefined && status >= 400 && status < 500 ? 'rejected' : 'unknown'
}

/**
 * Sends a request that may be repeated without harm (a read, or a write with the same effect each time) until it is
 * answered. Throws what the database rejects it with, or StoreUnavailable after the last try.
 */
export function insist<T>(send: () => Promise<T>, pause: Pause): Promise<T> {
  return tryAgain(send, pause, () => undefined)
}

/** Sends a write once, save for throttling: throws UnknownOutcome when nobody can tell whether it was done. */
export function sendOnce<T>(send: () => Promise<T>, pause: Pause): Promise<T> {
  return tryAgain(send, pause, (cause) => {
    throw new UnknownOutcome('the answer to a write was lost', { cause })
  })
}

async function tryAgain<T>(
  send: () => Promise<T>,
  pause: Pause,
  onUnknown: (e: unknown) => void,
): Promise<T> {
  let last: unknown
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await pause(attempt)
    try {
      return await send()
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'rejected') throw error
      if (failure === 'unknown') onUnknown(error)
      last = error
    }
  }
  throw new StoreUnavailable(`the database did not answer in ${TRIES} tries`, { cause: last })
}
