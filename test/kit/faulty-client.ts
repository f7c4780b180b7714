/** Faults on the way between a DynamoDB client and its database, drawn from a seed so that a failure can be repeated. */
import { type DynamoClient, DynamoError, type Operation } from '../../functions/store/dynamo-client.ts'

export interface Faults {
  readonly seed: number
  /** Probabilities for each request: it never arrives; it is done but its answer never arrives; it is throttled. */
  readonly lostRequests?: number
  readonly lostAnswers?: number
  readonly throttles?: number
  /** What may fail, such as PutItem; all by default. */
  readonly only?: Operation
}

/** Numbers ≥ 0 and < 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Send = (operation: Operation, input: Readonly<Record<string, unknown>>) => Promise<object>

/** Puts something between a client and its database, from now on: it is given the request and the way on. */
export function between(client: DynamoClient, put: (send: Send) => Send): void {
  client.send = put(client.send as unknown as Send) as unknown as DynamoClient['send']
}

/** Makes a client unreliable from now on, and counts what went wrong. */
export function injectFaults(client: DynamoClient, faults: Faults) {
  const random = seeded(faults.seed)
  const counts = { sent: 0, lostRequests: 0, lostAnswers: 0, throttles: 0 }
  const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

  between(client, (send) => async (operation, input) => {
    const spared = faults.only !== undefined && operation !== faults.only
    const strikes = (probability = 0) => !spared && random() < probability
    if (strikes(faults.throttles)) {
      counts.throttles++
      throw new DynamoError('ThrottlingException', 'slow down', 400)
    }
    if (strikes(faults.lostRequests)) {
      counts.lostRequests++
      throw reset()
    }
    counts.sent++
    const answer = await send(operation, input)
    if (strikes(faults.lostAnswers)) {
      counts.lostAnswers++
      throw reset()
    }
    return answer
  })
  return counts
}

/** Calls `see` with each request before it is sent. */
export function watch(
  client: DynamoClient,
  see: (operation: Operation, input: Readonly<Record<string, unknown>>) => void,
): void {
  between(client, (send) => (operation, input) => {
    see(operation, input)
    return send(operation, input)
  })
}
