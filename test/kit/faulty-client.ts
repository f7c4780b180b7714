/** Injects faults between the SDK's client and its database, drawn from a seed so that a failure can be repeated. */
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { type HttpHandler, HttpRequest, HttpResponse } from '@smithy/core/protocols'
import { ConfiguredRetryStrategy } from '@smithy/core/retry'
import { type Dynamo, dynamoClient } from '../../functions/store/dynamodb-client.ts'

export interface Faults {
  readonly seed: number
  /** Probabilities for each request: it never arrives; it is done, but its answer never arrives; it is throttled. */
  readonly lostRequests?: number
  readonly lostAnswers?: number
  readonly throttles?: number
  /** The operation that may fail, such as PutItem; all by default. */
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

/** As many retries as in the product, after shorter waits of seeded length. */
export function shortRetries(): ConfiguredRetryStrategy {
  const random = seeded(3)
  return new ConfiguredRetryStrategy(6, (attempt) => random() * Math.min(20, 2 ** attempt))
}

/** A client of a database on this machine that waits only briefly between its tries. */
export const quickClient = (
  endpoint: string,
  requestHandler?: NonNullable<DynamoDBClientConfig['requestHandler']>,
): Dynamo =>
  dynamoClient(endpoint, {
    retryStrategy: shortRetries(),
    ...(requestHandler !== undefined && { requestHandler }),
  })

/** An error that the database answers with: its name, and the HTTP status. */
export class Refusal extends Error {
  readonly status: number
  constructor(name: string, message: string, status: number) {
    super(message)
    this.name = name
    this.status = status
  }
}

export type Input = Record<string, unknown>
/** Sends one request, such as `PutItem` with its input in DynamoDB's JSON, and returns the answer. */
export type Send = (operation: string, input: Input) => Promise<object>

/** A request handler for the SDK over a function that knows operations; what it throws, other than a Refusal, is a lost connection. */
export const handlerOf = (sendOf: (request: HttpRequest) => Send): HttpHandler => ({
  async handle(request) {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    try {
      const answer = await sendOf(request)(
        operation,
        JSON.parse(Buffer.from(request.body as Uint8Array | string).toString()) as Input,
      )
      return { response: responseOf(200, answer) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { name, message, status } = error
      return {
        response: responseOf(status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message }),
      }
    }
  },
  updateHttpClientConfig: () => {},
  httpHandlerConfigs: () => ({}),
})

const responseOf = (statusCode: number, answer: object): HttpResponse =>
  new HttpResponse({ statusCode, headers: {}, body: Buffer.from(JSON.stringify(answer)) })

/** Sends a request on by the client's own handler. */
export const sendBy =
  (handler: HttpHandler, request: HttpRequest): Send =>
  async (operation, input) => {
    const body = JSON.stringify(input)
    const headers = {
      ...request.headers,
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'content-length': String(Buffer.byteLength(body)),
    }
    const { response } = await handler.handle(new HttpRequest({ ...request, headers, body }))
    const text = await textOf(response.body as AsyncIterable<Uint8Array> | Uint8Array)
    const answer = JSON.parse(text) as { __type?: string; message?: string; Message?: string }
    if (response.statusCode === 200) return answer
    const { __type = '', message = answer.Message ?? '' } = answer
    throw new Refusal(__type.replace(/^.*#/, ''), message, response.statusCode)
  }

async function textOf(body: AsyncIterable<Uint8Array> | Uint8Array): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body).toString()
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Intercepts the further requests of a client: `wrap` is given the function that sends a request on, and returns the one to use. */
export function between(client: Dynamo, wrap: (send: Send) => Send): void {
  const { retrying, singleAttempt } = client
  const own = retrying.config.requestHandler as unknown as HttpHandler
  const handler = handlerOf((request) => wrap(sendBy(own, request)))
  for (const { config } of [retrying, singleAttempt]) config.requestHandler = handler
}

/** Makes a client unreliable, and returns counts of what went wrong. */
export function injectFaults(client: Dynamo, faults: Faults) {
  const random = seeded(faults.seed)
  const counts = { sent: 0, lostRequests: 0, lostAnswers: 0, throttles: 0 }
  const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

  between(client, (send) => async (operation, input) => {
    const mayFail = faults.only === undefined || operation === faults.only
    const fails = (probability = 0) => mayFail && random() < probability
    if (fails(faults.throttles)) {
      counts.throttles++
      throw new Refusal('ThrottlingException', 'slow down', 400)
    }
    if (fails(faults.lostRequests)) {
      counts.lostRequests++
      throw reset()
    }
    counts.sent++
    const answer = await send(operation, input)
    if (fails(faults.lostAnswers)) {
      counts.lostAnswers++
      throw reset()
    }
    return answer
  })
  return counts
}

/** Calls `onRequest` with each request before it is sent. */
export function watch(client: Dynamo, onRequest: (operation: string, input: Input) => void): void {
  between(client, (send) => (operation, input) => {
    onRequest(operation, input)
    return send(operation, input)
  })
}
