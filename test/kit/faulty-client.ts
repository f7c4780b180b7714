/** Faults on the way between a DynamoDB client and its database, drawn from a seed so that a failure can be repeated. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

export interface Faults {
  readonly seed: number
  /** Probabilities for each request: it never arrives; it is done but its answer never arrives; it is throttled. */
  readonly lostRequests?: number
  readonly lostAnswers?: number
  readonly throttles?: number
  /** Commands that may fail, such as PutItemCommand; all by default. */
  readonly only?: string
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

/** Makes a client unreliable from now on, and counts what went wrong. */
export function injectFaults(client: DynamoDBClient, faults: Faults) {
  const random = seeded(faults.seed)
  const counts = { sent: 0, lostRequests: 0, lostAnswers: 0, throttles: 0 }
  const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

  client.middlewareStack.add(
    (next, context) => async (args) => {
      const spared = faults.only !== undefined && context.commandName !== faults.only
      const strikes = (probability = 0) => !spared && random() < probability
      if (strikes(faults.throttles)) {
        counts.throttles++
        const $metadata = { httpStatusCode: 400 }
        throw Object.assign(new Error('slow down'), { name: 'ThrottlingException', $metadata })
      }
      if (strikes(faults.lostRequests)) {
        counts.lostRequests++
        throw reset()
      }
      counts.sent++
      const answer = await next(args)
      if (strikes(faults.lostAnswers)) {
        counts.lostAnswers++
        throw reset()
      }
      return answer
    },
    { step: 'initialize', name: 'faults' },
  )
  return counts
}

/** Calls `see` with each request's command name and input before it is sent. */
export function watch(
  client: DynamoDBClient,
  see: (command: string, input: Record<string, unknown>) => void,
): void {
  client.middlewareStack.add(
    (next, context) => (args) => {
      see(context.commandName ?? 'unknown', args.input as Record<string, unknown>)
      return next(args)
    },
    { step: 'initialize', name: 'watch', priority: 'low' },
  )
}
