/** The client of this or that database, and what may be concluded when a request fails. */
import type { Pause } from './backoff.ts'
import { StoreUnavailable, UnknownOutcome } from './commit-log.ts'
import { type Credentials, type DynamoClient, DynamoError, openClient } from './dynamo-client.ts'

/** Tries of one request, the first included. */
const TRIES = 6

/**
 * The client of an embedded or local database. Its failures are ours to judge, as the cloud's are: nothing is repeated behind
 * our back, where a repeated put would turn an unknown outcome into a conflict.
 */
export const dynamoClient = (endpoint: string): DynamoClient =>
  openClient({
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    // An embedded database shares our event loop, so that a burst delays both sides of a connection.
    connectionTimeout: 30_000,
    requestTimeout: 30_000,
  })

/** The client of a region's database. */
export const regionalClient = (region: string, credentials: Credentials): DynamoClient =>
  openClient({
    endpoint: `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
    region,
    credentials,
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
  })

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
  if (!(error instanceof DynamoError)) return 'unknown'
  if (THROTTLES.has(error.name)) return 'throttled'
  return error.status >= 400 && error.status < 500 ? 'rejected' : 'unknown'
}

/** Whether a put was refused because its condition did not hold. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof DynamoError && error.name === 'ConditionalCheckFailedException'

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
